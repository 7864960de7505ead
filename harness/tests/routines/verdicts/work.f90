module work
  implicit none
  real, parameter :: seventh = 1.0 / 7.0
contains
  ! Reductions of numbers of single precision.
  subroutine reduce(n, a, b, s, d, p, m)
    integer, intent(in) :: n
    real, intent(in) :: a(n), b(n)
    real, intent(out) :: s, d, p, m
    integer :: i
    s = 0
    do i = 1, n
      s = s + a(i) * a(i)
    end do
    d = dot_product(a, b)
    p = product(a(1:200) / 0.45)
    m = maxval(a)
  end subroutine

  ! Factors near 1.
  subroutine balance(n, f, q)
    integer, intent(in) :: n
    real, intent(in) :: f(n)
    real, intent(out) :: q
    integer :: i
    q = 1
    do i = 1, n
      q = q * f(i)
    end do
  end subroutine

  ! Terms that cancel, and how many are in each fourth.
  subroutine alternate(n, a, s, c, counts)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real, intent(out) :: s, c
    integer, intent(out) :: counts(0:99)
    integer :: i, fourth
    s = 0
    c = 0
    counts = 0
    do i = 1, n
      c = c + (a(i) - 0.45)
      fourth = int(4 * a(i))
      counts(fourth) = counts(fourth) + 1
      if (mod(i, 2) == 0) then
        s = s + a(i)
      else
        s = s - a(i)
      end if
    end do
  end subroutine

  ! Constants of single precision in a routine of double precision; scalars; a square grid.
  subroutine smooth(nx, ny, every, mass, friction, largest, u, v)
    integer, intent(in) :: nx, ny, every
    real(8), intent(in) :: mass, friction, u(nx, ny)
    real(8), intent(inout) :: largest
    real(8), intent(out) :: v(nx, ny)
    real(8), parameter :: third = 1.0 / 3.0
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        v(i, j) = 0.8 * u(i, j) + third * u(max(i - 1, 1), j) / mass - friction * u(i, j)**2
        v(i, j) = v(i, j) + 2 * seventh * u(i, max(j - 1, 1)) + 1.0 / 9.0 + 2 / 3
      end do
    end do
    if (every == 2) then
      v(1, 1) = 0.1d0
    end if
    if (every > 1) v(2, 1) = v(2, 1) + u(2, 1)
    v(3, 1) = v(3, 1) + 1d-20 * u(3, 1)
    largest = max(largest, v(1, 1))
  end subroutine
end module

program main
  use work
  implicit none
  integer, parameter :: n = 60000
  real :: a(n), b(n), s, d, p, m, q, c
  real(8) :: u(30, 30), v(30, 30), largest
  integer :: i, counts(0:99)
  a = [(0.5 + 0.3 * sin(0.37 * i), i=1, n)]
  b = [(0.5 + 0.3 * cos(0.21 * i), i=1, n)]
  u = reshape([(1 + sin(0.37d0 * i), i=1, 900)], [30, 30])
  do i = 1, 3
    call reduce(n, a, b, s, d, p, m)
    call balance(n, 1 + 1e-3 * (b - 0.5), q)
    a = 0.9 * a
    call alternate(n, a, s, c, counts)
    largest = 1d-3
    call smooth(30, 30, i, 1d0, 0d0, largest, u, v)
    u = 0.5 * (u + v)
  end do
  print *, s, d, p, m, q, sum(u), largest, c, counts
end program
