!> For the test of the contract: copies every struct component by component, so that a mirror that
!! drifts from its C struct changes a value on the way.
module heat_contract_echo
  use heat_contract, only: ladder_heat, ladder_heat_general, ladder_heat_entries, ladder_heat_fields
  implicit none
  private
  public :: echo_case, echo_general, echo_entries, echo_fields

contains

  subroutine echo_case(a, b) bind(C, name='ladder_heat_echo_case')
    type(ladder_heat), intent(in) :: a
    type(ladder_heat), intent(inout) :: b
    b%nz = a%nz
    b%nx = a%nx
    b%ny = a%ny
    b%steps = a%steps
    b%spacing = a%spacing
    b%dt = a%dt
    b%diffusivity = a%diffusivity
    b%factor = a%factor
    b%general = a%general
  end subroutine echo_case

  subroutine echo_general(a, b) bind(C, name='ladder_heat_echo_general')
    type(ladder_heat_general), intent(in) :: a
    type(ladder_heat_general), intent(inout) :: b
    b%insulated = a%insulated
    b%factor = a%factor
    b%conductivity = a%conductivity
  end subroutine echo_general

  subroutine echo_entries(a, b) bind(C, name='ladder_heat_echo_entries')
    type(ladder_heat_entries), intent(in) :: a
    type(ladder_heat_entries), intent(inout) :: b
    b%step = a%step
    b%upload = a%upload
    b%advance = a%advance
    b%download = a%download
  end subroutine echo_entries

  subroutine echo_fields(a, b) bind(C, name='ladder_heat_echo_fields')
    type(ladder_heat_fields), intent(in) :: a
    type(ladder_heat_fields), intent(inout) :: b
    b%now = a%now
    b%next = a%next
    b%step = a%step
  end subroutine echo_fields

end module heat_contract_echo
