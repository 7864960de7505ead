! Nests of stencils that take, or do not take, the rungs of `ladder port --rungs=thesis`.
module stencils
  implicit none
  integer, parameter :: n = 37, m = 21, layers = 5, x = 1, y = 2
  real(8) :: weight(3) = [0.5d0, 0.1d0, 0.025d0], taps(-1:1) = [0.3d0, 0.5d0, 0.2d0]
  interface noted
    module procedure noted_row, noted_plane
  end interface
contains
  subroutine noted_row(a)
    real(8), intent(in) :: a(:)
  end subroutine noted_row

  subroutine noted_plane(a)
    real(8), intent(in) :: a(:, :)
  end subroutine noted_plane

  subroutine step(p, q, r, v, most, share)
    real(8), intent(in) :: p(0:n + 1, m), share
    real(8), intent(inout) :: q(0:n + 1, m), r(0:n + 1, m), v(0:n + 1, m, layers), most
    real(8) :: here
    integer :: i, j, k

    call noted(p)
    ! five points
    do j = 2, m - 1
      do i = 1, n
        here = p(i - 1, j) + p(i + 1, j)
        q(i, j) = weight(x) * p(i, j) + weight(y) * here + weight(3) * (p(i, j - 1) + p(i, j + 1))
      end do
    end do
    ! of the same turn
    do j = 2, m - 1
      do i = 1, n
        here = 2 * q(i, j)
        r(i, j) = here + r(i, j)
        most = max(most, here)
      end do
    end do
    ! a neighbour of what was written
    do j = 2, m - 1
      do i = 1, n - 1
        r(i, j) = r(i, j) + share * q(i + 1, j)
      end do
    end do
    ! within the array alone; two loops that end at one label
    do 10 j = 1, m
      do 10 i = 0, n + 1
        if (i > 0 .and. j > 1) then
          v(i, j, 1) = p(i - 1, j - 1)
          if (j < m) v(i, j, 1) = v(i, j, 1) - p(i - 1, j + 1)
        end if
10 continue
    ! with what belongs to the borders between the loops
    do k = 2, layers
      v(:, 1, k) = p(:, 1)
      do j = 2, m - 1
        v(0, j, k) = p(0, j) + v(0, j, k)
        do i = 1, n
          v(i, j, k) = q(i, j - 1) + r(i + 1, j) - r(i - 1, j) + q(i, j + 1) * k
        end do
        if (j > 2) v(n + 1, j, k) = v(n + 1, j, k) - p(n + 1, j)
      end do
    end do
    ! stops at the border of p, and reads q there again
    do j = 1, m
      do i = 0, n + 1
        here = 0
        do k = max(-1, 0 - i), min(1, n + 1 - i)
          here = here + taps(k) * p(i + k, j)
        end do
        v(i, j, layers) = v(i, j, layers) + here + q(i, max(1, j - 1)) - q(i, min(m, j + 2))
      end do
    end do
  end subroutine step

  ! columns of one loop each, with more in a turn than the sum
  subroutine moments(q, mean, spread)
    real(8), intent(in) :: q(0:n + 1, m)
    real(8), intent(out) :: mean(m), spread(m)
    integer :: i, j

    do j = 1, m
      mean(j) = 0
      do i = 1, n
        mean(j) = mean(j) + q(i, j)
      end do
      mean(j) = mean(j) / n
    end do
    do j = 1, m
      spread(j) = 0
      do i = 1, n
        spread(j) = spread(j) + (q(i, j) - mean(j))**2
      end do
      if (spread(j) < 1.0d-3) spread(j) = 1
    end do
  end subroutine moments
end module stencils

program model
  use stencils
  implicit none
 real(8) :: p(0:n + 1, m), q(0:n + 1, m) = 0, r(0:n + 1, m) = 0, v(0:n + 1, m, layers) = 0, most = 0
  real(8) :: mean(m), spread(m)
  integer :: times
  call random_number(p)
  do times = 1, 4
    call step(p, q, r, v, most, 0.5d0 / times)
    p = 0.9d0 * q + 0.1d0 * v(:, :, 2)
  end do
  call moments(q, mean, spread)
  print *, sum(p), most, sum(mean), sum(spread)
end program model
