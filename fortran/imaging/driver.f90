!> The driver in float32: runs a case with any stage behind the contract.
module imaging_driver
  use, intrinsic :: iso_c_binding, only: c_float, c_int, c_ptr, c_loc, c_associated, c_f_pointer, &
                                         c_f_procpointer
  use, intrinsic :: ieee_arithmetic, only: ieee_get_underflow_mode, ieee_set_underflow_mode
  use imaging_contract, only: ladder_imaging, ladder_place, ladder_stage, ladder_observer, &
                 ladder_imaging_fields, ladder_imaging_entries, step_entry, add_image_entry, &
                              upload_entry, advance_entry, download_entry, status_ok, &
                              status_stopped, status_out_of_memory
  use watching_run, only: watch
  implicit none
  private
  public :: drive

  integer, parameter :: wp = c_float

contains

  function drive(the_case, stage, state, observer, fields) bind(C, name='ladder_imaging_drive') &
    result(status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), value :: state
    type(ladder_observer), intent(in) :: observer
    type(ladder_imaging_fields), intent(inout) :: fields
    integer(c_int) :: status
    type(ladder_imaging_entries), pointer :: entries
    logical :: gradual

    call c_f_pointer(stage%entries, entries)
    ! Ahead of the wave the field is full of denormal numbers, which some processors compute a
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
  function take_step(the_case, stage, state, now, before) result(status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state, now, before
    integer(c_int) :: status
    type(ladder_imaging_entries), pointer :: entries
    procedure(step_entry), pointer :: step

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%step, step)
    status = step(state, now, before)
  end function take_step

  !> The products of one image time by the stage.
  function take_image(the_case, stage, state, forward, backward, fields) result(status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state, forward, backward
    type(ladder_imaging_fields), intent(in) :: fields
    integer(c_int) :: status
    type(ladder_imaging_entries), pointer :: entries
    procedure(add_image_entry), pointer :: add_image

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%add_image, add_image)
    status = add_image(state, forward, backward, fields%image, fields%gather_x, fields%gather_z, &
                       fields%illumination)
  end function take_image

  !> A stage that owns the time loop is asked for whole stretches of steps, from one checkpoint to
  !! the next, and for all of them where nobody looks: forward and backward may go on at the same
  !! time.
  subroutine run_on_stage(the_case, stage, state, observer, fields, status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state
    type(ladder_observer), intent(in) :: observer
    type(ladder_imaging_fields), intent(inout) :: fields
    integer(c_int), intent(out) :: status
    procedure(upload_entry), pointer :: upload
    procedure(advance_entry), pointer :: advance
    procedure(download_entry), pointer :: download
    type(ladder_imaging_entries), pointer :: entries
    type(watch) :: watching
    integer :: step, next, steps

    call c_f_pointer(stage%entries, entries)
    call c_f_procpointer(entries%upload, upload)
    call c_f_procpointer(entries%advance, advance)
    call c_f_procpointer(entries%download, download)
    watching = watch(observer)
    steps = 2 * the_case%steps
    call watching%stage_call(1)
    status = upload(state, fields%now, fields%before)
    call watching%stage_call(0)
    step = 0
    do while (step < steps .and. status == status_ok)
      if (watching%stopped()) then
        status = status_stopped
        return
      end if
      next = watching%next_stop(step, steps, patience=100000)
      call watching%stage_call(1)
      status = advance(state, next - step)
      step = next
      if (status == status_ok .and. watching%is_due(step, steps)) call bring_back()
      call watching%stage_call(0)
      if (status == status_ok .and. watching%is_due(step, steps)) then
        call watching%checkpoint(step, fields%image)
      end if
    end do
    if (status /= status_ok) return
    call watching%stage_call(1)
    call bring_back()
    call watching%stage_call(0)

  contains

    subroutine bring_back()
      status = download(state, fields%image, fields%gather_x, fields%gather_z, fields%illumination)
    end subroutine bring_back

  end subroutine run_on_stage

  include 'time_loop.inc'

end module imaging_driver
