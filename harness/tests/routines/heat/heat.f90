! The heat equation of harness/problems/heat as somebody's own program.
module heat
  implicit none
  integer, parameter :: nz = 19, nx = 13, ny = 11
  real :: factor = 0.16
contains
  subroutine step(now, next)
    real, intent(in) :: now(nz, nx, ny)
    real, intent(out) :: next(nz, nx, ny)
    integer :: iz, ix, iy
    next = now
    do iy = 2, ny - 1
      do ix = 2, nx - 1
        do iz = 2, nz - 1
          next(iz, ix, iy) = now(iz, ix, iy) + factor*(now(iz - 1, ix, iy) + now(iz + 1, ix, iy) + now(iz, ix - 1, iy) &
            + now(iz, ix + 1, iy) + now(iz, ix, iy - 1) + now(iz, ix, iy + 1) - 6 * now(iz, ix, iy))
        end do
      end do
    end do
  end subroutine step
end module heat

program model
  use heat
  implicit none
  real :: a(nz, nx, ny), b(nz, nx, ny)
  integer :: n
  call random_number(a)
  do n = 1, 10
    call step(a, b)
    call step(b, a)
  end do
  print *, sum(a)
end program model
