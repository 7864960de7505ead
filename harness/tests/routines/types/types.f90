module fields
  implicit none
  private
  integer, parameter, public :: rk = kind(1.0)
  type, public :: grid
    integer :: nx, nz
    real(rk) :: dx = 0.5
  end type
  type, public :: field
    type(grid) :: g
    real(rk), allocatable :: q(:, :)
    real(rk), pointer :: w(:) => null()
    real(rk) :: fixed(3) = 1.0
    character(len=8) :: label = 'none'
  end type
  type, public :: cell
    real(rk) :: t
    integer :: n
    real(rk) :: unused
  end type
  type, public :: options
    logical :: on = .true.
    type(field), pointer :: f => null()
  end type
end module
module types
  use fields
  implicit none
contains
  subroutine step(f, cells, n, opt, limits)
    type(field), intent(inout) :: f
    integer, intent(in) :: n
    type(cell), intent(inout) :: cells(n)
    type(options), intent(in), optional :: opt
    real(rk), intent(in) :: limits(2)
    integer :: i, k
    do k = 1, f%g%nz
      do i = 1, f%g%nx
        f%q(i, k) = min(limits(2), max(limits(1), f%q(i, k) + f%g%dx * f%w(k)))
      end do
    end do
    do i = 1, n
      cells(i)%t = cells(i)%t + f%fixed(1 + mod(i, 3))
      cells(i)%n = cells(i)%n + 1
    end do
    if (present(opt)) then
      if (opt%on) f%fixed(2) = f%fixed(2) * 0.5
      if (associated(opt%f)) f%q(1, 1) = opt%f%g%dx
    end if
  end subroutine
end module
program main
  use types
  implicit none
  type(field), target :: f
  type(cell) :: c(7)
  type(options) :: o
  integer :: k
  f%g%nx = 5; f%g%nz = 4
  allocate (f%q(5, 4)); f%q = 0.1
  allocate (f%w(0:3)); f%w = [0.1, 0.2, 0.3, 0.4]
  allocate (f%w(4)); f%w = [0.1, 0.2, 0.3, 0.4]
  c%t = 1; c%n = 0
  do k = 1, 4
    call step(f, c, 7, limits=[0.0, 1.0])
    call step(f, c(1:5), 5, o, [0.0, 2.0])
    o%f => f
  end do
  print *, sum(f%q), sum(c%t), c(1)%n, f%fixed
end program
