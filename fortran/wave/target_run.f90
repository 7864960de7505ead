!> A run whose arrays stay on OpenMP's default device, for 02_fortran_target.c. They are the
!! module's own: there is one run at a time.
module target_run
  use, intrinsic :: iso_c_binding, only: c_float, c_int, c_int32_t, c_f_pointer
  use, intrinsic :: omp_lib, only: omp_get_num_threads, omp_is_initial_device
  use wave_contract, only: ladder_wave, ladder_cell
  use time_step_target, only: convolve, step_forward, inject, taper, record
  implicit none
  private
  public :: enter, leave, upload, advance, download, threads_of_a_team

  real(c_float), allocatable, dimension(:, :, :) :: field_a, field_b, lap, v2dt2
  real(c_float), allocatable :: taps_z(:), taps_x(:), taps_y(:)
  real(c_float), allocatable :: sponge_z(:), sponge_x(:), sponge_y(:)
  real(c_float), allocatable :: wavelets(:, :), traces(:, :)
  type(ladder_cell), allocatable :: sources(:), receivers(:)
  integer :: step, uploaded ! sample numbers: now, and at the upload
  logical :: now_is_a
  logical :: is_there = .false. ! on the device

contains

  !> Takes what the case holds to the device. Status 1: the host has no memory left.
  function enter(problem) bind(C, name='ladder_target_enter') result(status)
    type(ladder_wave), intent(in) :: problem
    integer(c_int) :: status
    integer :: nz, nx, ny, m, failed
    real(c_float), pointer :: values(:), box(:, :, :), table(:, :)
    type(ladder_cell), pointer :: cells(:)

    nz = problem%nz; nx = problem%nx; ny = problem%ny; m = problem%half_length
    status = 1
    ! An array of nothing cannot be mapped, so each has room for one value.
    allocate (field_a(nz, nx, ny), field_b(nz, nx, ny), lap(nz, nx, ny), v2dt2(nz, nx, ny), &
              taps_z(2 * m + 1), taps_x(2 * m + 1), taps_y(2 * m + 1), &
              sponge_z(nz), sponge_x(nx), sponge_y(ny), &
              wavelets(max(1, problem%steps), max(1, problem%sources)), &
              traces(max(1, problem%receivers), 0:problem%steps), &
              sources(max(1, problem%sources)), receivers(max(1, problem%receivers)), stat=failed)
    if (failed /= 0) return
    call c_f_pointer(problem%v2dt2, box, [nz, nx, ny]); v2dt2 = box
    call c_f_pointer(problem%taps_z, values, [2 * m + 1]); taps_z = values
    call c_f_pointer(problem%taps_x, values, [2 * m + 1]); taps_x = values
    call c_f_pointer(problem%taps_y, values, [2 * m + 1]); taps_y = values
    call c_f_pointer(problem%sponge_z, values, [nz]); sponge_z = values
    call c_f_pointer(problem%sponge_x, values, [nx]); sponge_x = values
    call c_f_pointer(problem%sponge_y, values, [ny]); sponge_y = values
    if (problem%sources > 0) then
      call c_f_pointer(problem%source_cells, cells, [problem%sources]); sources = cells
    end if
    if (problem%sources > 0 .and. problem%steps > 0) then
      call c_f_pointer(problem%wavelets, table, [problem%steps, problem%sources]); wavelets = table
    end if
    if (problem%receivers > 0) then
      call c_f_pointer(problem%receiver_cells, cells, [problem%receivers]); receivers = cells
    end if
    !$omp target enter data map(alloc: field_a, field_b, lap, traces) &
    !$omp   map(to: v2dt2, taps_z, taps_x, taps_y, sponge_z, sponge_x, sponge_y) &
    !$omp   map(to: wavelets, sources, receivers)
    is_there = .true.
    status = 0
  end function enter

  !> Also after an enter that failed halfway.
  subroutine leave() bind(C, name='ladder_target_leave')
    integer :: failed ! where it was not allocated: nothing to do

    if (is_there) then
      !$omp target exit data map(delete: field_a, field_b, lap, traces) &
      !$omp   map(delete: v2dt2, taps_z, taps_x, taps_y, sponge_z, sponge_x, sponge_y) &
      !$omp   map(delete: wavelets, sources, receivers)
    end if
    is_there = .false.
    deallocate (field_a, stat=failed)
    deallocate (field_b, stat=failed)
    deallocate (lap, stat=failed)
    deallocate (v2dt2, stat=failed)
    deallocate (taps_z, stat=failed)
    deallocate (taps_x, stat=failed)
    deallocate (taps_y, stat=failed)
    deallocate (sponge_z, stat=failed)
    deallocate (sponge_x, stat=failed)
    deallocate (sponge_y, stat=failed)
    deallocate (wavelets, stat=failed)
    deallocate (traces, stat=failed)
    deallocate (sources, stat=failed)
    deallocate (receivers, stat=failed)
  end subroutine leave

  subroutine upload(problem, threads, now, before, at) bind(C, name='ladder_target_upload')
    type(ladder_wave), intent(in) :: problem
    integer(c_int), value :: threads ! of a team
    real(c_float), intent(in) :: now(problem%nz, problem%nx, problem%ny)
    real(c_float), intent(in) :: before(problem%nz, problem%nx, problem%ny)
    integer(c_int32_t), value :: at ! the step

    field_a = now
    field_b = before
    !$omp target update to(field_a, field_b)
    now_is_a = .true.
    step = at
    uploaded = at
    call record(threads, problem%nz, problem%nx, problem%ny, problem%receivers, receivers, &
                field_a, traces(:, step))
  end subroutine upload

  subroutine advance(problem, teams, threads, count) bind(C, name='ladder_target_advance')
    type(ladder_wave), intent(in) :: problem
    integer(c_int), value :: teams, threads ! of a loop; of a team
    integer(c_int32_t), value :: count
    integer :: i

    do i = 1, count
      step = step + 1
      if (now_is_a) then
        call take_step(problem, teams, threads, field_a, field_b)
      else
        call take_step(problem, teams, threads, field_b, field_a)
      end if
      now_is_a = .not. now_is_a
    end do
  end subroutine advance

  !> p(n+1) takes the place of p(n-1), in `other`.
  subroutine take_step(problem, teams, threads, p, other)
    type(ladder_wave), intent(in) :: problem
    integer, intent(in) :: teams, threads
    real(c_float), intent(inout) :: p(problem%nz, problem%nx, problem%ny)
    real(c_float), intent(inout) :: other(problem%nz, problem%nx, problem%ny)

    associate (nz => problem%nz, nx => problem%nx, ny => problem%ny)
      call convolve(teams, threads, nz, nx, ny, problem%half_length, taps_z, taps_x, taps_y, p, lap)
      call step_forward(teams, threads, nz * nx * ny, v2dt2, lap, p, other)
      call inject(threads, nz, nx, ny, problem%sources, sources, problem%steps, wavelets, step, &
                  other)
      call taper(teams, threads, nz, nx, ny, sponge_z, sponge_x, sponge_y, other, p)
      call record(threads, nz, nx, ny, problem%receivers, receivers, other, traces(:, step))
    end associate
  end subroutine take_step

  !> Samples before the upload are not known here and stay as they are.
  subroutine download(problem, now, before, samples) bind(C, name='ladder_target_download')
    type(ladder_wave), intent(in) :: problem
    real(c_float), intent(out) :: now(problem%nz, problem%nx, problem%ny)
    real(c_float), intent(out) :: before(problem%nz, problem%nx, problem%ny)
    real(c_float), intent(inout) :: samples(problem%receivers, 0:problem%steps)

    !$omp target update from(field_a, field_b, traces(:, uploaded:step))
    if (now_is_a) then
      now = field_a
      before = field_b
    else
      now = field_b
      before = field_a
    end if
    if (problem%receivers > 0) samples(:, uploaded:step) = traces(:, uploaded:step)
  end subroutine download

  !> Counted on the device, in a team that may have as many as are asked for. 0: libgomp had no code
  !! for the device, and ran the region on the host without a word.
  function threads_of_a_team(threads) bind(C, name='ladder_target_threads') result(there)
    integer(c_int), value :: threads
    integer(c_int) :: there

    there = 0
    !$omp target teams num_teams(1) thread_limit(threads) map(tofrom: there)
    !$omp parallel
    !$omp master
    if (.not. omp_is_initial_device()) there = omp_get_num_threads()
    !$omp end master
    !$omp end parallel
    !$omp end target teams
  end function threads_of_a_team

end module target_run
