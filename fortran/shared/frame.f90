!> Mirrors of the structs of harness/stage.h and harness/observer.h, which all problems share, in
!! the same order of components. harness/tests/test_contract.py compares them.
module frame
  use, intrinsic :: iso_c_binding, only: c_int32_t, c_int, c_double, c_ptr, c_funptr, c_null_funptr
  implicit none
  private

  integer(c_int), parameter, public :: status_ok = 0
  integer(c_int), parameter, public :: status_out_of_memory = 2
  integer(c_int), parameter, public :: status_failed = 4
  integer(c_int), parameter, public :: status_stopped = 5
  integer, parameter, public :: most_knobs = 8

  type, bind(C), public :: ladder_knob
    type(c_ptr) :: name, unit, kernel ! char *
    integer(c_int32_t) :: values
    integer(c_int32_t) :: preset(2), least(2), most(2)
  end type ladder_knob

  type, bind(C), public :: ladder_launch
    integer(c_int32_t) :: knob(2, most_knobs)
  end type ladder_launch

  type, bind(C), public :: ladder_stage
    integer(c_int32_t) :: abi_version ! unsigned in C
    type(c_ptr) :: problem, name, parent, change, expectation ! char *
    integer(c_int) :: device
    integer(c_int32_t) :: knobs
    type(c_ptr) :: knob ! ladder_knob(knobs)
    integer(c_int32_t) :: owns_time_loop
    integer(c_int32_t) :: page_locked
    real(c_double) :: bytes_per_point, operations_per_point, operations_per_tap
    type(c_funptr) :: create, launch_used, last_error, destroy
    type(c_ptr) :: entries ! of the problem
  end type ladder_stage

  type, bind(C), public :: ladder_observer
    type(c_ptr) :: context
    type(c_funptr) :: checkpoint, stage_call
    type(c_ptr) :: stop ! volatile int32_t *
    integer(c_int32_t) :: interval ! [steps]
    integer(c_int32_t) :: dues
    type(c_ptr) :: due ! int32_t [dues], ascending
    ! what is timed, where the driver says so; null: all of it
    type(c_funptr) :: clock = c_null_funptr
  end type ladder_observer

  public :: create_entry, destroy_entry, last_error_entry, checkpoint_entry, stage_call_entry

  abstract interface
    function create_entry(the_case, launch, state) bind(C) result(status)
      import :: ladder_launch, c_ptr, c_int
      type(c_ptr), value :: the_case
      type(ladder_launch), intent(in) :: launch
      type(c_ptr), intent(out) :: state
      integer(c_int) :: status
    end function create_entry

    function last_error_entry(state) bind(C) result(words)
      import :: c_ptr
      type(c_ptr), value :: state
      type(c_ptr) :: words
    end function last_error_entry

    subroutine destroy_entry(state) bind(C)
      import :: c_ptr
      type(c_ptr), value :: state
    end subroutine destroy_entry

    subroutine checkpoint_entry(context, step, now) bind(C)
      import :: c_ptr, c_int32_t
      type(c_ptr), value :: context, now
      integer(c_int32_t), value :: step
    end subroutine checkpoint_entry

    subroutine stage_call_entry(context, entering) bind(C)
      import :: c_ptr, c_int32_t
      type(c_ptr), value :: context
      integer(c_int32_t), value :: entering
    end subroutine stage_call_entry
  end interface

end module frame
