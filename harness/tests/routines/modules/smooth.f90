module smooth_mod
  use kinds
  use tables
  implicit none
  private
  public :: smooth, weight, mean
  real(wp) :: weight = 0.3_wp
  interface apply
    module procedure apply1, apply2
  end interface
contains
  subroutine apply1(x)
    real(wp), intent(inout) :: x(:)
    x = x * weight
  end subroutine apply1
  subroutine apply2(x)
    real(wp), intent(inout) :: x(:, :)
    integer :: j
    do j = 1, size(x, 2)
      call apply1(x(:, j))
    end do
  end subroutine apply2
  subroutine smooth(u, v, n, scale, mask, total)
    integer, intent(in) :: n
    real(wp), intent(in) :: u(0:, -1:)
    real(wp), intent(out) :: v(:, :)
    real(wp), intent(in), optional :: scale
    logical, intent(in), optional :: mask(:)
    real(wp), intent(out), optional :: total
    integer :: i, j
    real(wp) :: s
    s = 1
    if (present(scale)) s = scale * gain
    v = 0
    do j = 1, n
      do i = 1, n
        v(i, j) = s * (u(i, j) + lookup(1 + mod(i, 4)) * (u(i - 1, j - 1) + u(i - 1, j)))
        if (present(mask)) then
          if (.not. mask(i)) v(i, j) = 0
        end if
      end do
    end do
    call apply(v)
    if (present(total)) total = sum(v)
  end subroutine smooth
  pure function mean(x) result(m)
    real(wp), intent(in) :: x(:)
    real(wp) :: m(2)
    m(1) = sum(x) / size(x)
    m(2) = weight
  end function mean
end module smooth_mod
