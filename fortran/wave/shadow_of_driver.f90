!> Shows a shadow each step of a run by the driver, through the driver's observer.
module shadow_of_driver
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t, c_null_funptr, c_null_ptr, c_ptr, &
                                         c_f_pointer, c_funloc
  use ladder_shadow, only: ladder_shadow_step_begins, ladder_shadow_step_ends
  use wave_contract, only: ladder_fields, ladder_observer, ladder_wave
  implicit none
  private
  public :: observed_by_shadow

  type(ladder_fields), pointer :: shown => null()
  integer :: cells, steps

contains

  !> To be called just before the driver, with its arguments.
  function observed_by_shadow(problem, fields) result(observer)
    type(ladder_wave), intent(in) :: problem
    type(ladder_fields), intent(in), target :: fields
    type(ladder_observer) :: observer

    shown => fields
    cells = problem%nz * problem%nx * problem%ny
    steps = problem%steps
    observer = ladder_observer(c_null_ptr, c_funloc(look), c_null_funptr, c_null_ptr, &
                               1_c_int32_t, 0_c_int32_t, c_null_ptr)
    call show_start()
  end function observed_by_shadow

  !> After each step; the driver keeps the fields' pointers up to date.
  subroutine look(context, step, now) bind(C)
    type(c_ptr), value :: context, now
    integer(c_int32_t), value :: step
    real(c_float), pointer :: p(:), before(:)

    call fields_of_run(p, before)
    call ladder_shadow_step_ends(p, before)
    if (step < steps) call show_start()
  end subroutine look

  subroutine show_start()
    real(c_float), pointer :: p(:), before(:)

    call fields_of_run(p, before)
    call ladder_shadow_step_begins(shown%step + 1, p, before)
  end subroutine show_start

  subroutine fields_of_run(p, before)
    real(c_float), pointer, intent(out) :: p(:), before(:)

    call c_f_pointer(shown%now, p, [cells])
    call c_f_pointer(shown%before, before, [cells])
  end subroutine fields_of_run

end module shadow_of_driver
