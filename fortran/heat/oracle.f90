!> The oracle: the original algorithm, time loop and step, in float64 from the same float32 inputs.
!! What separates a stage from it is rounding, or a mistake. Compiled with -fopenmp: the planes are
!! divided among all cores, and each cell is one expression, so their number changes no bit.
module heat_oracle
  use, intrinsic :: iso_c_binding, only: c_double, c_float, c_int, c_int32_t, c_int64_t, c_ptr, &
                                         c_null_ptr, c_associated, c_f_pointer
  use heat_contract, only: ladder_heat, ladder_heat_general, ladder_stage, ladder_observer, &
                           ladder_heat_fields, status_ok, status_stopped
  use watching_run, only: watch
  implicit none
  private
  public :: run_oracle, oracle_step

  integer, parameter :: wp = c_double
  ! so that a start of a team costs little in comparison
  integer, parameter :: cells_of_a_team = 100000

contains

  function run_oracle(the_case, observer, fields) bind(C, name='ladder_heat_oracle') result(status)
    type(ladder_heat), intent(in) :: the_case
    type(ladder_observer), intent(in) :: observer
    type(ladder_heat_fields), intent(inout) :: fields
    integer(c_int) :: status
    type(ladder_stage) :: none

    call run_steps(the_case, none, c_null_ptr, observer, fields, status)
  end function run_oracle

  !> The oracle is its own stage.
  function take_step(the_case, stage, state, now, next) result(status)
    type(ladder_heat), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state, now, next
    integer(c_int) :: status
    real(wp), pointer, contiguous :: from(:, :, :), to(:, :, :)

    call c_f_pointer(now, from, [the_case%nz, the_case%nx, the_case%ny])
    call c_f_pointer(next, to, [the_case%nz, the_case%nx, the_case%ny])
    call oracle_step(the_case, from, to)
    status = status_ok
  end function take_step

  subroutine oracle_step(the_case, now, next) bind(C, name='ladder_heat_oracle_step')
    type(ladder_heat), intent(in) :: the_case
    real(wp), intent(in) :: now(*)
    real(wp), intent(out) :: next(*)

    if (c_associated(the_case%general)) then
      call step_general(the_case, now, next)
      return
    end if
    call step_forward(the_case%nz, the_case%nx, the_case%ny, real(the_case%factor, wp), now, next)
  end subroutine oracle_step

  include 'step.inc'
  include 'step_general.inc'
  include 'time_loop.inc'

end module heat_oracle
