program main
  use kinds
  use tables
  use smooth_mod
  implicit none
  real(wp) :: u(0:8, -1:8), big(20, 20), t
  real(wp) :: v(8, 8)
  logical :: m(8)
  integer :: k
  u = reshape([(0.01 * k, k=1, 90)], [9, 10])
  call init_tables()
  m = .true.; m(3) = .false.
  do k = 1, 3
    call smooth(u, big(1:16:2, 1:16:2), 8)
    call smooth(u, v, 8, scale=0.5_wp, total=t)
    call smooth(u, v, 8, mask=m)
    u(:, :6) = u(:, :6) + sum(mean(v(:, 1)))
  end do
  print *, sum(v), hits, t, mean(u(:, 1))
end program main
