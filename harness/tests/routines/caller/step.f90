module flow
  implicit none
  real(8) :: work(0:16) = 0 ! what fluxes leaves for update
  real(8) :: age = 0
contains
  subroutine step(u, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    call fluxes(u, n)
    call update(u, n)
  end subroutine step
  subroutine fluxes(u, n)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    integer :: i
    work(0) = 0 ! an array of the module, and no statement function
    work(n) = 0
    do i = 1, n - 1
      work(i) = 0.1d0 * (u(i + 1) - u(i))
    end do
  end subroutine fluxes
  subroutine update(u, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    integer :: i
    age = age + 1
    do i = 1, n
      u(i) = u(i) + work(i) - work(i - 1) + 0.001d0 * age
    end do
  end subroutine update
end module flow
program main
  use flow
  implicit none
  real(8) :: u(16)
  integer :: k
  u = [(mod(3.7d0 * k, 1.3d0), k=1, 16)]
  do k = 1, 5
    call step(u, 16)
  end do
  print *, u, age
end program main
