!> Made of fortran/wave/convolution.inc by PSyclone 3.3.1: scripts/languages/psyclone_port.py wave omp
module convolution_psyclone_omp
  use, intrinsic :: iso_c_binding, only: c_float, c_int
  implicit none
  private
  public :: convolve
  integer, parameter :: wp = c_float

contains

subroutine convolve(nz, nx, ny, m, taps_z, taps_x, taps_y, p, lap) &
  bind(C, name='ladder_psyclone_omp_convolve')
  use, intrinsic :: iso_c_binding, only: c_int64_t
  integer(kind=c_int), intent(in) :: nz
  integer(kind=c_int), intent(in) :: nx
  integer(kind=c_int), intent(in) :: ny
  integer(kind=c_int), intent(in) :: m
  real(kind=c_float), dimension(-m:m), intent(in) :: taps_z
  real(kind=c_float), dimension(-m:m), intent(in) :: taps_x
  real(kind=c_float), dimension(-m:m), intent(in) :: taps_y
  real(kind=wp), dimension(nz, nx, ny), intent(in) :: p
  real(kind=wp), dimension(nz, nx, ny), intent(out) :: lap
  integer :: iz
  integer :: ix
  integer :: iy
  integer :: k

  !$omp parallel do collapse(2) default(shared) private(ix,iy,iz,k) schedule(static)
  do iy = 1, ny, 1
    do ix = 1, nx, 1
      ! Loop cannot be collapsed because it has siblings
      do iz = 1, nz, 1
        lap(iz, ix, iy) = 0
      end do
      if (nz > 1) then
        do k = -m, m, 1
          do iz = MAX(1, 1 - k), MIN(nz, nz - k), 1
            lap(iz, ix, iy) = lap(iz, ix, iy) + REAL(taps_z(k), kind=wp) * p(iz + k, ix, iy)
          end do
        end do
      end if
    end do
  end do
  !$omp end parallel do
  if (nx > 1) then
    !$omp parallel do collapse(2) default(shared) private(ix,iy,iz,k) schedule(static)
    do iy = 1, ny, 1
      do ix = 1, nx, 1
        do k = MAX(-m, 1 - ix), MIN(m, nx - ix), 1
          do iz = 1, nz, 1
            lap(iz, ix, iy) = lap(iz, ix, iy) + REAL(taps_x(k), kind=wp) * p(iz, ix + k, iy)
          end do
        end do
      end do
    end do
    !$omp end parallel do
  end if
  if (ny > 1) then
    !$omp parallel do collapse(2) default(shared) private(ix,iy,iz,k) schedule(static)
    do iy = 1, ny, 1
      do ix = 1, nx, 1
        do k = MAX(-m, 1 - iy), MIN(m, ny - iy), 1
          do iz = 1, nz, 1
            lap(iz, ix, iy) = lap(iz, ix, iy) + REAL(taps_y(k), kind=wp) * p(iz, ix, iy + k)
          end do
        end do
      end do
    end do
    !$omp end parallel do
  end if

end subroutine convolve

end module convolution_psyclone_omp
