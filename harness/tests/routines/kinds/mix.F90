#include "flags.h"
module mix
  use, intrinsic :: iso_fortran_env, only: real64, int8
  implicit none
  real(REAL_KIND), allocatable :: work(:, :)
  real(REAL_KIND), pointer :: window(:) => null()
  complex(real64) :: phase = (1, 2)
contains
  subroutine turn(z, name, keep, small, flags, p, al, mode)
    complex(real64), intent(inout) :: z(:)
    character(len=*), intent(in) :: name
    logical, intent(inout) :: keep
    integer(int8), intent(inout) :: small(3)
    logical(1), intent(out) :: flags(2)
    real(REAL_KIND), pointer, intent(in) :: p(:)
    real(REAL_KIND), allocatable, intent(inout) :: al(:)
    character, intent(in) :: mode
    real(REAL_KIND), allocatable :: own(:), grown(:)
    integer :: i
    allocate (own(size(al)))
    own = 2 * al
    grown = own(2:)
    deallocate (own)
    call move_alloc(grown, own)
    if (name == 'double') z = z*2
    if (mode == 'x') z = z*phase
    z(1) = conjg(z(1)) + p(lbound(p, 1))
    al = al + sum(work) + window(2) + own(1)
    small = small + 1_int8
    flags = [keep, .not. keep]
    keep = .not. keep
    do i = lbound(al, 1), ubound(al, 1)
      al(i) = al(i) + i
    end do
  end subroutine turn
end module mix
program main
  use mix
  implicit none
  complex(real64) :: z(4)
  logical :: keep
  logical(1) :: fl(2)
  integer(int8) :: s(3)
  real(REAL_KIND), pointer :: p(:)
  real(REAL_KIND), allocatable :: al(:)
  real(REAL_KIND), target :: line(10)
  integer :: k
  z = (1, 1); keep = .true.; s = 1; line = 0.1
  allocate(p(-2:3)); p = 0.5
  allocate(al(3:6)); al = 0
  allocate(work(0:2, 2)); work = 0.25
  window => line(1:9:2)
  do k = 1, 3
    call turn(z, merge('double', 'single', k == 2), keep, s, fl, p, al, 'x')
  end do
  print *, z, keep, s, fl, al
end program
