!> Mirrors of every struct of harness/problems/heat/, in the same order of components; those that
!! all problems share come with them.
module heat_contract
  use, intrinsic :: iso_c_binding, only: c_int32_t, c_int, c_float, c_ptr, c_funptr
  use frame
  implicit none
  public

  type, bind(C) :: ladder_heat_general
    integer(c_int32_t) :: insulated(2, 3) ! low and high side along z, x, y; 1: no heat crosses it
    real(c_float) :: factor(3) ! kappa dt / d^2 along z, x, y, where the conductivity is 1
    type(c_ptr) :: conductivity ! float(nz, nx, ny), or null: 1 everywhere
  end type ladder_heat_general

  type, bind(C) :: ladder_heat
    integer(c_int32_t) :: nz, nx, ny ! [cells]
    integer(c_int32_t) :: steps
    real(c_float) :: spacing ! [m]
    real(c_float) :: dt ! [s]
    real(c_float) :: diffusivity ! [m^2/s]
    real(c_float) :: factor ! diffusivity dt / spacing^2
    type(c_ptr) :: general ! ladder_heat_general, or null: the case is plain
  end type ladder_heat

  type, bind(C) :: ladder_heat_entries
    type(c_funptr) :: step, upload, advance, download
  end type ladder_heat_entries

  type, bind(C) :: ladder_heat_fields
    type(c_ptr) :: now, next ! float or double(nz, nx, ny)
    integer(c_int32_t) :: step
  end type ladder_heat_fields

  abstract interface
    function step_entry(state, now, next) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, now, next
      integer(c_int) :: status
    end function step_entry

    function upload_entry(state, now) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, now
      integer(c_int) :: status
    end function upload_entry

    function advance_entry(state, count) bind(C) result(status)
      import :: c_ptr, c_int, c_int32_t
      type(c_ptr), value :: state
      integer(c_int32_t), value :: count
      integer(c_int) :: status
    end function advance_entry

    function download_entry(state, now) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, now
      integer(c_int) :: status
    end function download_entry
  end interface

end module heat_contract
