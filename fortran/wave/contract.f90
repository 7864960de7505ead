!> Mirrors of every struct of harness/stage.h and harness/driver.h, in the same order of components.
!! harness/tests/test_contract.cpp sends distinct values through each of them and back.
module contract
  use, intrinsic :: iso_c_binding, only: c_int32_t, c_int, c_float, c_double, c_ptr, c_funptr
  implicit none
  private

  integer(c_int), parameter, public :: status_ok = 0
  integer(c_int), parameter, public :: status_failed = 4
  integer(c_int), parameter, public :: status_stopped = 5
  integer, parameter, public :: most_knobs = 8

  type, bind(C), public :: ladder_cell
    integer(c_int32_t) :: z, x, y ! zero-based
  end type ladder_cell

  type, bind(C), public :: ladder_case
    integer(c_int32_t) :: nz, nx, ny ! [cells]
    integer(c_int32_t) :: half_length ! [cells]
    integer(c_int32_t) :: steps
    integer(c_int32_t) :: sources
    integer(c_int32_t) :: receivers
    real(c_float) :: dz, dx, dy ! [m]
    real(c_float) :: dt ! [s]
    type(c_ptr) :: taps_z, taps_x, taps_y ! float(2 half_length + 1) [1/m^2]
    type(c_ptr) :: v2dt2 ! float(nz, nx, ny) [m^2]
    type(c_ptr) :: sponge_z, sponge_x, sponge_y ! float(nz), float(nx), float(ny)
    type(c_ptr) :: source_cells ! ladder_cell(sources)
    type(c_ptr) :: wavelets ! float(steps, sources)
    type(c_ptr) :: receiver_cells ! ladder_cell(receivers)
  end type ladder_case

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
    real(c_double) :: bytes_per_point, operations_per_point, operations_per_tap
    type(c_funptr) :: create, launch_used, last_error, destroy
    type(c_funptr) :: laplacian, upload, advance, download
  end type ladder_stage

  type, bind(C), public :: ladder_observer
    type(c_ptr) :: context
    type(c_funptr) :: checkpoint, stage_call
    type(c_ptr) :: stop ! volatile int32_t *
    integer(c_int32_t) :: interval ! [steps]
  end type ladder_observer

  type, bind(C), public :: ladder_fields
    type(c_ptr) :: now, before, laplacian, traces
    integer(c_int32_t) :: step
  end type ladder_fields

  public :: create_entry, destroy_entry, last_error_entry, laplacian_entry, upload_entry
  public :: advance_entry, download_entry, checkpoint_entry, stage_call_entry

  abstract interface
    function create_entry(problem, launch, state) bind(C) result(status)
      import :: ladder_case, ladder_launch, c_ptr, c_int
      type(ladder_case), intent(in) :: problem
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

    function laplacian_entry(state, p, lap) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, p, lap
      integer(c_int) :: status
    end function laplacian_entry

    function upload_entry(state, now, before, step) bind(C) result(status)
      import :: c_ptr, c_int, c_int32_t
      type(c_ptr), value :: state, now, before
      integer(c_int32_t), value :: step
      integer(c_int) :: status
    end function upload_entry

    function advance_entry(state, count) bind(C) result(status)
      import :: c_ptr, c_int, c_int32_t
      type(c_ptr), value :: state
      integer(c_int32_t), value :: count
      integer(c_int) :: status
    end function advance_entry

    function download_entry(state, now, before, traces) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, now, before, traces
      integer(c_int) :: status
    end function download_entry

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

end module contract
