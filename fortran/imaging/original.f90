!> The original: what every other stage is measured against. float32, serial.
module imaging_original
  use, intrinsic :: iso_c_binding, only: c_float, c_f_pointer
  use imaging_contract, only: ladder_imaging
  implicit none
  private
  public :: original_step, original_image

  integer, parameter :: wp = c_float
  integer, parameter :: cells_of_a_team = 0 ! all

contains

  include 'step_of_case.inc'
  include 'loops.inc'

  subroutine original_step(the_case, now, before) bind(C, name='ladder_imaging_original_step')
    type(ladder_imaging), intent(in) :: the_case
    real(wp), intent(in) :: now(*)
    real(wp), intent(inout) :: before(*)

    call step_of_case(the_case, now, before)
  end subroutine original_step

  subroutine original_image(the_case, forward, backward, image, gather_x, gather_z, illumination) &
    bind(C, name='ladder_imaging_original_image')
    type(ladder_imaging), intent(in) :: the_case
    real(wp), intent(in) :: forward(*), backward(*)
    real(wp), intent(inout) :: image(*), gather_x(*), gather_z(*), illumination(*)

    call multiply_fields(the_case%nz, the_case%nx, the_case%offsets_x, the_case%offsets_z, &
                         forward, backward, image, gather_x, gather_z, illumination)
  end subroutine original_image

end module imaging_original
