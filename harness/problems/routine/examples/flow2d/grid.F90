!> Sizes, constants and work arrays of the flow. The sizes are macros: make GRID='-DCELLS_X=400 -DCELLS_Y=200'.
#ifndef CELLS_X
#define CELLS_X 200
#endif
#ifndef CELLS_Y
#define CELLS_Y 100
#endif
module grid
  implicit none
  public

  integer, parameter :: wp = selected_real_kind(13)
  integer, parameter :: halo = 2 ! [cells] on each side
  integer, parameter :: variables = 4
  integer, parameter :: i_depth = 1, i_flow_x = 2, i_flow_y = 3, i_salt = 4
  real(wp), parameter :: gravity = 9.81_wp ! [m/s^2]

  integer :: nx = CELLS_X, ny = CELLS_Y ! [cells]
  real(wp) :: dx = 1000.0_wp, dy = 1000.0_wp ! [m]

  real(wp), allocatable :: bottom(:, :) ! [m] above the deepest point
  real(wp), allocatable :: flux(:, :, :) ! through the faces, work array of the tendencies
  real(wp), allocatable :: face_depth(:, :, :) ! [m] on the two sides of a face, work array

contains

  subroutine allocate_grid()
    allocate (bottom(1 - halo:nx + halo, 1 - halo:ny + halo))
    allocate (flux(nx + 1, ny + 1, variables), face_depth(2, nx + 1, ny + 1))
    bottom = 0
    flux = 0
    face_depth = 0
  end subroutine allocate_grid

  !> Slope of a cell from the differences to its two neighbours (van Leer): zero at an extremum.
  pure function limited(a, b) result(slope)
    real(wp), intent(in) :: a, b
    real(wp) :: slope
    if (a * b > 0) then
      slope = 2 * a * b / (a + b)
    else
      slope = 0
    end if
  end function limited

end module grid
