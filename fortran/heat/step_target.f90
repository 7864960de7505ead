!> The heat equation's step under OpenMP's target directives, and the two fields that stay on the
!! default device.
!!
!! With GCC a thread of a team is a warp, and its 32 lanes share the loops marked `simd`.
module heat_step_target
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t
  implicit none
  private
  public :: stay, take_step

contains

  subroutine stay(what, nz, nx, ny, now, next) bind(C, name='ladder_heat_target_stay')
    integer(c_int32_t), value :: what ! enter, to the device, from it, leave
    integer(c_int32_t), value :: nz, nx, ny ! [cells]
    real(c_float), intent(inout) :: now(nz, nx, ny), next(nz, nx, ny)

    select case (what)
    case (0)
      !$omp target enter data map(alloc: now, next)
    case (1)
      !$omp target update to(now, next)
    case (2)
      !$omp target update from(now)
    case default
      !$omp target exit data map(delete: now, next)
    end select
  end subroutine stay

  subroutine take_step(teams, threads, nz, nx, ny, factor, now, next) &
    bind(C, name='ladder_heat_target_take_step')
    integer(c_int32_t), value :: teams, threads ! of a loop; of a team
    integer(c_int32_t), value :: nz, nx, ny ! [cells]
    real(c_float), value :: factor ! diffusivity dt / spacing^2
    real(c_float), intent(in) :: now(nz, nx, ny)
    real(c_float), intent(inout) :: next(nz, nx, ny)
    integer :: iz, ix, iy

    !$omp target teams distribute parallel do collapse(2) private(iz) &
    !$omp   num_teams(teams) thread_limit(threads)
    do iy = 2, ny - 1
      do ix = 2, nx - 1
        !$omp simd
        do iz = 2, nz - 1
          next(iz, ix, iy) = now(iz, ix, iy) + factor * ( &
                             (now(iz - 1, ix, iy) + now(iz + 1, ix, iy)) + &
                             (now(iz, ix - 1, iy) + now(iz, ix + 1, iy)) + &
                             (now(iz, ix, iy - 1) + now(iz, ix, iy + 1)) - 6 * now(iz, ix, iy))
        end do
      end do
    end do
  end subroutine take_step

end module heat_step_target
