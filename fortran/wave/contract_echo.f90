!> For the test of the contract: copies every struct component by component, so that a mirror that
!! drifts from its C struct changes a value on the way.
module contract_echo
  use wave_contract, only: ladder_wave, ladder_cell, ladder_knob, ladder_launch, ladder_stage, &
                           ladder_observer, ladder_fields, ladder_wave_entries
  implicit none
  private
  public :: echo_cell, echo_case, echo_knob, echo_launch, echo_stage, echo_observer, echo_fields, &
            echo_entries

contains

  subroutine echo_cell(a, b) bind(C, name='ladder_echo_cell')
    type(ladder_cell), intent(in) :: a
    type(ladder_cell), intent(inout) :: b
    b%z = a%z
    b%x = a%x
    b%y = a%y
  end subroutine echo_cell

  subroutine echo_case(a, b) bind(C, name='ladder_echo_case')
    type(ladder_wave), intent(in) :: a
    type(ladder_wave), intent(inout) :: b
    b%nz = a%nz
    b%nx = a%nx
    b%ny = a%ny
    b%half_length = a%half_length
    b%steps = a%steps
    b%sources = a%sources
    b%receivers = a%receivers
    b%dz = a%dz
    b%dx = a%dx
    b%dy = a%dy
    b%dt = a%dt
    b%taps_z = a%taps_z
    b%taps_x = a%taps_x
    b%taps_y = a%taps_y
    b%v2dt2 = a%v2dt2
    b%sponge_z = a%sponge_z
    b%sponge_x = a%sponge_x
    b%sponge_y = a%sponge_y
    b%source_cells = a%source_cells
    b%wavelets = a%wavelets
    b%receiver_cells = a%receiver_cells
  end subroutine echo_case

  subroutine echo_knob(a, b) bind(C, name='ladder_echo_knob')
    type(ladder_knob), intent(in) :: a
    type(ladder_knob), intent(inout) :: b
    b%name = a%name
    b%unit = a%unit
    b%kernel = a%kernel
    b%values = a%values
    b%preset = a%preset
    b%least = a%least
    b%most = a%most
  end subroutine echo_knob

  subroutine echo_launch(a, b) bind(C, name='ladder_echo_launch')
    type(ladder_launch), intent(in) :: a
    type(ladder_launch), intent(inout) :: b
    b%knob = a%knob
  end subroutine echo_launch

  subroutine echo_stage(a, b) bind(C, name='ladder_echo_stage')
    type(ladder_stage), intent(in) :: a
    type(ladder_stage), intent(inout) :: b
    b%abi_version = a%abi_version
    b%problem = a%problem
    b%name = a%name
    b%parent = a%parent
    b%change = a%change
    b%expectation = a%expectation
    b%device = a%device
    b%knobs = a%knobs
    b%knob = a%knob
    b%owns_time_loop = a%owns_time_loop
    b%page_locked = a%page_locked
    b%bytes_per_point = a%bytes_per_point
    b%operations_per_point = a%operations_per_point
    b%operations_per_tap = a%operations_per_tap
    b%create = a%create
    b%launch_used = a%launch_used
    b%last_error = a%last_error
    b%destroy = a%destroy
    b%entries = a%entries
  end subroutine echo_stage

  subroutine echo_entries(a, b) bind(C, name='ladder_echo_entries')
    type(ladder_wave_entries), intent(in) :: a
    type(ladder_wave_entries), intent(inout) :: b
    b%laplacian = a%laplacian
    b%upload = a%upload
    b%advance = a%advance
    b%download = a%download
    b%models = a%models
  end subroutine echo_entries

  subroutine echo_observer(a, b) bind(C, name='ladder_echo_observer')
    type(ladder_observer), intent(in) :: a
    type(ladder_observer), intent(inout) :: b
    b%context = a%context
    b%checkpoint = a%checkpoint
    b%stage_call = a%stage_call
    b%stop = a%stop
    b%interval = a%interval
    b%dues = a%dues
    b%due = a%due
    b%clock = a%clock
  end subroutine echo_observer

  subroutine echo_fields(a, b) bind(C, name='ladder_echo_fields')
    type(ladder_fields), intent(in) :: a
    type(ladder_fields), intent(inout) :: b
    b%now = a%now
    b%before = a%before
    b%laplacian = a%laplacian
    b%traces = a%traces
    b%step = a%step
  end subroutine echo_fields

end module contract_echo
