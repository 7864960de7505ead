!> The heat equation's step by `do concurrent`: the standard's own word for a loop whose iterations
!! are independent.
module heat_step_concurrent
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t
  implicit none
  private
  public :: take_step

contains

  subroutine take_step(nz, nx, ny, factor, now, next) bind(C, name='ladder_heat_concurrent_step')
    integer(c_int32_t), value :: nz, nx, ny ! [cells]
    real(c_float), value :: factor ! diffusivity dt / spacing^2
    real(c_float), intent(in) :: now(nz, nx, ny)
    real(c_float), intent(inout) :: next(nz, nx, ny)
    integer :: iz, ix, iy

    next(:, :, 1) = now(:, :, 1)
    next(:, :, ny) = now(:, :, ny)
    next(:, 1, :) = now(:, 1, :)
    next(:, nx, :) = now(:, nx, :)
    next(1, :, :) = now(1, :, :)
    next(nz, :, :) = now(nz, :, :)
    do concurrent(iy=2:ny - 1, ix=2:nx - 1, iz=2:nz - 1)
      next(iz, ix, iy) = now(iz, ix, iy) + factor * ( &
                         (now(iz - 1, ix, iy) + now(iz + 1, ix, iy)) + &
                         (now(iz, ix - 1, iy) + now(iz, ix + 1, iy)) + &
                         (now(iz, ix, iy - 1) + now(iz, ix, iy + 1)) - 6 * now(iz, ix, iy))
    end do
  end subroutine take_step

end module heat_step_concurrent
