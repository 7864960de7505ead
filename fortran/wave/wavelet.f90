!> The source's signal.
module wavelet
  use, intrinsic :: iso_c_binding, only: c_float, c_double, c_int32_t
  implicit none
  private
  public :: ricker, ricker_integral

  real(c_double), parameter :: pi = acos(-1.0_c_double)

contains

  !> (1 - 2 a) exp(-a) with a = (pi peak (t - delay))^2.
  subroutine ricker(samples, dt, peak, delay, values) bind(C, name='ladder_ricker')
    integer(c_int32_t), value :: samples
    real(c_double), value :: dt ! [s]
    real(c_double), value :: peak ! [Hz]
    real(c_double), value :: delay ! [s]
    real(c_float), intent(out) :: values(samples)
    real(c_double) :: a
    integer :: n

    do n = 1, samples
      a = (pi * peak * ((n - 1) * dt - delay))**2
      values(n) = real((1 - 2 * a) * exp(-a), c_float)
    end do
  end subroutine ricker

  !> The integral of the wavelet over time: (t - delay) exp(-a).
  subroutine ricker_integral(samples, dt, peak, delay, values) &
    bind(C, name='ladder_ricker_integral')
    integer(c_int32_t), value :: samples
    real(c_double), value :: dt ! [s]
    real(c_double), value :: peak ! [Hz]
    real(c_double), value :: delay ! [s]
    real(c_float), intent(out) :: values(samples) ! [s]
    real(c_double) :: t ! [s]
    integer :: n

    do n = 1, samples
      t = (n - 1) * dt - delay
      values(n) = real(t * exp(-(pi * peak * t)**2), c_float)
    end do
  end subroutine ricker_integral

end module wavelet
