!> The loops of convolution.inc and time_loop.inc under OpenMP's target directives: each is a kernel
!! on the default device. What they name lies there already (target_run.f90), so nothing is copied.
!!
!! With GCC a thread of a team is a warp, and its 32 lanes share the loops marked `simd`. Without
!! that word 31 of them are idle. Loop variables are said to be private, because those of `simd` are
!! copied back otherwise, to the host.
module time_step_target
  use, intrinsic :: iso_c_binding, only: c_float
  use wave_contract, only: ladder_cell
  implicit none
  private
  public :: convolve, step_forward, inject, taper, record

contains

  !> lap = L p: the original's loops, each column by one thread.
  subroutine convolve(teams, threads, nz, nx, ny, m, taps_z, taps_x, taps_y, p, lap)
    integer, intent(in) :: teams, threads ! of a loop; of a team
    integer, intent(in) :: nz, nx, ny, m ! [cells]
    real(c_float), intent(in) :: taps_z(-m:m), taps_x(-m:m), taps_y(-m:m) ! [1/m^2]
    real(c_float), intent(in) :: p(nz, nx, ny)
    real(c_float), intent(inout) :: lap(nz, nx, ny) ! [1/m^2 of the unit of p]
    integer :: iz, ix, iy, k

    !$omp target teams distribute parallel do collapse(2) private(iz) &
    !$omp   num_teams(teams) thread_limit(threads)
    do iy = 1, ny
      do ix = 1, nx
        !$omp simd
        do iz = 1, nz
          lap(iz, ix, iy) = 0
        end do
        if (nz > 1) then
          do k = -m, m
            !$omp simd
            do iz = max(1, 1 - k), min(nz, nz - k)
              lap(iz, ix, iy) = lap(iz, ix, iy) + taps_z(k) * p(iz + k, ix, iy)
            end do
          end do
        end if
      end do
    end do

    if (nx > 1) then
      !$omp target teams distribute parallel do collapse(2) private(iz) &
      !$omp   num_teams(teams) thread_limit(threads)
      do iy = 1, ny
        do ix = 1, nx
          do k = max(-m, 1 - ix), min(m, nx - ix)
            !$omp simd
            do iz = 1, nz
              lap(iz, ix, iy) = lap(iz, ix, iy) + taps_x(k) * p(iz, ix + k, iy)
            end do
          end do
        end do
      end do
    end if

    if (ny > 1) then
      !$omp target teams distribute parallel do collapse(2) private(iz) &
      !$omp   num_teams(teams) thread_limit(threads)
      do iy = 1, ny
        do ix = 1, nx
          do k = max(-m, 1 - iy), min(m, ny - iy)
            !$omp simd
            do iz = 1, nz
              lap(iz, ix, iy) = lap(iz, ix, iy) + taps_y(k) * p(iz, ix, iy + k)
            end do
          end do
        end do
      end do
    end if
  end subroutine convolve

  !> before = 2 now - before + (v dt)^2 lap: p(n-1) makes room for p(n+1).
  subroutine step_forward(teams, threads, cells, v2dt2, lap, now, before)
    integer, intent(in) :: teams, threads, cells
    real(c_float), intent(in) :: v2dt2(cells) ! [m^2]
    real(c_float), intent(in) :: lap(cells), now(cells)
    real(c_float), intent(inout) :: before(cells)
    integer :: i

    !$omp target teams distribute parallel do simd private(i) &
    !$omp   num_teams(teams) thread_limit(threads)
    do i = 1, cells
      before(i) = 2 * now(i) - before(i) + v2dt2(i) * lap(i)
    end do
  end subroutine step_forward

  !> Sources are in different cells, so that each may be a thread's own. One team: to start another
  !! takes longer than these few values do.
  subroutine inject(threads, nz, nx, ny, sources, cells, steps, wavelets, step, p)
    integer, intent(in) :: threads, nz, nx, ny, sources, steps, step
    type(ladder_cell), intent(in) :: cells(sources)
    real(c_float), intent(in) :: wavelets(steps, sources)
    real(c_float), intent(inout) :: p(nz, nx, ny)
    integer :: s

    if (sources == 0) return
    !$omp target teams distribute parallel do simd private(s) &
    !$omp   num_teams(1) thread_limit(threads)
    do s = 1, sources
      p(cells(s)%z + 1, cells(s)%x + 1, cells(s)%y + 1) = &
        p(cells(s)%z + 1, cells(s)%x + 1, cells(s)%y + 1) + wavelets(step, s)
    end do
  end subroutine inject

  !> Multiplies both fields by the sponge.
  subroutine taper(teams, threads, nz, nx, ny, along_z, along_x, along_y, now, before)
    integer, intent(in) :: teams, threads, nz, nx, ny
    real(c_float), intent(in) :: along_z(nz), along_x(nx), along_y(ny)
    real(c_float), intent(inout) :: now(nz, nx, ny), before(nz, nx, ny)
    real(c_float) :: factor, of_column
    integer :: iz, ix, iy

    !$omp target teams distribute parallel do collapse(2) private(iz, of_column) &
    !$omp   num_teams(teams) thread_limit(threads)
    do iy = 1, ny
      do ix = 1, nx
        of_column = along_x(ix) * along_y(iy)
        !$omp simd private(factor)
        do iz = 1, nz
          factor = of_column * along_z(iz)
          now(iz, ix, iy) = now(iz, ix, iy) * factor
          before(iz, ix, iy) = before(iz, ix, iy) * factor
        end do
      end do
    end do
  end subroutine taper

  !> By one team, as the sources.
  subroutine record(threads, nz, nx, ny, receivers, cells, p, sample)
    integer, intent(in) :: threads, nz, nx, ny, receivers
    type(ladder_cell), intent(in) :: cells(receivers)
    real(c_float), intent(in) :: p(nz, nx, ny)
    real(c_float), intent(inout) :: sample(receivers)
    integer :: r

    if (receivers == 0) return
    !$omp target teams distribute parallel do simd private(r) &
    !$omp   num_teams(1) thread_limit(threads)
    do r = 1, receivers
      sample(r) = p(cells(r)%z + 1, cells(r)%x + 1, cells(r)%y + 1)
    end do
  end subroutine record

end module time_step_target
