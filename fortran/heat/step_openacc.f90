!> The heat equation's step under the directives of OpenACC, and the two fields that stay on the
!! device. Calls map them, not `enter data`: with that GCC 12 keeps the places of dummy arguments on
!! the stack mapped too.
module heat_step_openacc
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t
  use openacc, only: acc_create, acc_delete, acc_update_device, acc_update_self, acc_wait_all
  implicit none
  private
  public :: stay, take_step

contains

  subroutine stay(what, nz, nx, ny, now, next) bind(C, name='ladder_heat_openacc_stay')
    integer(c_int32_t), value :: what ! enter, to the device, from it, leave
    integer(c_int32_t), value :: nz, nx, ny ! [cells]
    real(c_float), intent(inout) :: now(nz, nx, ny), next(nz, nx, ny)

    select case (what)
    case (0)
      call acc_create(now)
      call acc_create(next)
    case (1)
      call acc_update_device(now)
      call acc_update_device(next)
    case (2)
      call acc_wait_all()
      call acc_update_self(now)
    case default
      call acc_wait_all()
      call acc_delete(now)
      call acc_delete(next)
    end select
  end subroutine stay

  subroutine take_step(nz, nx, ny, factor, now, next) bind(C, name='ladder_heat_openacc_take_step')
    integer(c_int32_t), value :: nz, nx, ny ! [cells]
    real(c_float), value :: factor ! diffusivity dt / spacing^2
    real(c_float), intent(in) :: now(nz, nx, ny)
    real(c_float), intent(inout) :: next(nz, nx, ny)
    integer :: iz, ix, iy

    !$acc parallel loop gang collapse(2) present(now, next) async(1)
    do iy = 2, ny - 1
      do ix = 2, nx - 1
        !$acc loop vector
        do iz = 2, nz - 1
          next(iz, ix, iy) = now(iz, ix, iy) + factor * ( &
                             (now(iz - 1, ix, iy) + now(iz + 1, ix, iy)) + &
                             (now(iz, ix - 1, iy) + now(iz, ix + 1, iy)) + &
                             (now(iz, ix, iy - 1) + now(iz, ix, iy + 1)) - 6 * now(iz, ix, iy))
        end do
      end do
    end do
  end subroutine take_step

end module heat_step_openacc
