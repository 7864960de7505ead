!> The driver in float32: runs a case with any stage behind the contract.
module driver
  use, intrinsic :: iso_c_binding, only: c_float, c_int, c_ptr, c_loc, c_associated, c_f_pointer, &
                                                                            c_f_procpointer
  use, intrinsic :: ieee_arithmetic, only: ieee_get_underflow_mode, ieee_set_underflow_mode
  use wave_contract, only: ladder_wave, ladder_cell, ladder_stage, ladder_observer, ladder_fields, &
             ladder_wave_entries, laplacian_entry, upload_entry, advance_entry, download_entry, &
             status_ok, status_stopped
  use watching_run, only: watch
  implicit none
  private
  public :: drive

  integer, parameter :: wp = c_float
  integer, parameter :: cells_of_a_team = 0 ! all

contains

  function drive(problem, stage, state, observer, fields) bind(C, name='ladder_drive') &
    result(status)
    type(ladder_wave), intent(in) :: problem
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), value :: state
    type(ladder_observer), intent(in) :: observer
    type(ladder_fields), intent(inout) :: fields
    integer(c_int) :: status
    type(ladder_wave_entries), pointer :: entries
    logical :: gradual

    call c_f_pointer(stage%entries, entries)
    ! Ahead of the wave the field decays into denormal numbers, which some processors compute a
    ! hundred times slower. Many compilers flush them to zero by default; here the driver does it.
    call ieee_get_underflow_mode(gradual)
    call ieee_set_underflow_mode(gradual=.false.)
    if (c_associated(entries%laplacian)) then
      call run_steps(problem, stage, state, observer, fields, status)
    else
      call run_on_stage(problem, stage, state, observer, fields, status)
    end if
    call ieee_set_underflow_mode(gradual)
  end function drive

  !> One application of the operator by the stage.
  function take_laplacian(problem, stage, state, p, lap) result(status)
    type(ladder_wave), intent(in) :: problem
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state
    real(wp), intent(in), target :: p(*)
    real(wp), intent(inout), target :: lap(*)
    integer(c_int) :: status
    type(ladder_wave_entries), pointer :: entries
    procedure(laplacian_entry), pointer :: laplacian

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%laplacian, laplacian)
    status = laplacian(state, c_loc(p), c_loc(lap))
  end function take_laplacian

  !> A stage that owns the time loop is asked for whole stretches of steps, from one checkpoint to
  !! the next; the fields come back there and at the end.
  subroutine run_on_stage(problem, stage, state, observer, fields, status)
    type(ladder_wave), intent(in) :: problem
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state
    type(ladder_observer), intent(in) :: observer
    type(ladder_fields), intent(inout) :: fields
    integer(c_int), intent(out) :: status
    procedure(upload_entry), pointer :: upload
    procedure(advance_entry), pointer :: advance
    procedure(download_entry), pointer :: download
    type(ladder_wave_entries), pointer :: entries
    type(watch) :: watching
    integer :: next

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%upload, upload)
    call c_f_procpointer(entries%advance, advance)
    call c_f_procpointer(entries%download, download)
    watching = watch(observer)
    call watching%stage_call(1)
    status = upload(state, fields%now, fields%before, fields%step)
    call watching%stage_call(0)
    do while (fields%step < problem%steps .and. status == status_ok)
      if (watching%stopped()) then
        status = status_stopped
        return
      end if
      next = watching%next_stop(fields%step, problem%steps)
      call watching%stage_call(1)
      status = advance(state, next - fields%step)
      fields%step = next
      if (status == status_ok .and. watching%is_due(next, problem%steps)) then
        status = download(state, fields%now, fields%before, fields%traces)
      end if
      call watching%stage_call(0)
      if (status == status_ok .and. watching%is_due(next, problem%steps)) then
        call watching%checkpoint(next, fields%now)
      end if
    end do
    if (status /= status_ok) return
    call watching%stage_call(1)
    status = download(state, fields%now, fields%before, fields%traces)
    call watching%stage_call(0)
  end subroutine run_on_stage

  include 'time_loop.inc'

end module driver
