module constants
  implicit none
  integer, parameter :: unit = 6
  integer, parameter :: length = 12
  real(8), parameter :: C0 = 0.25d0
end module constants
module fields
  use constants, only: length
  implicit none
  type field
    real(8), allocatable :: t(:), old(:)
  contains
    procedure, pass(self) :: clear, &
      fill
    procedure :: show
  end type field
  type tile
    type(field) :: f
    integer :: n
    real(8) :: edge(2)
  end type tile
  type chunk
    integer :: steps = 0
    type(tile), allocatable :: tiles(:)
  end type chunk
  type(chunk) :: all
  character(len=80), allocatable :: lines(:)
contains
  subroutine clear(self)
    class(field), intent(inout) :: self
    self%t = 0
  end subroutine clear
  subroutine fill(self, x)
    class(field), intent(inout) :: self
    real(8), intent(in) :: x
    self%t = x
  end subroutine fill
  subroutine show(self)
    class(field), intent(in) :: self
    write (17, *) self%t
  end subroutine show
  subroutine note(line)
    character(len=*), intent(in) :: line
    if (.not. allocated(lines)) allocate (lines(10))
    lines(1) = line
  end subroutine note
end module fields
module kernels
  implicit none
contains
  subroutine smooth(t, old, n)
    use constants, only: C0
    integer, intent(in) :: n
    real(8), intent(inout) :: t(n), old(n)
    integer :: i
    do i = 1, n; old(i) = t(i); end do
    do i = 2, n - 1
      t(i) = old(i) + C0 * (old(i - 1) - 2 * old(i) + old(i + 1))
    end do
    call tick()
  end subroutine smooth
  subroutine tick()
    call clock_of_c()
  end subroutine tick
end module kernels
module driver
  implicit none
contains
  subroutine step(dt, by_c)
    use fields, only: all, note
    use kernels
    real(8), intent(in) :: dt
    logical, intent(in) :: by_c
    integer :: k, status
    status = 0
    do k = 1, size(all%tiles)
      if (by_c) then
        call shift_c(all%tiles(k)%f%t, all%tiles(k)%n)
      else
        call smooth(all%tiles(k)%f%t, all%tiles(k)%f%old, all%tiles(k)%n)
      end if
      if (all%tiles(k)%f%t(1) < -1d30) call note('negative')
      if (all%tiles(k)%f%t(1) > 1d30) call stop_here('too large')
      all%tiles(k)%edge = dt * all%tiles(k)%f%t(1:2)
    end do
    if (status /= 0) then
      open (unit=20, file='error.txt')
      write (20, *) 'status', status
      stop 'no'
    end if
    all%steps = all%steps + 1
  end subroutine step
end module driver
subroutine stop_here(why)
  character(len=*), intent(in) :: why
  call give_up(why)
end subroutine stop_here
subroutine give_up(why)
  use constants, only: unit
  character(len=*), intent(in) :: why
  open (unit=20, file='error.txt')
  write (unit, *) why
  stop 'gave up'
end subroutine give_up
program main
  use driver
  use fields
  implicit none
  integer :: k, i
  allocate (all%tiles(3))
  do k = 1, 3
    all%tiles(k)%n = 8 * k
    allocate (all%tiles(k)%f%t(8 * k), all%tiles(k)%f%old(8 * k))
    all%tiles(k)%f%t = [(mod(3.7d0 * i * k, 1.3d0), i=1, 8 * k)]
    all%tiles(k)%f%old = 0
  end do
  do k = 1, 4
    call step(0.5d0, .false.)
  end do
  print *, (sum(all%tiles(k)%f%t), all%tiles(k)%edge, k=1, 3), all%steps
end program main
