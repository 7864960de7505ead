!> Taps of the second derivative, and what they do to a plane wave.
module operator
  use, intrinsic :: iso_c_binding, only: c_float, c_double, c_int, c_int32_t
  implicit none
  private
  public :: operator_taps, operator_symbol

  integer(c_int), parameter, public :: windowed = 0, taylor = 1
  !> Of the window, where a case does not say them; data/README.md says why these.
  real(c_double), protected, public, bind(C, name='ladder_usual_alpha') :: usual_alpha = 0.5
  real(c_double), protected, public, bind(C, name='ladder_usual_beta') :: usual_beta = 6
  real(c_double), parameter :: pi = acos(-1.0_c_double)

contains

  !> Tap i of a half-length m: the truncated, alternating series 2 (-1)^(i+1) / (i d)^2 of an exact
  !! second derivative, windowed; or the Taylor operator of order 2 m.
  subroutine operator_taps(family, m, spacing, alpha, beta, taps) &
    bind(C, name='ladder_operator_taps')
    integer(c_int), value :: family
    integer(c_int32_t), value :: m ! half-length [cells]
    real(c_double), value :: spacing ! [m]
    real(c_double), value :: alpha, beta ! of the window
    real(c_float), intent(out) :: taps(-m:m) ! [1/m^2]
    real(c_double) :: tap, total
    integer :: i

    total = 0
    do i = 1, m
      tap = 2 * (-1)**(i + 1) / (i * spacing)**2
      if (family == taylor) then
        tap = tap * taylor_weight(i, m)
      else
        tap = tap * window(i, m, alpha, beta)
      end if
      taps(i) = real(tap, c_float)
      taps(-i) = taps(i)
      ! Of the rounded taps: a constant field must stay constant.
      total = total + taps(i)
    end do
    taps(0) = real(-2 * total, c_float)
  end subroutine operator_taps

  function window(i, m, alpha, beta)
    integer, intent(in) :: i, m
    real(c_double), intent(in) :: alpha, beta
    real(c_double) :: window

    window = (2 * alpha - 1 + 2 * (1 - alpha) * cos(pi * i / (2 * (m + 2)))**2)**(beta / 2)
  end function window

  !> (m!)^2 / ((m-i)! (m+i)!), as a product of fractions, so that nothing overflows.
  function taylor_weight(i, m) result(weight)
    integer, intent(in) :: i, m
    real(c_double) :: weight
    integer :: k

    weight = 1
    do k = 1, i
      weight = weight * real(m - k + 1, c_double) / real(m + k, c_double)
    end do
  end function taylor_weight

  !> The transform of the taps at a wavenumber [radians per cell]; exact would be -(k/d)^2.
  function operator_symbol(m, taps, k) bind(C, name='ladder_operator_symbol') result(symbol)
    integer(c_int32_t), value :: m
    real(c_float), intent(in) :: taps(-m:m) ! [1/m^2]
    real(c_double), value :: k
    real(c_double) :: symbol
    integer :: i

    symbol = taps(0)
    do i = 1, m
      symbol = symbol + 2 * taps(i) * cos(i * k)
    end do
  end function operator_symbol

end module operator
