module rods
  implicit none
contains
  subroutine cool(n, rate, u, v, total)
    integer, intent(in) :: n
    real, intent(in) :: rate
    real, intent(inout) :: u(0:n + 1)
    real, intent(out) :: v(n), total
    integer :: i
    do i = 1, n
      v(i) = u(i) + rate * (u(i - 1) - 2.0 * u(i) + u(i + 1))
    end do
    total = 0.0
    do i = 1, n
      u(i) = v(i) * exp(-0.5 * real(i) / real(n))
      total = total + v(i) * v(i)
    end do
  end subroutine cool
end module rods
program main
  use rods
  implicit none
  integer, parameter :: n = 5000
  real :: u(0:n + 1), v(n), total
  integer :: i, k
  u = [(2.0 + sin(0.01 * i) + 0.1 * cos(2.1 * i), i=0, n + 1)]
  do k = 1, 4
    call cool(n - 7 * k, 0.2 + 0.01 * k, u, v, total)
  end do
  print *, total
end program main
