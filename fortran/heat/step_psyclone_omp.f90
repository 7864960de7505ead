!> Made of fortran/heat/step.inc by PSyclone 3.3.1: scripts/languages/psyclone_port.py heat omp
module heat_step_psyclone_omp
  use, intrinsic :: iso_c_binding, only: c_float, c_int
  implicit none
  private
  public :: step_forward
  integer, parameter :: wp = c_float

contains

subroutine step_forward(nz, nx, ny, factor, now, next) &
  bind(C, name='ladder_heat_psyclone_omp_step')
  integer(kind=c_int), intent(in) :: nz
  integer(kind=c_int), intent(in) :: nx
  integer(kind=c_int), intent(in) :: ny
  real(kind=wp), intent(in) :: factor
  real(kind=wp), dimension(nz, nx, ny), intent(in) :: now
  real(kind=wp), dimension(nz, nx, ny), intent(out) :: next
  integer :: iz
  integer :: ix
  integer :: iy

  next(:, :, 1) = now(:, :, 1)
  next(:, :, ny) = now(:, :, ny)
  !$omp parallel do collapse(1) default(shared) private(ix,iy,iz) schedule(static)
  do iy = 2, ny - 1, 1
    next(:, 1, iy) = now(:, 1, iy)
    next(:, nx, iy) = now(:, nx, iy)
    do ix = 2, nx - 1, 1
      next(1, ix, iy) = now(1, ix, iy)
      do iz = 2, nz - 1, 1
      next(iz, ix, iy) = now(iz, ix, iy) + factor * ((now(iz - 1, ix, iy) + now(iz + 1, ix, iy)) + &
&(now(iz, ix - 1, iy) + now(iz, ix + 1, iy)) + (now(iz, ix, iy - 1) + now(iz, ix, iy + 1)) - 6 * &
&now(iz, ix, iy))
      end do
      next(nz, ix, iy) = now(nz, ix, iy)
    end do
  end do
  !$omp end parallel do

end subroutine step_forward

end module heat_step_psyclone_omp
