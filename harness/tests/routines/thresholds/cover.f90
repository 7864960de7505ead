!> One element in 32 is on its threshold exactly, whatever the rounding.
module covers
  implicit none
contains
  subroutine cover(n, q, a)
    integer, intent(in) :: n
    real(8), intent(in) :: q(n)
    real(8), intent(out) :: a(n)
    real(8) :: r
    integer :: i
    do i = 1, n
      r = q(i)
      if (mod(i, 32) == 0) r = q(i) / max(q(i), tiny(r))
      a(i) = r
      if (r > 0.5) a(i) = r + 1
      if (r >= 1) a(i) = 4
      if (r > 0.05) a(i) = a(i) + 2
    end do
  end subroutine cover
  subroutine wholes(n, q, k)
    integer, intent(in) :: n
    real(8), intent(in) :: q(n)
    integer, intent(out) :: k(n)
    integer :: i
    if (n < 2048) stop "too few"
    do i = 1, n
      k(i) = int(4 * q(i)) + nint(0.5d0 * i)
      k(i) = k(i) + nint(3 * q(i)) + floor(4 * q(i) - 2)
    end do
  end subroutine wholes
end module covers

program main
  use covers
  implicit none
  integer, parameter :: n = 2048
  real(8) :: q(n), a(n)
  integer :: i, k(n)
  q = [(0.2d0 + 0.7d0 * i / n, i=1, n)]
  call cover(n, q, a)
  call wholes(n, q, k)
  print *, sum(a), sum(k)
end program main
