module tables
  use kinds, only: wp
  implicit none
  private
  public :: lookup, init_tables
  real(wp), private, save :: coefficient(4) = 0.5_wp
  integer, protected, public :: hits = 0
contains
  subroutine init_tables()
    coefficient = [1.0_wp, 0.5_wp, 0.25_wp, 0.125_wp]
  end subroutine
  function lookup(i) result(c)
    integer, intent(in) :: i
    real(wp) :: c
    hits = hits + 1
    c = coefficient(i)
  end function
end module tables
