!> Mirrors of every struct of harness/problems/imaging/, in the same order of components; those that
!! all problems share come with them.
module imaging_contract
  use, intrinsic :: iso_c_binding, only: c_int32_t, c_int, c_float, c_ptr, c_funptr
  use frame
  implicit none
  public

  type, bind(C) :: ladder_place
    integer(c_int32_t) :: z, x ! zero-based
  end type ladder_place

  type, bind(C) :: ladder_imaging
    integer(c_int32_t) :: nz, nx ! [cells]
    integer(c_int32_t) :: half_length ! M [cells]
    integer(c_int32_t) :: steps ! of either field
    integer(c_int32_t) :: every ! [steps] between image times
    integer(c_int32_t) :: offsets_x, offsets_z ! the largest [cells]
    integer(c_int32_t) :: sources, receivers
    real(c_float) :: dz, dx ! [m]
    real(c_float) :: dt ! [s]
    type(c_ptr) :: taps_z, taps_x ! float(2 M + 1) [1/m^2]
    type(c_ptr) :: v2dt2 ! float(nz, nx) [m^2]
    type(c_ptr) :: sponge_z, sponge_x ! float(nz), float(nx)
    type(c_ptr) :: source_cells ! ladder_place(sources)
    type(c_ptr) :: wavelets ! float(sources, steps)
    type(c_ptr) :: receiver_cells ! ladder_place(receivers)
    type(c_ptr) :: data ! float(receivers, steps)
  end type ladder_imaging

  type, bind(C) :: ladder_imaging_entries
    type(c_funptr) :: step, add_image, upload, advance, download, memory
  end type ladder_imaging_entries

  type, bind(C) :: ladder_imaging_fields
    type(c_ptr) :: image, gather_x, gather_z, illumination ! float or double
    type(c_ptr) :: now, before
  end type ladder_imaging_fields

  abstract interface
    function step_entry(state, now, before) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, now, before
      integer(c_int) :: status
    end function step_entry

    function add_image_entry(state, forward, backward, image, gather_x, gather_z, illumination) &
      bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, forward, backward, image, gather_x, gather_z, illumination
      integer(c_int) :: status
    end function add_image_entry

    function upload_entry(state, now, before) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, now, before
      integer(c_int) :: status
    end function upload_entry

    function advance_entry(state, count) bind(C) result(status)
      import :: c_ptr, c_int, c_int32_t
      type(c_ptr), value :: state
      integer(c_int32_t), value :: count
      integer(c_int) :: status
    end function advance_entry

    function download_entry(state, image, gather_x, gather_z, illumination) bind(C) result(status)
      import :: c_ptr, c_int
      type(c_ptr), value :: state, image, gather_x, gather_z, illumination
      integer(c_int) :: status
    end function download_entry
  end interface

end module imaging_contract
