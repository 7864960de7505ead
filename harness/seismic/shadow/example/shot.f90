!> A shot in somebody's own Fortran: own fields, own operator, own source. Four calls let any stage
!! of ladder compute the same steps; without LADDER_SHADOW and LADDER_CAPTURE in the environment
!! they do nothing.
program shot
  use ladder_shadow, only: ladder_shadow_begin, ladder_shadow_step_begins, &
                           ladder_shadow_step_ends, ladder_shadow_end
  implicit none
  integer, parameter :: nz = 121, nx = 161, m = 4, steps = 300
  real, parameter :: d = 10.0, dt = 0.001 ! [m], [s]
  real, parameter :: c(0:m) = [-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560] / d**2
  real, allocatable :: v(:, :), p_old(:, :), p(:, :), p_new(:, :)
  integer :: it

  allocate (v(nz, nx), source=1500.0)
  v(60:, :) = 2500.0
  allocate (p_old(nz, nx), p(nz, nx), p_new(nz, nx), source=0.0)

  call ladder_shadow_begin(cells=[nz, nx, 1], steps=steps, spacing=[d, d, 1.0], dt=dt, &
                           taps=[c(m:1:-1), c], v2dt2=(v * dt)**2)
  do it = 1, steps
    call ladder_shadow_step_begins(it, p, p_old)
    call step(v, p_old, p, p_new)
    call ladder_shadow_step_ends(p_new, p)
    p_new(20, 80) = p_new(20, 80) + ricker(it * dt)
    p_old = p
    p = p_new
  end do
  call ladder_shadow_end()
  print '(a, es12.5)', 'largest pressure ', maxval(abs(p))

contains

  subroutine step(v, p_old, p, p_new)
    real, intent(in) :: v(:, :), p_old(:, :), p(:, :)
    real, intent(out) :: p_new(:, :)
    real :: lap
    integer :: iz, ix, k

    do ix = 1, nx
      do iz = 1, nz
        lap = 2 * c(0) * p(iz, ix)
        do k = 1, m
          if (iz - k >= 1) lap = lap + c(k) * p(iz - k, ix)
          if (iz + k <= nz) lap = lap + c(k) * p(iz + k, ix)
          if (ix - k >= 1) lap = lap + c(k) * p(iz, ix - k)
          if (ix + k <= nx) lap = lap + c(k) * p(iz, ix + k)
        end do
        p_new(iz, ix) = 2 * p(iz, ix) - p_old(iz, ix) + (v(iz, ix) * dt)**2 * lap
      end do
    end do
  end subroutine step

  real function ricker(t)
    real, intent(in) :: t ! [s]
    real :: a

    a = (3.14159265 * 15.0 * (t - 0.08))**2
    ricker = (1 - 2 * a) * exp(-a)
  end function ricker

end program shot
