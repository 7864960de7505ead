!> For the test of the contract: copies every struct component by component, so that a mirror that
!! drifts from its C struct changes a value on the way.
module imaging_contract_echo
  use imaging_contract, only: ladder_place, ladder_imaging, ladder_imaging_entries, &
                              ladder_imaging_fields
  implicit none
  private
  public :: echo_place, echo_case, echo_entries, echo_fields

contains

  subroutine echo_place(a, b) bind(C, name='ladder_imaging_echo_place')
    type(ladder_place), intent(in) :: a
    type(ladder_place), intent(inout) :: b
    b%z = a%z
    b%x = a%x
  end subroutine echo_place

  subroutine echo_case(a, b) bind(C, name='ladder_imaging_echo_case')
    type(ladder_imaging), intent(in) :: a
    type(ladder_imaging), intent(inout) :: b
    b%nz = a%nz
    b%nx = a%nx
    b%half_length = a%half_length
    b%steps = a%steps
    b%every = a%every
    b%offsets_x = a%offsets_x
    b%offsets_z = a%offsets_z
    b%sources = a%sources
    b%receivers = a%receivers
    b%dz = a%dz
    b%dx = a%dx
    b%dt = a%dt
    b%taps_z = a%taps_z
    b%taps_x = a%taps_x
    b%v2dt2 = a%v2dt2
    b%sponge_z = a%sponge_z
    b%sponge_x = a%sponge_x
    b%source_cells = a%source_cells
    b%wavelets = a%wavelets
    b%receiver_cells = a%receiver_cells
    b%data = a%data
  end subroutine echo_case

  subroutine echo_entries(a, b) bind(C, name='ladder_imaging_echo_entries')
    type(ladder_imaging_entries), intent(in) :: a
    type(ladder_imaging_entries), intent(inout) :: b
    b%step = a%step
    b%add_image = a%add_image
    b%upload = a%upload
    b%advance = a%advance
    b%download = a%download
    b%memory = a%memory
  end subroutine echo_entries

  subroutine echo_fields(a, b) bind(C, name='ladder_imaging_echo_fields')
    type(ladder_imaging_fields), intent(in) :: a
    type(ladder_imaging_fields), intent(inout) :: b
    b%image = a%image
    b%gather_x = a%gather_x
    b%gather_z = a%gather_z
    b%illumination = a%illumination
    b%now = a%now
    b%before = a%before
  end subroutine echo_fields

end module imaging_contract_echo
