! What Fortran means where C means something else, a procedure each. `everything` is ported; the test
! compares the bits that the C gives with those of this source.
module port_semantics
  implicit none
  integer, parameter :: wp = kind(1.0d0), cases = 12, slots = 64
  integer, parameter :: several(3) = [2, 3, cases - 7]
  integer :: calls = 0
  type :: place
    real(wp) :: x, y
  end type place
  type :: particle
    type(place) :: at
    real(wp) :: forces(2)
    integer :: number
  end type particle

contains

  subroutine everything(n, x, k, r, i)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    integer, intent(in) :: k(n)
    real(wp), intent(inout) :: r(slots, cases)
    integer, intent(inout) :: i(slots, cases)

    call integers(n, x, k, r(:, 1), i(:, 1))
    call expressions(n, x, k, r(:, 2), i(:, 2))
    call loops(n, k, i(:, 3))
    call masked(n, x, r(:, 4))
    call overlapping(n, x, r(:, 5))
    call optionals(i(:, 6), x(1))
    call optionals(i(:, 7))
    call choices(n, k, i(:, 8))
    call jumps(n, x, k, i(:, 9))
    call reductions(n, x, k, r(:, 10), i(:, 10))
    call of_old(x, r(:, 11))
    call whole_types(n, x, r(:, 12), i(:, 12))
    calls = calls + 1
  end subroutine everything

  subroutine integers(n, x, k, r, i)
    integer, intent(in) :: n, k(n)
    real(wp), intent(in) :: x(n)
    real(wp), intent(inout) :: r(*)
    integer, intent(inout) :: i(*)
    integer :: at
    do at = 1, 8
      i(at) = k(at)**3 + 2**(at - 3) + (-1)**at + k(at)**(mod(at, 4))
      ! remainders \
      i(at + 11) = mod(k(at), 3) + 10 * modulo(k(at), 3) + 100 * mod(k(at), -4) &
                   + 1000 * modulo(k(at), -4)
      i(at + 19) = k(at) / 3 + 10 * (k(at) / (-2))
      r(at) = mod(x(at), 0.7_wp)
      r(at + 8) = modulo(x(at), 0.7_wp) + modulo(x(at), -0.7_wp)
      ! extremes
      i(at + 27) = max(k(at), 2, -at) + 100 * min(k(at), 0) + 10000 * abs(k(at))
      r(at + 16) = max(x(at), 0.5_wp, real(at, wp) / 10) + min(x(at), 1.0_wp) + abs(x(at))
      r(at + 24) = dim(x(at), 0.25_wp) + dim(k(at), 2)
      if (.not. isnan(x(at))) r(at + 24) = r(at + 24) + dfloat(k(at))  ! GNU's own
      ! rounding
      i(at + 35) = nint(x(at) * 10) + 100 * int(x(at) * 10) + 10000 * floor(x(at) * 10) &
                   + 1000000 * ceiling(x(at) * 10)
      i(at + 43) = nint(at - 4.5_wp) + 100 * int(at - 4.5_wp) &
                   + int(real(anint(x(at)) + aint(x(at) * 3)))
    end do
    i(9) = 2**(-1)
    i(10) = (-1)**(-3)
    i(11) = 1**(-7)
  end subroutine integers

  subroutine expressions(n, x, k, r, i)
    integer, intent(in) :: n, k(n)
    real(wp), intent(in) :: x(n)
    real(wp), intent(inout) :: r(*)
    integer, intent(inout) :: i(*)
    real(wp) :: zero
    real :: single
    integer :: at
    ! literals
    r(1) = 0.1
    r(2) = 0.1d0
    r(3) = 0.1_wp
    r(4) = 1.0 / 3
    r(5) = 1 / 3
    r(6) = x(1) * 0.3
    r(7) = 1.e-3 + .5 + 2.+1d2
    single = 1.1 * x(2)
    r(8) = single
    r(9) = 7 / 2 * x(3)
    r(10) = sqrt(2.0) + sqrt(2.0d0)
    ! signs
    zero = 0 * x(1)
    r(11) = sign(3.0_wp, -zero)
    r(12) = sign(3.0_wp, zero)
    r(13) = sign(x(2), -abs(x(1)))
    do at = 1, 8
      i(at) = sign(at, k(at)) + 100 * sign(-at, k(at))
    end do
    r(14) = -x(1)**2
    r(15) = -zero
    ! powers
    r(16) = x(1)**2
    r(17) = (x(1) + 1)**3
    r(18) = (x(1) + 1)**4 + x(2)**5 + x(2)**6
    r(19) = x(3)**7 + x(3)**9 + x(3)**13
    r(20) = abs(x(4))**0.5_wp + abs(x(4))**1.5
    r(21) = x(5)**(-2) + x(5)**(-1)
    r(22) = 2.0**0.5
    do at = -4, 4
      r(27 + at) = x(2)**at
    end do
    ! precedence
    r(32) = x(1) - (x(2) - x(3)) - x(4)
    r(33) = x(1) / (x(2) * x(3)) / x(4)
    r(34) = -(x(1) + x(2)) * x(3)
    r(35) = 2**3**2 + x(1)
    r(36) = -x(1) * x(2) - (-x(3))
    i(9) = k(1) / 2 * 2
    i(10) = -k(2) / 2
    i(11) = ior(iand(k(3), 6), 1) + ieor(k(4), 3) + ishft(k(5), 2) + not(k(1))
    i(12) = merge(1, 2, k(1) > 0) + merge(10, 20,.not. k(1) > 0)
  end subroutine expressions

  subroutine loops(n, k, i)
    integer, intent(in) :: n, k(n)
    integer, intent(inout) :: i(*)
    integer :: at, in, by, last
    ! the counter behind a loop
    do at = 1, n
    end do
    i(1) = at
    do at = n, 1, -3
      i(2) = at
    end do
    i(3) = at
    do at = 1, n
      if (at == 3) exit
    end do
    i(4) = at
    by = -2
    do at = 9, 2, by
    end do
    i(5) = at
    do at = 5, 4
    end do
    i(6) = at
    ! no turns, and turns backwards
    i(7) = 0
    do at = n + 1, n
      i(7) = i(7) + 1
    end do
    do at = 1, n, -1
      i(7) = i(7) + 1
    end do
    i(8) = 0
    do at = 4, 1, -1
      i(8) = 10 * i(8) + at
    end do
    ! bounds that change in a turn
    last = 5
    by = 1
    i(9) = 0
    do at = 1, last, by
      last = 2
      by = 3
      i(9) = 10 * i(9) + at
    end do
    last = n
    i(10) = 0
    do at = last, 2 * last
      last = last + 1
      i(10) = i(10) + 1
    end do
    ! the next turn of an outer loop, and its end
    i(11) = 0
    outer: do at = 1, n
      do in = 1, n
        if (k(in) == 2) cycle outer
        if (at > 5) exit outer
        i(11) = i(11) + 10 * at + in
      end do
      i(12) = at
    end do outer
    i(13) = at
    i(14) = in
    ! a bound that a function changes
    i(15) = 0
    do at = 1, 3 + calls
      i(15) = i(15) + one_less()
    end do
    calls = calls + i(15)
  end subroutine loops

  integer function one_less()
    calls = calls - 1
    one_less = 1
  end function one_less

  subroutine masked(n, x, r)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(inout) :: r(n)
    r = x
    where (r > 0.5_wp)
      r = r - 1
    elsewhere(r < -0.5_wp)
      r = -r
    elsewhere
      r = 2 * r + maxval(x)
    end where
    where (r(1:4) < 0) r(1:4) = x(5:8)
  end subroutine masked

  subroutine overlapping(n, x, r)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(inout) :: r(n)
    real(wp) :: rows(3, 4)
    integer :: row, turned(3, 4), listed(0:2)
    r(:) = x
    do row = 1, 3
      rows(row, :) = row * x(1:4)
      turned(row, :) = row
    end do
    row = 2
    rows(row, :) = rows(row + 1, :) - rows(row, :)
    turned(1, :) = turned(turned(2, 1), :)  ! of two lines \
    r(1:4) = rows(2, :) + turned(1, :)
    r(2:n) = r(1:n - 1)
    r(1:n - 2) = r(3:n) + r(2:n - 1)
    r(1:n:2) = x(n:1:-2)
    r(2:4) = r(2) * r(2:4)
    listed = (/row, 2 * row, 7/)
    turned(3, 1:2) = listed(1)
    turned(2, 4:2:-1) = [listed(2), listed(0), row + 3]
    r(n:n - 4:-2) = [x(1), 0.5_wp * turned(2, 2), 0.25_wp * turned(2, 4)]
  end subroutine overlapping

  subroutine optionals(i, given)
    integer, intent(inout) :: i(*)
    real(wp), intent(in), optional :: given
    real(wp), parameter :: third = 1.0_wp / 3
    i(1) = 1
    if (present(given)) i(1) = 2 + int(10 * given)
    call inner(i(2), given)
    call inner(i(3), third)
  end subroutine optionals

  subroutine inner(i, given)
    integer, intent(out) :: i
    real(wp), intent(in), optional :: given
    i = 5
    if (.not. present(given)) i = 6
  end subroutine inner

  subroutine choices(n, k, i)
    integer, intent(in) :: n, k(n)
    integer, intent(inout) :: i(*)
    integer :: at, tries
    logical :: first, second
    do at = 1, n
      first = k(at) > 0
      second = mod(k(at), 2) == 0
      i(at) = 0
      if (first .eqv. second) i(at) = 1
      if (first .neqv. second .or. at == 3) i(at) = i(at) + 2
      if (.not. first .and. second .eqv. at > 4) i(at) = i(at) + 4
      if (.not. k(at) > 2) i(at) = i(at) + 8
      if (k(at) /= 0 .and. k(at) > 1 .or. at == 1) i(at) = i(at) + 16
    end do
    do at = 1, n
      select case (k(at))
      case (:-3)
        i(at + 8) = 1
      case (-2, 0:1)
        i(at + 8) = 2
      case default
        i(at + 8) = 3
      case (2)
        i(at + 8) = 4
      end select
    end do
    tries = 0
    do while (tries < 5)
      tries = tries + 2
    end do
    i(17) = tries
    do
      tries = tries - 1
      if (tries < 0) exit
    end do
    i(18) = tries
  end subroutine choices

  subroutine jumps(n, x, k, i)
    integer, intent(in) :: n, k(n)
    real(wp), intent(in) :: x(n)
    integer, intent(inout) :: i(*)
    integer :: at, in
    i(1) = 0
    do 10 at = 1, n
      do 10 in = at, n
        if (in == 3) go to 10
        i(1) = i(1) + at * in
10 continue
    do 20 at = 1, 3
      if (at == 2) go to 20
      i(1 + at) = at
20 continue
    do at = 1, n
      if (x(at) - x(3)) 30, 40, 50
30 i(at + 4) = -1
      go to 60
40 i(at + 4) = 0
      go to 60
50 i(at + 4) = 1
60 continue
      if (at - 4) 70, 80, 80
70 i(at + 4) = i(at + 4) + 10
80 i(at + 4) = i(at + 4) + 100
    end do
    i(13) = 1
    if (k(1) /= 99) go to 100
    i(13) = 2
100 i(14) = 3
    do at = 1, n
      if (k(at) == 2) go to 200
    end do
    i(15) = 0
    return
200 i(15) = at
  end subroutine jumps

  subroutine reductions(n, x, k, r, i)
    integer, intent(in) :: n, k(n)
    real(wp), intent(in) :: x(n)
    real(wp), intent(inout) :: r(*)
    integer, intent(inout) :: i(*)
    r(1) = sum(x)
    r(2) = maxval(x(2:5)) + minval(x)
    r(3) = product(x(1:4)) + dot_product(x, x)
    r(4) = sum(x, mask=x > 0)
    i(1) = count(k > 0)
    i(2) = 0
    if (any(k == 2)) i(2) = 1
    if (all(k == 2)) i(2) = 2
    i(3) = size(x) + 100 * ubound(k, 1) + sum(abs(k))
  end subroutine reductions

  subroutine of_old(x, r)
    real(wp), intent(in) :: x(*)
    real(wp), intent(inout) :: r(*)
    real(wp) :: half, third, table(4), weight, many(4), scale
    common / old / many, scale
    integer :: at
    real(wp) :: sum_of, mean, a, b, squares  ! the last is an external function of an array
    data half, third/0.5d0, 0.333d0/
    data table/2*1.5d0, -2.25d0, 7.0d0/
    sum_of(a, b) = a + third * b
    mean(a, b) = weight * a * b / (a + b)
    do at = 1, 4
      r(at) = half * x(at) + third * table(at)
    end do
    r(5) = sum_of(x(1), x(2)) * several(2)
    weight = 2
    r(6) = mean(x(1), x(2))
    weight = 3
    r(7) = mean(x(2) + 1, x(3)) * 2
    scale = squares(table, 4) + x(4)
    call of_a_block(r)
    r(20) = many(2)
  end subroutine of_old

  subroutine of_a_block(r)
    real(wp), intent(inout) :: r(*)
    real(wp) :: many(4), scale
    common / old / many, scale
    many(2) = 2 * scale
    call of_its_parts(r)
    r(12) = many(2) - scale
  end subroutine of_a_block

  subroutine of_its_parts(r)
    real(wp), intent(inout) :: r(*)
    integer, parameter :: rows = 4, less = rows - 1
    real(wp) :: many(4), scale
    common / old / many, scale
    integer :: at
    do at = 2, less
      many(at) = scale + at * many(2)
      r(at + 11) = many(at)
    end do
  end subroutine of_its_parts

  subroutine whole_types(n, x, r, i)
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp), intent(inout) :: r(*)
    integer, intent(inout) :: i(*)
    type(particle) :: one, other, these(4)
    integer :: at
    do at = 1, 4
      one%at = place(y=x(at + 1), x=x(at))
      one%forces = 0.5_wp * at
      one%forces(1) = x(3)
      one%number = at
      other = one
      other%at = one%at
      other%at%x = half(other%at)
      other%number = 7 - one%number
      r(at) = one%at%x + 3 * other%at%x
      r(4 + at) = other%at%y * other%forces(2)
      i(at) = other%number * several(mod(at, 3) + 1)
      these(at)%at = place(x(at + 2), 0)
      associate (here => these(at)%at)
        r(8 + at) = half(here)
      end associate
    end do
  contains
    real(wp) function half(p)
      type(place), intent(in) :: p
      half = 0.5_wp * p%x
    end function half
  end subroutine whole_types

end module port_semantics

double precision function squares(x, n)
  integer :: n, at
  double precision :: x(n)
  squares = 0
  do at = 1, n
    squares = squares + x(at)**2
  end do
end function squares
