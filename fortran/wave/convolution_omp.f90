!> The original convolution on all cores: compiled with -fopenmp, so that the directives in
!! convolution.inc count. The number of threads is the caller's to set.
module convolution_omp
  use, intrinsic :: iso_c_binding, only: c_float, c_f_pointer
  use wave_contract, only: ladder_wave
  implicit none
  private
  public :: omp_laplacian

  integer, parameter :: wp = c_float
  integer, parameter :: cells_of_a_team = 0 ! all

contains

  !> lap = L p. Arrays of nz nx ny values, z fastest.
  subroutine omp_laplacian(problem, p, lap) bind(C, name='ladder_omp_laplacian')
    type(ladder_wave), intent(in) :: problem
    real(c_float), intent(in) :: p(*)
    real(c_float), intent(out) :: lap(*)
    real(c_float), pointer :: taps_z(:), taps_x(:), taps_y(:)

    call c_f_pointer(problem%taps_z, taps_z, [2 * problem%half_length + 1])
    call c_f_pointer(problem%taps_x, taps_x, [2 * problem%half_length + 1])
    call c_f_pointer(problem%taps_y, taps_y, [2 * problem%half_length + 1])
    call convolve(problem%nz, problem%nx, problem%ny, problem%half_length, taps_z, taps_x, taps_y, &
                  p, lap)
  end subroutine omp_laplacian

  include 'convolution.inc'

end module convolution_omp
