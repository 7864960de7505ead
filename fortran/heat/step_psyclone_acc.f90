!> Made of fortran/heat/step.inc by PSyclone 3.3.1: scripts/languages/psyclone_port.py heat acc
module heat_step_psyclone_acc
  use, intrinsic :: iso_c_binding, only: c_float, c_int
  implicit none
  private
  public :: step_forward
  integer, parameter :: wp = c_float

contains

subroutine step_forward(nz, nx, ny, factor, now, next) &
  bind(C, name='ladder_heat_psyclone_acc_step')
  integer(kind=c_int), intent(in) :: nz
  integer(kind=c_int), intent(in) :: nx
  integer(kind=c_int), intent(in) :: ny
  real(kind=wp), intent(in) :: factor
  real(kind=wp), dimension(nz, nx, ny), intent(in) :: now
  real(kind=wp), dimension(nz, nx, ny), intent(out) :: next
  integer :: iz
  integer :: ix
  integer :: iy
  integer :: idx
  integer :: idx_1
  integer :: idx_2
  integer :: idx_3

  !$acc data copyin(now) copyout(next)
  !$acc parallel default(present)
  !$acc loop gang vector independent collapse(2)
  do idx = LBOUND(next, dim=2), UBOUND(next, dim=2), 1
    do idx_1 = LBOUND(next, dim=1), UBOUND(next, dim=1), 1
      next(idx_1, idx, 1) = now(idx_1, idx, 1)
    end do
  end do
  !$acc end parallel
  !$acc parallel default(present)
  !$acc loop gang vector independent collapse(2)
  do idx_2 = LBOUND(next, dim=2), UBOUND(next, dim=2), 1
    do idx_3 = LBOUND(next, dim=1), UBOUND(next, dim=1), 1
      next(idx_3, idx_2, ny) = now(idx_3, idx_2, ny)
    end do
  end do
  !$acc end parallel
  !$acc parallel default(present)
  !$acc loop gang independent collapse(1)
  do iy = 2, ny - 1, 1
    next(:, 1, iy) = now(:, 1, iy)
    next(:, nx, iy) = now(:, nx, iy)
    do ix = 2, nx - 1, 1
      next(1, ix, iy) = now(1, ix, iy)
      !$acc loop vector independent
      do iz = 2, nz - 1, 1
      next(iz, ix, iy) = now(iz, ix, iy) + factor * ((now(iz - 1, ix, iy) + now(iz + 1, ix, iy)) + &
&(now(iz, ix - 1, iy) + now(iz, ix + 1, iy)) + (now(iz, ix, iy - 1) + now(iz, ix, iy + 1)) - 6 * &
&now(iz, ix, iy))
      end do
      next(nz, ix, iy) = now(nz, ix, iy)
    end do
  end do
  !$acc end parallel
  !$acc end data

end subroutine step_forward

end module heat_step_psyclone_acc
