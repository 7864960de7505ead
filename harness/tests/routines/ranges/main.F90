#define STEPS 12
program main
  use grid
  implicit none
  real :: u(0:n + 1), fresh(n), left, right, flux, total, held
  integer :: i, it, k, seen
  u = [(0.01 * i, i=0, n + 1)]
  total = 0
  held = 0.5
  time: do it = 1, STEPS
    ! the hot loops
    k = 0
    do i = 1, n
      left = u(i) - u(i - 1)
      right = u(i + 1) - u(i)
      if (right > 10) cycle
#ifdef FAST
      flux = right
#else
      flux = right - left
#endif
      fresh(i) = u(i) + factor * flux * damped(held)
      k = k + 1
    end do
    held = held + 0.01 * k / n
    u(1:n) = fresh
    total = total + sum(u)
    if (total < 0) exit time
    do i = 1, n
      if (u(i) < 0) go to 10
      seen = seen + i
    end do
10  continue
    block
      real :: half, twice
      twice = 2
      do i = 1, n
        half = 0.5 * u(i)
        u(i) = twice * half
      end do
    end block
  end do time
  call pairs(u, n)
  print *, total, u(3), held
contains
  real function damped(x)
    real, intent(in) :: x
    real :: left
    left = x
    damped = 1 / (1 + x)
  end function damped
end program main
