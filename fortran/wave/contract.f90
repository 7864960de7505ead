!> Mirrors of every struct of harness/problems/wave/, in the same order of components; those that
!! all problems share come with them. harness/tests/test_contract.py compares them.
module wave_contract
  use, intrinsic :: iso_c_binding, only: c_int32_t, c_int, c_float, c_ptr, c_funptr
  use frame
  implicit none
  public

  type, bind(C) :: ladder_cell
    integer(c_int32_t) :: z, x, y ! zero-based
  end type ladder_cell

  type, bind(C) :: ladder_wave
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
  end type ladder_wave

  type, bind(C) :: ladder_wave_entries
    type(c_funptr) :: laplacian, upload, advance, download
    type(c_ptr) :: models ! the driver advances one model
  end type ladder_wave_entries

  type, bind(C) :: ladder_fields
    type(c_ptr) :: now, before, laplacian, traces
    integer(c_int32_t) :: step
  end type ladder_fields

  abstract interface
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
  end interface

end module wave_contract
