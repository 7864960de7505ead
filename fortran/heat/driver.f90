!> The driver in float32: runs a case with any stage behind the contract.
module heat_driver
  use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_associated, c_f_pointer, c_f_procpointer
  use, intrinsic :: ieee_arithmetic, only: ieee_get_underflow_mode, ieee_set_underflow_mode
  use heat_contract, only: ladder_heat, ladder_stage, ladder_observer, ladder_heat_fields, &
                  ladder_heat_entries, step_entry, upload_entry, advance_entry, download_entry, &
                  status_ok, status_stopped
  use watching_run, only: watch
  implicit none
  private
  public :: drive

contains

  function drive(the_case, stage, state, observer, fields) bind(C, name='ladder_heat_drive') &
    result(status)
    type(ladder_heat), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), value :: state
    type(ladder_observer), intent(in) :: observer
    type(ladder_heat_fields), intent(inout) :: fields
    integer(c_int) :: status
    type(ladder_heat_entries), pointer :: entries
    logical :: gradual

    call c_f_pointer(stage%entries, entries)
    ! Far from a hot ball the field is full of denormal numbers, which some processors compute a
    ! hundred times slower. Many compilers flush them to zero by default; here the driver does it.
    call ieee_get_underflow_mode(gradual)
    call ieee_set_underflow_mode(gradual=.false.)
    if (c_associated(entries%step)) then
      call run_steps(the_case, stage, state, observer, fields, status)
    else
      call run_on_stage(the_case, stage, state, observer, fields, status)
    end if
    call ieee_set_underflow_mode(gradual)
  end function drive

  !> One step by the stage.
  function take_step(the_case, stage, state, now, next) result(status)
    type(ladder_heat), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state, now, next
    integer(c_int) :: status
    type(ladder_heat_entries), pointer :: entries
    procedure(step_entry), pointer :: step

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%step, step)
    status = step(state, now, next)
  end function take_step

  !> A stage that owns the time loop is asked for whole stretches of steps, from one checkpoint to
  !! the next; the temperature comes back there and at the end.
  subroutine run_on_stage(the_case, stage, state, observer, fields, status)
    type(ladder_heat), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state
    type(ladder_observer), intent(in) :: observer
    type(ladder_heat_fields), intent(inout) :: fields
    integer(c_int), intent(out) :: status
    procedure(upload_entry), pointer :: upload
    procedure(advance_entry), pointer :: advance
    procedure(download_entry), pointer :: download
    type(ladder_heat_entries), pointer :: entries
    type(watch) :: watching
    integer :: next

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%upload, upload)
    call c_f_procpointer(entries%advance, advance)
    call c_f_procpointer(entries%download, download)
    watching = watch(observer)
    call watching%stage_call(1)
    status = upload(state, fields%now)
    call watching%stage_call(0)
    do while (fields%step < the_case%steps .and. status == status_ok)
      if (watching%stopped()) then
        status = status_stopped
        return
      end if
      next = watching%next_stop(fields%step, the_case%steps)
      call watching%stage_call(1)
      status = advance(state, next - fields%step)
      fields%step = next
      if (status == status_ok .and. watching%is_due(next, the_case%steps)) then
        status = download(state, fields%now)
      end if
      call watching%stage_call(0)
      if (status == status_ok .and. watching%is_due(next, the_case%steps)) then
        call watching%checkpoint(next, fields%now)
      end if
    end do
    if (status /= status_ok) return
    call watching%stage_call(1)
    status = download(state, fields%now)
    call watching%stage_call(0)
  end subroutine run_on_stage

  include 'time_loop.inc'

end module heat_driver
