!> Compares a stage of ladder with a program that computes a wave by itself: the same steps, cell by
!! cell, and its calls as a file. harness/seismic/shadow/README.md shows how;
!! harness/seismic/shadow/ladder_shadow.h is the same for C.
!!
!! A program that is compiled with this module runs as before unless the environment (LADDER_SHADOW,
!! LADDER_CAPTURE) or an argument of ladder_shadow_begin asks for a stage or a file.
module ladder_shadow
  use, intrinsic :: iso_c_binding, only: c_int32_t, c_float, c_char, c_ptr, c_loc, c_null_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit
  use wave_contract, only: ladder_wave, ladder_cell
  use c_strings, only: to_c, from_c
  implicit none
  private
  public :: ladder_shadow_begin, ladder_shadow_begin_wave, ladder_shadow_is_active, &
            ladder_shadow_step_begins, ladder_shadow_step_ends, ladder_shadow_end, ladder_cell

  interface
    function c_set(name, text) bind(C, name='ladder_shadow_set') result(status)
      import :: c_char, c_int32_t
      character(kind=c_char), intent(in) :: name(*), text(*)
      integer(c_int32_t) :: status
    end function c_set

    function c_begin(wave) bind(C, name='ladder_shadow_begin') result(status)
      import :: ladder_wave, c_int32_t
      type(ladder_wave), intent(in) :: wave
      integer(c_int32_t) :: status
    end function c_begin

    function c_is_active() bind(C, name='ladder_shadow_is_active') result(active)
      import :: c_int32_t
      integer(c_int32_t) :: active
    end function c_is_active

    function c_step_begins(step, now, before) bind(C, name='ladder_shadow_step_begins') &
      result(status)
      import :: c_int32_t, c_float
      integer(c_int32_t), value :: step
      real(c_float), intent(in) :: now(*), before(*)
      integer(c_int32_t) :: status
    end function c_step_begins

    function c_step_ends(now, before) bind(C, name='ladder_shadow_step_ends') result(status)
      import :: c_int32_t, c_float
      real(c_float), intent(in) :: now(*), before(*)
      integer(c_int32_t) :: status
    end function c_step_ends

    function c_end() bind(C, name='ladder_shadow_end') result(status)
      import :: c_int32_t
      integer(c_int32_t) :: status
    end function c_end

    function c_error() bind(C, name='ladder_shadow_error') result(words)
      import :: c_ptr
      type(c_ptr) :: words
    end function c_error
  end interface

contains

  !> What the program computes: p(n+1) = 2 p(n) - p(n-1) + v2dt2 L p(n), then its sources are added
  !! and p(n+1) and p(n) tapered, as far as they are given here. Arrays are nz, nx, ny in the order
  !! of Fortran; nz is the fastest axis. All is copied. What is asked for takes precedence over the
  !! environment. Without `stat` an error stops the program.
  subroutine ladder_shadow_begin(cells, steps, spacing, dt, taps, v2dt2, taps_x, taps_y, &
      sponge_z, sponge_x, sponge_y, source_cells, wavelets, receiver_cells, stage, from, bound, &
      log, capture, capture_steps, stat)
    integer, intent(in) :: cells(3) ! nz, nx, ny; ny = 1 in two dimensions
    integer, intent(in) :: steps
    real, intent(in) :: spacing(3) ! of the axes [m]
    real, intent(in) :: dt ! [s]
    ! of z and, unless they are given, of x and y [1/m^2]
    real(c_float), intent(in), contiguous, target :: taps(:)
    real(c_float), intent(in), target :: v2dt2(*) ! (v dt)^2 of each cell [m^2]
    real(c_float), intent(in), contiguous, target, optional :: taps_x(:), taps_y(:) ! [1/m^2]
    ! factors
    real(c_float), intent(in), contiguous, target, optional :: sponge_z(:), sponge_x(:), &
      sponge_y(:)
    type(ladder_cell), intent(in), contiguous, target, optional :: source_cells(:) ! zero-based
    type(ladder_cell), intent(in), contiguous, target, optional :: receiver_cells(:) ! zero-based
    real(c_float), intent(in), contiguous, target, optional :: wavelets(:, :) ! (steps, sources)
    character(len=*), intent(in), optional :: stage, from, log, capture, capture_steps
    real, intent(in), optional :: bound
    integer, intent(out), optional :: stat
    real(c_float), allocatable, target :: none(:), ones(:)
    type(ladder_wave) :: wave

    allocate (none(size(taps)), source=0.0_c_float)
    allocate (ones(maxval(cells)), source=1.0_c_float)
    wave%nz = cells(1)
    wave%nx = cells(2)
    wave%ny = cells(3)
    wave%half_length = (size(taps) - 1) / 2
    wave%steps = steps
    wave%sources = 0
    wave%receivers = 0
    wave%dz = spacing(1)
    wave%dx = spacing(2)
    wave%dy = spacing(3)
    wave%dt = dt
    wave%taps_z = merge(c_loc(taps), c_loc(none), cells(1) > 1)
    wave%taps_x = merge(c_loc(taps), c_loc(none), cells(2) > 1)
    wave%taps_y = merge(c_loc(taps), c_loc(none), cells(3) > 1)
    if (present(taps_x)) wave%taps_x = c_loc(taps_x)
    if (present(taps_y)) wave%taps_y = c_loc(taps_y)
    wave%v2dt2 = c_loc(v2dt2)
    wave%sponge_z = c_loc(ones)
    wave%sponge_x = c_loc(ones)
    wave%sponge_y = c_loc(ones)
    if (present(sponge_z)) wave%sponge_z = c_loc(sponge_z)
    if (present(sponge_x)) wave%sponge_x = c_loc(sponge_x)
    if (present(sponge_y)) wave%sponge_y = c_loc(sponge_y)
    wave%source_cells = c_null_ptr
    wave%wavelets = c_null_ptr
    wave%receiver_cells = c_null_ptr
    if (present(source_cells) .and. present(wavelets)) then
      wave%sources = size(source_cells)
      wave%source_cells = c_loc(source_cells)
      wave%wavelets = c_loc(wavelets)
    end if
    if (present(receiver_cells)) then
      wave%receivers = size(receiver_cells)
      wave%receiver_cells = c_loc(receiver_cells)
    end if
    call ladder_shadow_begin_wave(wave, stage, from, bound, log, capture, capture_steps, stat)
  end subroutine ladder_shadow_begin

  !> The same, of a program that has its wave in the contract's form.
  subroutine ladder_shadow_begin_wave(wave, stage, from, bound, log, capture, capture_steps, stat)
    type(ladder_wave), intent(in) :: wave
    character(len=*), intent(in), optional :: stage ! 'c-omp threads=4', or a plug-in './mine.so'
    character(len=*), intent(in), optional :: from ! 'program' or 'itself'
    ! a share of the program's largest value so far; 0: what rounding explains
    real, intent(in), optional :: bound
    character(len=*), intent(in), optional :: log ! file.csv
    character(len=*), intent(in), optional :: capture ! file
    character(len=*), intent(in), optional :: capture_steps ! '1:200'
    integer, intent(out), optional :: stat
    character(len=32) :: number
    integer :: status

    status = 0
    call set('stage', stage, status)
    call set('from', from, status)
    call set('log', log, status)
    call set('capture', capture, status)
    call set('steps', capture_steps, status)
    number = ''
    if (present(bound)) then
      if (abs(bound) > 0) write (number, '(es16.8)') bound
    end if
    call set('bound', adjustl(number), status)
    if (status == 0) status = c_begin(wave)
    if (present(stat)) stat = status
    if (status == 0 .or. present(stat)) return
    write (error_unit, '(a)') 'ladder_shadow: '//from_c(c_error())
    stop status, quiet = .true.
  end subroutine ladder_shadow_begin_wave

  function ladder_shadow_is_active() result(active)
    logical :: active

    active = c_is_active() /= 0
  end function ladder_shadow_is_active

  !> What the step (1 is the first) starts from: p(step - 1) and p(step - 2).
  subroutine ladder_shadow_step_begins(step, now, before, stat)
    integer, intent(in) :: step
    real(c_float), intent(in) :: now(*), before(*)
    integer, intent(out), optional :: stat

    integer :: status

    status = c_step_begins(step, now, before)
    if (present(stat)) stat = status
  end subroutine ladder_shadow_step_begins

  !> Its result: p(step) and p(step - 1). Nothing that goes wrong in a step stops the program;
  !! `stat` is 3 once the stage has parted.
  subroutine ladder_shadow_step_ends(now, before, stat)
    real(c_float), intent(in) :: now(*), before(*)
    integer, intent(out), optional :: stat
    integer :: status

    status = c_step_ends(now, before)
    if (present(stat)) stat = status
  end subroutine ladder_shadow_step_ends

  !> Reports what was found and writes the files. Without `stat` it stops the program where the
  !! stage has parted (3) or something went wrong.
  subroutine ladder_shadow_end(stat)
    integer, intent(out), optional :: stat

    integer :: status

    status = c_end()
    if (present(stat)) then
      stat = status
    else if (status /= 0) then
      stop status, quiet = .true.
    end if
  end subroutine ladder_shadow_end

  !> A setting that is empty or absent is left to the environment.
  subroutine set(name, text, status)
    character(len=*), intent(in) :: name
    character(len=*), intent(in), optional :: text
    integer, intent(inout) :: status

    if (.not. present(text) .or. status /= 0) return
    if (text /= '') status = c_set(to_c(name), to_c(text))
  end subroutine set

end module ladder_shadow
