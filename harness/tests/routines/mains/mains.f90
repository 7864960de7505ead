program mains
  implicit none
  integer, parameter :: n = 1500
  integer :: i, j, at, turn
  real :: half, limit, kept, u(n, 4), v(n, 4)
  u = 1
  kept = 0
  do turn = 1, 3
    limit = 0.25 * turn
    call step
    if (kept > limit) print *, 'large'
  end do
  do j = 1, 4
    print *, (u(i, j), i=1, n, 500), at
  end do
  call shown
contains
  subroutine step
    half = 0.5
    call smooth
!$omp parallel do private(i) collapse(2)
    do j = 1, 4
      do i = 1, n
        half = 0.5 * i
        u(i, j) = u(i, j) + half * v(i, j)
        if (u(i, j) > 100) cycle
        kept = max(kept, u(i, j) - limit)
      end do
    end do
    do at = 1, n
      if (u(at, 1) > 20) exit
    end do
  end subroutine step
  subroutine smooth
    do j = 1, 4
      call row(u(:, j), v(:, j))
    end do
    do i = 1, n
      half = v(i, 1)
      v(i, 1) = half * half
    end do
  end subroutine smooth
  pure subroutine row(a, b)
    real, intent(in) :: a(n)
    real, intent(out) :: b(n)
    integer :: k
    do k = 1, n
      b(k) = 0.001 * k * a(k)
    end do
  end subroutine row
  subroutine shown
    do i = 1, 2
      half = sum(u(:, i))
      print *, half
    end do
  end subroutine shown
end program mains
