!> The oracle: the original algorithm, time loop and convolution, in float64 from the same float32
!! inputs. What separates a stage from it is rounding, or a mistake.
module oracle
  use, intrinsic :: iso_c_binding, only: c_float, c_double, c_int, c_ptr, c_loc, c_null_ptr, &
                                                                            c_f_pointer
  use wave_contract, only: ladder_wave, ladder_cell, ladder_stage, ladder_observer, ladder_fields, &
                           status_ok, status_stopped
  use watching_run, only: watch
  implicit none
  private
  public :: run_oracle, oracle_laplacian

  integer, parameter :: wp = c_double
  ! so that a start of a team costs little in comparison
  integer, parameter :: cells_of_a_team = 100000

contains

  function run_oracle(problem, observer, fields) bind(C, name='ladder_oracle') result(status)
    type(ladder_wave), intent(in) :: problem
    type(ladder_observer), intent(in) :: observer
    type(ladder_fields), intent(inout) :: fields
    integer(c_int) :: status
    type(ladder_stage) :: none

    call run_steps(problem, none, c_null_ptr, observer, fields, status)
  end function run_oracle

  !> The oracle is its own stage.
  function take_laplacian(problem, stage, state, p, lap) result(status)
    type(ladder_wave), intent(in) :: problem
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state
    real(wp), intent(in) :: p(*)
    real(wp), intent(inout) :: lap(*)
    integer(c_int) :: status

    call oracle_laplacian(problem, p, lap)
    status = status_ok
  end function take_laplacian

  subroutine oracle_laplacian(problem, p, lap) bind(C, name='ladder_oracle_laplacian')
    type(ladder_wave), intent(in) :: problem
    real(wp), intent(in) :: p(*)
    real(wp), intent(out) :: lap(*)
    real(c_float), pointer :: taps_z(:), taps_x(:), taps_y(:)

    call c_f_pointer(problem%taps_z, taps_z, [2 * problem%half_length + 1])
    call c_f_pointer(problem%taps_x, taps_x, [2 * problem%half_length + 1])
    call c_f_pointer(problem%taps_y, taps_y, [2 * problem%half_length + 1])
    call convolve(problem%nz, problem%nx, problem%ny, problem%half_length, taps_z, taps_x, taps_y, &
                  p, lap)
  end subroutine oracle_laplacian

  include 'convolution.inc'
  include 'time_loop.inc'

end module oracle
