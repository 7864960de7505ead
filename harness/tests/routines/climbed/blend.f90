module blending
  implicit none
contains
  subroutine blend(n, u, w, v)
    integer, intent(in) :: n
    real, intent(in) :: u(0:n + 1)
    real, intent(out) :: w(n), v(n)
    integer :: i
    do i = 1, n
      w(i) = 0.25 * u(i - 1) + 0.5 * u(i) + 0.25 * u(i + 1)
    end do
    do i = 1, n
      v(i) = 3.0 * w(i) - u(i)
    end do
  end subroutine blend
end module blending
program main
  use blending
  implicit none
  integer, parameter :: n = 70
  real :: u(0:n + 1), w(n), v(n)
  integer :: i, k
  u = [(sin(0.37 * i) + 0.1 * cos(2.1 * i), i=0, n + 1)]
  do k = 1, 3
    call blend(n, u, w, v)
    u(1:n) = 0.9 * v
  end do
  print *, sum(u)
end program main
