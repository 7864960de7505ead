!> The original: what every other stage is measured against. float32, serial.
module convolution
  use, intrinsic :: iso_c_binding, only: c_float, c_f_pointer
  use wave_contract, only: ladder_wave
  implicit none
  private
  public :: original_laplacian

  integer, parameter :: wp = c_float
  integer, parameter :: cells_of_a_team = 0 ! all

contains

  !> lap = L p. Arrays of nz nx ny values, z fastest.
  subroutine original_laplacian(problem, p, lap) bind(C, name='ladder_original_laplacian')
    type(ladder_wave), intent(in) :: problem
    real(c_float), intent(in) :: p(*)
    real(c_float), intent(out) :: lap(*)
    real(c_float), pointer :: taps_z(:), taps_x(:), taps_y(:)

    call c_f_pointer(problem%taps_z, taps_z, [2 * problem%half_length + 1])
    call c_f_pointer(problem%taps_x, taps_x, [2 * problem%half_length + 1])
    call c_f_pointer(problem%taps_y, taps_y, [2 * problem%half_length + 1])
    call convolve(problem%nz, problem%nx, problem%ny, problem%half_length, taps_z, taps_x, taps_y, &
                  p, lap)
  end subroutine original_laplacian

  include 'convolution.inc'

end module convolution
