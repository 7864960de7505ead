!> Acoustic waves: the program that a Fortran shop would know as its own. It reads a namelist, picks
!! the stage that takes the convolution, in C or CUDA, by its name, and writes the traces.
!!
!!   ac data/wave/ac.nml
!!
!! With `shadow` it lets another stage compute the same steps, and reports where and when the two
!! differ.
program ac
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_int, c_int32_t, c_loc, &
                        c_null_ptr, c_null_funptr, c_ptr, c_associated, c_f_pointer, c_f_procpointer
  use, intrinsic :: iso_fortran_env, only: error_unit, int64
  use wave_contract, only: ladder_wave, ladder_cell, ladder_knob, ladder_launch, ladder_stage, &
            ladder_observer, ladder_fields, create_entry, destroy_entry, last_error_entry, status_ok
  use c_strings, only: to_c, from_c
  use driver, only: drive
  use ladder_shadow, only: ladder_shadow_begin_wave, ladder_shadow_end, ladder_shadow_is_active
  use shadow_of_driver, only: observed_by_shadow
  use operator, only: operator_taps, windowed, usual_alpha, usual_beta
  use sponge, only: sponge_factors
  use wavelet, only: ricker
  implicit none

  interface
    !> A stage of this build by name; NULL where there is none.
    function find_stage(name) bind(C, name='ladder_find_stage') result(stage)
      import :: c_ptr, c_char
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: stage
    end function find_stage
  end interface

  integer, parameter :: exit_usage = 2, exit_wrong = 3, exit_file = 7

  ! What the namelist may set.
  character(len=64) :: stage = 'fortran'
  character(len=512) :: model = '' ! raw float32 m/s, z fastest; empty: constant `velocity`
  character(len=512) :: traces = 'traces.f32' ! raw float32, receivers fastest
  integer :: nz = 310, nx = 775 ! [cells]
  real :: spacing = 20.0 ! [m]
  real :: velocity = 2000.0 ! [m/s]
  real :: dt = 0.002 ! [s]
  integer :: samples = 2000
  integer :: half_length = 8 ! [cells]
  real(c_double) :: alpha, beta ! of the window; default: usual_alpha, usual_beta
  integer :: sponge_cells = 50
  real :: sponge_strength = 0.0053 ! [1/cell]
  real :: peak = 8.0 ! [Hz]
  integer :: source_z = 0, source_x = 350 ! [cells], zero-based
  integer :: threads = 0, block(2) = 0, method = 0 ! knobs of the stage; 0: its own choice
  ! a stage that is compared with this one: 'c-omp threads=4', './mine.so'; empty: none
  character(len=512) :: shadow = ''
  ! 'program' (each step from this program's fields) or 'itself'
  character(len=8) :: shadow_from = ''
  ! of a difference, as a share of the largest value so far; 0: what rounding explains
  real :: shadow_bound = 0
  character(len=512) :: shadow_log = '' ! a line a step, .csv
  character(len=512) :: capture = '' ! the steps as a file for `ladder --replay=FILE`
  character(len=32) :: capture_steps = '' ! '1:200'; empty: all
  namelist /run/ stage, model, traces, nz, nx, spacing, velocity, dt, samples, half_length, alpha, &
    beta, sponge_cells, sponge_strength, peak, source_z, source_x, threads, block, method, &
    shadow, shadow_from, shadow_bound, shadow_log, capture, capture_steps

  type(ladder_wave), target :: problem
  type(ladder_launch) :: launch
  type(ladder_stage), pointer :: chosen
  real(c_float), allocatable, target :: taps_z(:), taps_x(:), taps_y(:), v2dt2(:, :)
  real(c_float), allocatable, target :: sponge_z(:), sponge_x(:), sponge_y(:), signal(:)
  real(c_float), allocatable, target :: now(:, :), before(:, :), laplacian(:, :), recorded(:, :)
  type(ladder_cell), allocatable, target :: sources(:), receivers(:)
  integer(int64) :: started, ended, rate
  integer :: verdict ! of the shadow

  call read_namelist()
  call choose_stage()
  call make_case()
  call system_clock(started, rate)
  call run_case()
  call system_clock(ended)
  call write_traces()
  print '(a, i0, a, f0.3, a, a)', 'stage '//trim(stage)//': ', samples - 1, ' steps in ', &
    real(ended - started, c_double) / real(rate, c_double), ' s, traces in ', trim(traces)
  if (verdict /= 0) stop verdict, quiet = .true.

contains

  subroutine fail(words, code)
    character(len=*), intent(in) :: words
    integer, intent(in) :: code

    write (error_unit, '(a)') 'ac: '//words
    stop code, quiet = .true.
  end subroutine fail

  subroutine read_namelist()
    character(len=512) :: file, why
    integer :: unit, status

    if (command_argument_count() /= 1) call fail('expected a namelist file', exit_usage)
    call get_command_argument(1, file)
    alpha = usual_alpha
    beta = usual_beta
    open (newunit=unit, file=trim(file), status='old', action='read', iostat=status, iomsg=why)
    if (status /= 0) call fail(trim(why), exit_file)
    read (unit, nml=run, iostat=status, iomsg=why)
    if (status /= 0) call fail(trim(file)//': '//trim(why), exit_file)
    close (unit)
    if (min(nz, nx, samples) < 1) call fail('nz, nx and samples must be positive', exit_file)
    if (half_length < 1 .or. half_length > 16) call fail('half_length must be 1 to 16', exit_file)
    if (source_z < 0 .or. source_z >= nz .or. source_x < 0 .or. source_x >= nx) then
      call fail('the source lies outside the grid', exit_file)
    end if
    if (sponge_cells < 0 .or. sponge_cells > nz .or. 2 * sponge_cells > nx) then
      call fail('the sponge is wider than the grid', exit_file)
    end if
  end subroutine read_namelist

  subroutine choose_stage()
    type(c_ptr) :: found

    found = find_stage(to_c(stage))
    if (.not. c_associated(found)) then
      call fail('there is no stage '//trim(stage)//' here; see `ladder list`', exit_usage)
    end if
    call c_f_pointer(found, chosen)
    call set_knobs()
  end subroutine choose_stage

  !> The stage's presets, with the namelist's values in the place of those that it gives.
  subroutine set_knobs()
    type(ladder_knob), pointer :: knobs(:)
    integer :: i

    launch%knob = 0
    if (chosen%knobs == 0) return
    call c_f_pointer(chosen%knob, knobs, [chosen%knobs])
    do i = 1, chosen%knobs
      launch%knob(:, i) = knobs(i)%preset
      select case (from_c(knobs(i)%name))
      case ('threads')
        if (threads > 0) launch%knob(1, i) = threads
      case ('block')
        if (all(block > 0)) launch%knob(:, i) = block
      case ('method')
        if (method > 0) launch%knob(1, i) = method
      end select
      if (any(launch%knob(:knobs(i)%values, i) > knobs(i)%most(:knobs(i)%values))) then
        call fail('a knob of '''//trim(stage)//''' is out of range; see `ladder list`', exit_file)
      end if
    end do
  end subroutine set_knobs

  subroutine make_case()
    integer :: i

    allocate (taps_z(2 * half_length + 1), taps_x(2 * half_length + 1), taps_y(2 * half_length + 1))
    allocate (sponge_z(nz), sponge_x(nx), sponge_y(1), signal(samples - 1), v2dt2(nz, nx))
    taps_z = 0
    taps_x = 0
    taps_y = 0
    if (nz > 1) call operator_taps(windowed, half_length, real(spacing, c_double), &
                                   alpha, beta, taps_z)
    if (nx > 1) call operator_taps(windowed, half_length, real(spacing, c_double), &
                                   alpha, beta, taps_x)
    call sponge_factors(nz, 0, sponge_cells, real(sponge_strength, c_double), sponge_z)
    call sponge_factors(nx, sponge_cells, sponge_cells, real(sponge_strength, c_double), sponge_x)
    sponge_y = 1
    call read_model()
    v2dt2 = (v2dt2 * dt)**2
    call ricker(samples - 1, real(dt, c_double), real(peak, c_double), 1.2_c_double / peak, signal)
    signal = signal * v2dt2(source_z + 1, source_x + 1) / spacing**2
    sources = [ladder_cell(source_z, source_x, 0)]
    receivers = [(ladder_cell(0, i, 0), i=0, nx - 1)]
  problem = ladder_wave(nz=nz, nx=nx, ny=1, half_length=half_length, steps=samples - 1, sources=1, &
                    receivers=nx, dz=spacing, dx=spacing, dy=spacing, dt=dt, taps_z=c_loc(taps_z), &
         taps_x=c_loc(taps_x), taps_y=c_loc(taps_y), v2dt2=c_loc(v2dt2), sponge_z=c_loc(sponge_z), &
                  sponge_x=c_loc(sponge_x), sponge_y=c_loc(sponge_y), source_cells=c_loc(sources), &
                          wavelets=c_loc(signal), receiver_cells=c_loc(receivers))
  end subroutine make_case

  !> Velocities [m/s] into v2dt2, to be squared by the caller.
  subroutine read_model()
    integer :: unit, status
    character(len=512) :: why

    v2dt2 = velocity
    if (model == '') return
    open (newunit=unit, file=trim(model), status='old', access='stream', form='unformatted', &
          action='read', iostat=status, iomsg=why)
    if (status == 0) read (unit, iostat=status, iomsg=why) v2dt2
    if (status /= 0) call fail(trim(model)//': '//trim(why), exit_file)
    close (unit)
    if (.not. all(v2dt2 > 0)) call fail(trim(model)//': not all velocities are positive', exit_file)
  end subroutine read_model

  subroutine run_case()
    procedure(create_entry), pointer :: create
    procedure(destroy_entry), pointer :: destroy
    type(c_ptr) :: state
    type(ladder_observer) :: observer
    type(ladder_fields), target :: fields
    integer(c_int) :: status

    allocate (now(nz, nx), before(nz, nx), laplacian(nz, nx), recorded(nx, samples))
    now = 0
    before = 0
    fields = ladder_fields(c_loc(now), c_loc(before), c_loc(laplacian), &
                           c_loc(recorded), 0)
    observer = ladder_observer(c_null_ptr, c_null_funptr, c_null_funptr, c_null_ptr, 0_c_int32_t, &
                               0_c_int32_t, c_null_ptr)
    call c_f_procpointer(chosen%create, create)
    call c_f_procpointer(chosen%destroy, destroy)
    state = c_null_ptr
    status = create(c_loc(problem), launch, state)
    if (status /= status_ok) call fail(words_of(c_null_ptr), exit_wrong)
    call begin_shadow()
    if (ladder_shadow_is_active()) observer = observed_by_shadow(problem, fields)
    status = drive(problem, chosen, state, observer, fields)
    if (status /= status_ok) call fail(words_of(state), exit_wrong)
    call destroy(state)
    call ladder_shadow_end(stat=verdict)
  end subroutine run_case

  subroutine begin_shadow()
    if (shadow == stage) &
      call fail('shadow: a stage cannot be compared with itself; choose another', exit_usage)
    call ladder_shadow_begin_wave(problem, shadow, shadow_from, shadow_bound, shadow_log, &
                                  capture, capture_steps)
  end subroutine begin_shadow

  function words_of(state) result(words)
    type(c_ptr), intent(in) :: state
    character(len=:), allocatable :: words
    procedure(last_error_entry), pointer :: last_error

    call c_f_procpointer(chosen%last_error, last_error)
    words = 'stage '//trim(stage)//': '//from_c(last_error(state))
  end function words_of

  subroutine write_traces()
    integer :: unit, status
    character(len=512) :: why

    open (newunit=unit, file=trim(traces), status='replace', access='stream', form='unformatted', &
          action='write', iostat=status, iomsg=why)
    if (status == 0) write (unit, iostat=status, iomsg=why) recorded
    if (status /= 0) call fail(trim(traces)//': '//trim(why), exit_file)
    close (unit)
  end subroutine write_traces

end program ac
