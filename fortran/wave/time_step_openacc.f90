!> The whole time step of the wave under the directives of OpenACC, and the arrays that stay on the
!! device. Each kernel is queued behind the one before, and only the way back to the host waits.
!! Calls map the arrays, not `enter data`: with that GCC 12 keeps the places of dummy arguments on
!! the stack mapped too, and the next routine's are then taken for them.
module time_step_openacc
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t
  use openacc, only: acc_create, acc_copyin, acc_delete, acc_update_device, acc_update_self, &
                     acc_wait_all
  use wave_contract, only: ladder_cell
  implicit none
  private
  public :: stay, take_step

contains

  subroutine stay(what, nz, nx, ny, m, steps, sources, receivers, taps_z, taps_x, taps_y, v2dt2, &
                  sponge_z, sponge_x, sponge_y, source_cells, wavelets, receiver_cells, &
                  p, other, traces) bind(C, name='ladder_openacc_stay')
    integer(c_int32_t), value :: what ! enter, to the device, from it, leave
    integer(c_int32_t), value :: nz, nx, ny, m ! [cells]
    integer(c_int32_t), value :: steps, sources, receivers
    real(c_float), intent(in) :: taps_z(-m:m), taps_x(-m:m), taps_y(-m:m) ! [1/m^2]
    real(c_float), intent(in) :: v2dt2(nz, nx, ny) ! [m^2]
    real(c_float), intent(in) :: sponge_z(nz), sponge_x(nx), sponge_y(ny)
   type(ladder_cell), intent(in) :: source_cells(max(1, sources)), receiver_cells(max(1, receivers))
    real(c_float), intent(in) :: wavelets(max(1, steps), max(1, sources))
    real(c_float), intent(inout) :: p(nz, nx, ny), other(nz, nx, ny)
    real(c_float), intent(inout) :: traces(max(1, receivers), 0:steps)

    select case (what)
    case (0)
      call acc_create(p)
      call acc_create(other)
      call acc_create(traces)
      call acc_copyin(taps_z)
      call acc_copyin(taps_x)
      call acc_copyin(taps_y)
      call acc_copyin(v2dt2)
      call acc_copyin(sponge_z)
      call acc_copyin(sponge_x)
      call acc_copyin(sponge_y)
      call acc_copyin(source_cells)
      call acc_copyin(wavelets)
      call acc_copyin(receiver_cells)
    case (1)
      call acc_update_device(p)
      call acc_update_device(other)
      call acc_update_device(traces)
    case (2)
      call acc_wait_all()
      call acc_update_self(p)
      call acc_update_self(other)
      call acc_update_self(traces)
    case default
      call acc_wait_all()
      call acc_delete(p)
      call acc_delete(other)
      call acc_delete(traces)
      call acc_delete(taps_z)
      call acc_delete(taps_x)
      call acc_delete(taps_y)
      call acc_delete(v2dt2)
      call acc_delete(sponge_z)
      call acc_delete(sponge_x)
      call acc_delete(sponge_y)
      call acc_delete(source_cells)
      call acc_delete(wavelets)
      call acc_delete(receiver_cells)
    end select
  end subroutine stay

  !> p(n+1) takes the place of p(n-1), in `other`.
  subroutine take_step(step, nz, nx, ny, m, steps, sources, receivers, taps_z, taps_x, taps_y, &
                       v2dt2, sponge_z, sponge_x, sponge_y, source_cells, wavelets, &
                       receiver_cells, p, other, traces) &
    bind(C, name='ladder_openacc_take_step')
    integer(c_int32_t), value :: step
    integer(c_int32_t), value :: nz, nx, ny, m ! [cells]
    integer(c_int32_t), value :: steps, sources, receivers
    real(c_float), intent(in) :: taps_z(-m:m), taps_x(-m:m), taps_y(-m:m) ! [1/m^2]
    real(c_float), intent(in) :: v2dt2(nz, nx, ny) ! [m^2]
    real(c_float), intent(in) :: sponge_z(nz), sponge_x(nx), sponge_y(ny)
   type(ladder_cell), intent(in) :: source_cells(max(1, sources)), receiver_cells(max(1, receivers))
    real(c_float), intent(in) :: wavelets(max(1, steps), max(1, sources))
    real(c_float), intent(inout) :: p(nz, nx, ny), other(nz, nx, ny)
    real(c_float), intent(inout) :: traces(max(1, receivers), 0:steps)
    real(c_float) :: lap, factor
    integer :: iz, ix, iy, k, i

    !$acc parallel loop gang vector collapse(3) private(lap) async(1) &
    !$acc   present(p, other, v2dt2, taps_z, taps_x, taps_y)
    do iy = 1, ny
      do ix = 1, nx
        do iz = 1, nz
          lap = 0
          do k = max(-m, 1 - iz), min(m, nz - iz)
            lap = lap + taps_z(k) * p(iz + k, ix, iy)
          end do
          do k = max(-m, 1 - ix), min(m, nx - ix)
            lap = lap + taps_x(k) * p(iz, ix + k, iy)
          end do
          do k = max(-m, 1 - iy), min(m, ny - iy)
            lap = lap + taps_y(k) * p(iz, ix, iy + k)
          end do
          other(iz, ix, iy) = 2 * p(iz, ix, iy) - other(iz, ix, iy) + v2dt2(iz, ix, iy) * lap
        end do
      end do
    end do

    !$acc parallel loop gang vector present(other, source_cells, wavelets) async(1)
    do i = 1, sources
      other(source_cells(i)%z + 1, source_cells(i)%x + 1, source_cells(i)%y + 1) = &
  other(source_cells(i)%z + 1, source_cells(i)%x + 1, source_cells(i)%y + 1) + wavelets(step + 1, i)
    end do

    !$acc parallel loop gang vector collapse(3) private(factor) async(1) &
    !$acc   present(p, other, sponge_z, sponge_x, sponge_y)
    do iy = 1, ny
      do ix = 1, nx
        do iz = 1, nz
          factor = sponge_x(ix) * sponge_y(iy) * sponge_z(iz)
          other(iz, ix, iy) = other(iz, ix, iy) * factor
          p(iz, ix, iy) = p(iz, ix, iy) * factor
        end do
      end do
    end do

    !$acc parallel loop gang vector present(other, receiver_cells, traces) async(1)
    do i = 1, receivers
      traces(i, step + 1) = &
        other(receiver_cells(i)%z + 1, receiver_cells(i)%x + 1, receiver_cells(i)%y + 1)
    end do
  end subroutine take_step

end module time_step_openacc
