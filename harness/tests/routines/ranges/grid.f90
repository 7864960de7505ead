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
  subroutine pairs(a, m)
    integer, intent(in) :: m
    real, intent(inout) :: a(m)
    real :: both(2), kept
    integer :: i
    kept = 0.5 * a(m)
    do i = 1, m
      both(:) = a(i) * kept
      a(i) = both(1) - both(2)
    end do
    a(1) = a(1) + kept
  end subroutine pairs
end module grid
