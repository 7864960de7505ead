! Runs the source and its C on the same values, and names the cases whose bits differ.
program port_semantics_main
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use port_semantics, only: everything, cases, slots, calls
  implicit none
  integer, parameter :: n = 8
  interface
    subroutine stage(n, x, k, r, i, calls, many, scale) bind(c)
      import :: c_double, c_int
      integer(c_int), value :: n
      real(c_double), intent(in) :: x(*)
      integer(c_int), intent(in) :: k(*)
      real(c_double), intent(inout) :: r(*)
      integer(c_int), intent(inout) :: i(*)
      integer(c_int), intent(inout) :: calls
      real(c_double), intent(inout) :: many(*), scale
    end subroutine stage
  end interface
  real(c_double) :: x(n) = [0.37d0, -1.73d0, 0.05d0, 2.25d0, -0.61d0, 1.5d0, -0.25d0, 0.85d0]
  integer(c_int) :: k(n) = [-7, 3, 0, -2, 1, 2, 5, -4], mine
  real(c_double) :: r(slots, cases), other_r(slots, cases), many(4), scale
  integer(c_int) :: i(slots, cases), other_i(slots, cases)
  integer :: each

  r = 0
  i = 0
  other_r = 0
  other_i = 0
  mine = 0
  many = 0
  scale = 0
  call everything(n, x, k, r, i)
  call stage(n, x, k, other_r, other_i, mine, many, scale)
  if (mine /= calls) print '(a)', 'calls differs'
  do each = 1, cases
    if (any(transfer(r(:, each), i) /= transfer(other_r(:, each), i)) .or. any(i(:, each) /= other_i(:, each))) &
      print '(i0, a, 2i4)', each, ' differs', findloc(r(:, each) == other_r(:, each), .false., 1), &
      findloc(i(:, each) == other_i(:, each), .false., 1)
  end do
end program port_semantics_main
