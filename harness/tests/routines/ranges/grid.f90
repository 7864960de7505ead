module grid
  implicit none
  integer, parameter :: n = 20
  real :: factor = 0.1
contains
  subroutine smooth(a, m)
    integer, intent(in) :: m
    real, intent(inout) :: a(m)
    real :: before, kept
    integer :: i
    do i = 1, 2
      before = a(1)
    end do
    before = before + a(m)
    do i = 1, m
      kept = a(i)
      a(i) = before
      before = kept
    end do
  end subroutine smooth
end module grid
