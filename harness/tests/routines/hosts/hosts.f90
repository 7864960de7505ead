module solver
  implicit none
  real :: damping = 0.9
contains
  subroutine solve(a, n, m, x)
    integer, intent(in) :: n, m
    real, intent(in) :: a(n, m)
    real, intent(inout) :: x(n)
    real :: tmp(n), y(m)
    integer :: it
    integer, parameter :: many = 3
    y = 1
    do it = 1, many
      call product(it)
      x = x + damping * tmp
    end do
  contains
    subroutine product(step)
      integer, intent(in) :: step
      integer :: i, j
      tmp = 0
      do j = 1, m
        do i = 1, n
          tmp(i) = tmp(i) + a(i, j) * y(j) * many / step + twice(x(i))
        end do
      end do
      y(1) = y(1) * damping
    end subroutine product
    real function twice(v)
      real, intent(in) :: v
      twice = 2 * v
    end function twice
  end subroutine solve
end module solver
program main
  use solver
  implicit none
  real :: a(4, 3), x(4)
  a = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [4, 3]) * 0.01
  x = 0.1
  call solve(a, 4, 3, x)
  print *, x
end program
