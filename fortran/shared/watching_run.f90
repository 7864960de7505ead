!> The observer of a run, as the time loop talks to it.
module watching_run
  use, intrinsic :: iso_c_binding, only: c_ptr, c_int32_t, c_associated, c_f_pointer, &
                                                                            c_f_procpointer
  use frame, only: ladder_observer, checkpoint_entry, stage_call_entry
  implicit none
  private
  public :: watch

  type :: watch
    private
    type(c_ptr) :: context
    integer :: interval = 0 ! [steps] 0: no checkpoints but those that are due
    integer(c_int32_t), pointer :: due(:) => null() ! steps, ascending
    procedure(checkpoint_entry), pointer, nopass :: on_checkpoint => null()
    procedure(stage_call_entry), pointer, nopass :: on_stage_call => null()
    integer(c_int32_t), pointer :: stop_flag => null()
  contains
    procedure :: stopped
    procedure :: stage_call
    procedure :: checkpoint
    procedure :: is_due
    procedure :: next_stop
  end type watch

  integer(c_int32_t), target :: none(0)

  interface watch
    procedure :: new_watch
  end interface watch

contains

  function new_watch(observer) result(self)
    type(ladder_observer), intent(in) :: observer
    type(watch) :: self

    self%context = observer%context
    self%interval = observer%interval
    self%due => none
    if (observer%dues > 0) call c_f_pointer(observer%due, self%due, [observer%dues])
    if (c_associated(observer%checkpoint)) then
      call c_f_procpointer(observer%checkpoint, self%on_checkpoint)
    end if
    if (c_associated(observer%stage_call)) then
      call c_f_procpointer(observer%stage_call, self%on_stage_call)
    end if
    if (c_associated(observer%stop)) call c_f_pointer(observer%stop, self%stop_flag)
  end function new_watch

  !> Whether the run was asked to stop, by a signal handler perhaps: hence volatile.
  function stopped(self)
    class(watch), intent(in) :: self
    logical :: stopped
    integer(c_int32_t), pointer, volatile :: flag

    stopped = .false.
    if (.not. associated(self%stop_flag)) return
    flag => self%stop_flag
    stopped = flag /= 0
  end function stopped

  subroutine stage_call(self, entering)
    class(watch), intent(in) :: self
    integer, intent(in) :: entering

    if (associated(self%on_stage_call)) call self%on_stage_call(self%context, entering)
  end subroutine stage_call

  !> Whether a checkpoint falls on this step: each `interval` steps, those that are due, and the
  !! last.
  function is_due(self, step, steps)
    class(watch), intent(in) :: self
    integer, intent(in) :: step, steps
    logical :: is_due

    is_due = .false.
    if (.not. associated(self%on_checkpoint)) return
    if (self%interval <= 0 .and. size(self%due) == 0) return
    is_due = step == steps .or. any(self%due == step)
    if (self%interval > 0) is_due = is_due .or. mod(step, self%interval) == 0
  end function is_due

  !> For a stage that owns the loop: the step up to which it may go on without coming back.
  !! `patience`: steps until the stop flag is looked at again.
  function next_stop(self, step, steps, patience)
    class(watch), intent(in) :: self
    integer, intent(in) :: step, steps
    integer, intent(in), optional :: patience
    integer :: next_stop
    integer :: until_look

    until_look = 1000
    if (present(patience)) until_look = patience
    next_stop = steps
    if (associated(self%stop_flag)) next_stop = min(next_stop, step + until_look)
    if (.not. associated(self%on_checkpoint)) return
    if (self%interval > 0) next_stop = min(next_stop, (step / self%interval + 1) * self%interval)
    next_stop = min(next_stop, minval(self%due, mask=self%due > step))
  end function next_stop

  subroutine checkpoint(self, step, now)
    class(watch), intent(in) :: self
    integer, intent(in) :: step
    type(c_ptr), intent(in) :: now

    call self%on_checkpoint(self%context, step, now)
  end subroutine checkpoint

end module watching_run
