!> The same in Fortran: put your code here. my_kernel_fortran_table.c gives it to ladder.
module my_kernel_fortran
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t
  implicit none
  private
  public :: laplacian

contains

  !> lap = L p: all cells of lap are written; beyond a border the pressure is zero.
  subroutine laplacian(nz, nx, ny, m, taps_z, taps_x, taps_y, p, lap) &
    bind(C, name='my_kernel_fortran_laplacian')
    integer(c_int32_t), value :: nz, nx, ny, m ! [cells]
    real(c_float), intent(in) :: taps_z(-m:m), taps_x(-m:m), taps_y(-m:m) ! [1/m^2]
    real(c_float), intent(in) :: p(nz, nx, ny)
    real(c_float), intent(out) :: lap(nz, nx, ny) ! [1/m^2 of the unit of p]
    integer :: iz, ix, iy, k

    do iy = 1, ny
      do ix = 1, nx
        do iz = 1, nz
          lap(iz, ix, iy) = 0
          do k = max(-m, 1 - iz), min(m, nz - iz)
            lap(iz, ix, iy) = lap(iz, ix, iy) + taps_z(k) * p(iz + k, ix, iy)
          end do
          do k = max(-m, 1 - ix), min(m, nx - ix)
            lap(iz, ix, iy) = lap(iz, ix, iy) + taps_x(k) * p(iz, ix + k, iy)
          end do
          do k = max(-m, 1 - iy), min(m, ny - iy)
            lap(iz, ix, iy) = lap(iz, ix, iy) + taps_y(k) * p(iz, ix, iy + k)
          end do
        end do
      end do
    end do
  end subroutine laplacian

end module my_kernel_fortran
