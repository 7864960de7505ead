module loops_of_all_kinds
  implicit none
  integer :: calls = 0
  integer, parameter :: factors(3) = [1, 2, 3]
  real(8) :: kept_here(4) = 0
contains
  subroutine every(a, b, m, index, order, n, s, at, last_one, flag)
    integer, intent(in) :: n, index(n), order(n)
    real(8), intent(inout) :: a(n, n), b(n), m(0:n), s(6)
    integer, intent(inout) :: at, last_one
    logical, intent(inout) :: flag
    call wavefront(a, n)
    call scatter(m, b, index, order, n)
    call single_statements(b, n)
    call private_values(a, b, n)
    call scalars(b, n)
    call last_values(b, n, last_one)
    call reductions(a, b, n, s, at, flag)
    call of_the_module(b, n)
    call stencil_of_two(a, b, n)
    call whole_arrays(a, n)
    call by_the_owner(m, b, index, n)
    call other_names(b, n)
    call jumps(b, n)
  end subroutine every

  subroutine wavefront(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 2, n
      do i = 2, n
        a(i, j) = a(i, j) - 0.25d0 * (a(i - 1, j) + a(i, j - 1))
      end do
    end do
  end subroutine wavefront

  subroutine scatter(m, b, index, order, n)
    integer, intent(in) :: n, index(n), order(n)
    real(8), intent(in) :: b(n)
    real(8), intent(inout) :: m(0:n)
    integer :: i
    do i = 1, n
      m(index(i)) = m(index(i)) + b(i)
    end do
    do i = 1, n
      m(order(i)) = m(order(i)) + b(i)
    end do
  end subroutine scatter

  subroutine single_statements(b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n - 1
      b(i) = 0.5d0 * (b(i) + b(i + 1))
    end do
    do i = n, 1, -1
      b(i) = 2 * b(i)
    end do
    do i = n, 2
      b(i) = b(i - 1) + 1
    end do
    do i = 1, n
      if (mod(i, 2) == 0) b(i) = b(i) + 1
    end do
    do concurrent(i=1:n)
      b(i) = b(i) + 1
    end do
  end subroutine single_statements

  subroutine private_values(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n), b(n)
    real(8) :: work(3), t, half, x, offset
    integer :: ends(2), i, k
    half(x) = 0.5d0 * x + offset
    do i = 1, n
      do k = 1, 3
        work(k) = a(k, i) * factors(k)
      end do
      t = work(1) + work(3)
      b(i) = t - work(2)
    end do
    ! a bound
    do i = 1, n
      ends(2) = min(i, 3)
      do k = 1, ends(2)
        a(k, i) = 0.5d0 * a(k, i)
      end do
    end do
    ! what a statement function is given
    offset = 0.125d0
    do i = 1, n
      do k = 1, mod(i, 2) + 1
        t = a(k, i)
        a(k, i) = half(t)
      end do
    end do
    b(1) = half(b(1))
  end subroutine private_values

  subroutine scalars(b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    real(8) :: before, now, chosen, first
    integer :: i
    ! kept from turn to turn
    before = 0
    do i = 1, n
      now = b(i)
      b(i) = now - before
      before = now
    end do
    ! given a value in all turns that were seen
    do i = 1, n
      if (b(i) > -1d30) chosen = 2 * b(i)
      b(i) = chosen
    end do
    ! a value from before the loop is used by one turn, and replaced by it
    first = 7
    do i = 1, n
      if (i > 1) first = b(i)
      b(i) = first + 1
      first = 0
    end do
  end subroutine scalars

  subroutine last_values(b, n, last_one)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    integer, intent(inout) :: last_one
    integer :: i, k, found
    k = 0
    do i = 1, n
      k = 2 * i
      b(i) = b(i) + k
    end do
    last_one = last_one + k
    found = 0
    do i = 1, n
      if (b(i) > 3) found = i
    end do
    last_one = last_one + found
  end subroutine last_values

  subroutine reductions(a, b, n, s, at, flag)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n)
    real(8), intent(inout) :: s(6)
    integer, intent(inout) :: at
    logical, intent(inout) :: flag
    real(8) :: total, most, least, factor, highest
    integer :: i
    total = 0; most = -huge(most); least = huge(least); factor = 1; highest = -1
    do i = 1, n
      total = total + b(i) - a(i, i)
    end do
    do i = 1, n
      factor = factor * (1 + 0.001d0 * b(i))
      most = max(most, b(i))
      if (b(i) < least) least = b(i)
    end do
    do i = 1, n
      if (b(i) > highest) then
        highest = b(i)
        at = i
      end if
    end do
    do i = 1, n
      flag = flag .and. b(i) < 1000
    end do
    do i = 1, n
      total = total + b(i)
      s(6) = total
    end do
    s(1:5) = [total, most, least, factor, highest]
  end subroutine reductions

  subroutine bump(x)
    real(8), intent(inout) :: x
    calls = calls + 1
    kept_here(1) = kept_here(1) + x
    x = x + kept_here(1)
  end subroutine bump

  subroutine count_one()
    calls = calls + 1
  end subroutine count_one

  subroutine of_the_module(b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      call bump(b(i))
    end do
    do i = 1, n
      b(i) = b(i) + calls
      call count_one()
    end do
  end subroutine of_the_module

  subroutine stencil_of_two(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n), b(n)
    real(8) :: row(n)
    integer :: i, j
    do j = 2, n - 1
      do i = 1, n
        row(i) = a(i, j) + b(i)
      end do
      do i = 2, n - 1
        a(i, j) = row(i - 1) + row(i + 1)
      end do
    end do
  end subroutine stencil_of_two

  subroutine whole_arrays(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    real(8) :: one(3), two(3), c(n, n)
    integer :: i, j
    one = 0
    do i = 1, n
      two = one
      one = a(1:3, i)
      a(1, i) = two(1)
    end do
    c = a
    do i = 1, 3
      c = matmul(c, a) / n**2
    end do
    a = c
    do j = 1, n
      call shift(a(j, :), n)
    end do
  end subroutine whole_arrays

  subroutine by_the_owner(m, b, index, n)
    integer, intent(in) :: n, index(n)
    real(8), intent(in) :: b(n)
    real(8), intent(inout) :: m(0:n)
    integer :: i
    ! ladder: serial
    do i = 1, n
      m(i) = m(i) + b(i)
    end do
    ! ladder: independent
    do i = 1, n
      m(index(i)) = 3
    end do
  end subroutine by_the_owner

  subroutine shift(row, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: row(n)
    real(8) :: half, x
    integer :: i
    half(x) = 0.5d0 * x
    do i = 2, n
      row(i) = half(row(i)) + row(i - 1)
    end do
  end subroutine shift

  subroutine other_names(b, n)
    integer, intent(in) :: n
    real(8), intent(inout), target :: b(n)
    real(8) :: one(20), two(20), work(4)
    real(8), pointer :: ahead(:)
    integer :: i
    equivalence(one(1), two(2))
    one = 1
    two = 1
    do i = 2, n
      one(i) = two(i) + b(i)
    end do
    b(1) = one(n)
    ahead => b(2:n)
    do i = 1, n - 1
      b(i) = 0.5d0 * ahead(i)
    end do
    ! no element that a turn reads is from another: but one is from before the loop
    work = 2
    do i = 1, n
      work(mod(n, 2) + 1) = b(i)
      b(i) = work(4)
    end do
  end subroutine other_names

  subroutine jumps(b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    real(8) :: t, half, ahead, most, least
    integer :: i, found
    ! one label ends both: the outer one counts right behind the inner one
    do 5 calls = 1, 2
      do 5 i = 1, n
        b(i) = b(i) + 1d-3 * calls
5 continue
    do 10 i = 1, n
      if (b(i) > 1d30) go to 20
      b(i) = b(i) + 1
10 continue
20 continue
    ! ahead
    do 40 i = 1, n
      ahead = b(i)
      if (ahead - 2) 50, 40, 50
50 b(i) = ahead - 1
40 continue
    ! extremes
    most = -1
    least = 9
    found = 0
    do 70 i = 1, n
      if (b(i) - most) 70, 70, 60
60 most = b(i)
70 continue
    do 80 i = 1, n
      if (b(i) >= least) go to 80
      least = b(i)
80 continue
    most = -1
    do 100 i = 1, n ! how many were found has no order of its own
      if (b(i) - most) 100, 100, 90
90 most = b(i)
      found = found + 1
100 continue
    b(1) = b(1) + 0.001d0 * (most + least + found)
    ! back
    do i = 1, n
      t = abs(b(i)) + 3
110 t = t / 2
      if (t > 1) go to 110
      b(i) = t
    end do
    ! over what gives `half` a value, and back to where it is read
    b(1) = 1
    b(2) = 2
    do i = 1, n
      if (b(i) > 1.5d0) go to 130
      half = b(i)
120 b(i) = half / 2
130 if (b(i) > 1.2d0) go to 120
    end do
  end subroutine jumps
end module loops_of_all_kinds

program main
  use loops_of_all_kinds
  implicit none
  integer, parameter :: n = 9
  real(8) :: a(n, n), b(n), m(0:n), s(6) = 0
  integer :: index(n), order(n), at = 0, last_one = 0, k
  logical :: flag = .true.
  a = reshape([(0.01d0 * k, k=1, n * n)], [n, n])
  b = [(mod(5 * k, 7) + 0.5d0, k=1, n)]
  m = 0
  index = [(mod(k, 4) + 1, k=1, n)]
  order = [(mod(4 * k, 9) + 1, k=1, n)]
  do k = 1, 2
    call every(a, b, m, index, order, n, s, at, last_one, flag)
  end do
  print *, sum(a), sum(b), sum(m), s, at, last_one, flag, calls
end program main
