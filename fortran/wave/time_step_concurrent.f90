!> The whole time step of the wave by `do concurrent`: the standard's own word for a loop whose
!! iterations are independent. Columns are numbered through, since a nest of two such loops is
!! divided along its outer one alone.
module time_step_concurrent
  use, intrinsic :: iso_c_binding, only: c_float, c_int32_t
  use wave_contract, only: ladder_cell
  implicit none
  private
  public :: take_step

contains

  !> p(n+1) takes the place of p(n-1), in `other`.
  subroutine take_step(step, nz, nx, ny, m, steps, sources, receivers, taps_z, taps_x, taps_y, &
                       v2dt2, sponge_z, sponge_x, sponge_y, source_cells, wavelets, &
                       receiver_cells, p, other, traces) &
    bind(C, name='ladder_concurrent_take_step')
    integer(c_int32_t), value :: step
    integer(c_int32_t), value :: nz, nx, ny, m ! [cells]
    integer(c_int32_t), value :: steps, sources, receivers
    real(c_float), intent(in) :: taps_z(-m:m), taps_x(-m:m), taps_y(-m:m) ! [1/m^2]
    real(c_float), intent(in) :: v2dt2(nz, nx * ny) ! [m^2]
    real(c_float), intent(in) :: sponge_z(nz), sponge_x(nx), sponge_y(ny)
   type(ladder_cell), intent(in) :: source_cells(max(1, sources)), receiver_cells(max(1, receivers))
    real(c_float), intent(in) :: wavelets(max(1, steps), max(1, sources))
    real(c_float), intent(inout) :: p(nz, nx * ny), other(nz, nx * ny)
    real(c_float), intent(inout) :: traces(max(1, receivers), 0:steps)
    ! in memory, as no variable can be an iteration's own before Fortran 2018
    real(c_float) :: lap(nz, nx * ny)
    integer :: column, iz, k, i

    do concurrent(column=1:nx * ny)
      associate (ix => 1 + mod(column - 1, nx), iy => 1 + (column - 1) / nx)
        lap(:, column) = 0
        do k = max(-m, 1 - nz), min(m, nz - 1)
          do iz = max(1, 1 - k), min(nz, nz - k)
            lap(iz, column) = lap(iz, column) + taps_z(k) * p(iz + k, column)
          end do
        end do
        do k = max(-m, 1 - ix), min(m, nx - ix)
          do iz = 1, nz
            lap(iz, column) = lap(iz, column) + taps_x(k) * p(iz, column + k)
          end do
        end do
        do k = max(-m, 1 - iy), min(m, ny - iy)
          do iz = 1, nz
            lap(iz, column) = lap(iz, column) + taps_y(k) * p(iz, column + nx * k)
          end do
        end do
        do iz = 1, nz
     other(iz, column) = 2 * p(iz, column) - other(iz, column) + v2dt2(iz, column) * lap(iz, column)
        end do
      end associate
    end do
    do concurrent(i=1:sources)
      associate (at => source_cells(i))
        other(at%z + 1, at%x + 1 + nx * at%y) = &
          other(at%z + 1, at%x + 1 + nx * at%y) + wavelets(step + 1, i)
      end associate
    end do
    do concurrent(column=1:nx * ny)
      associate (factor => sponge_x(1 + mod(column - 1, nx)) * sponge_y(1 + (column - 1) / nx))
        other(:, column) = other(:, column) * (factor * sponge_z)
        p(:, column) = p(:, column) * (factor * sponge_z)
      end associate
    end do
    do concurrent(i=1:receivers)
      associate (at => receiver_cells(i))
        traces(i, step + 1) = other(at%z + 1, at%x + 1 + nx * at%y)
      end associate
    end do
  end subroutine take_step

end module time_step_concurrent
