module kinds
  implicit none
  private
  integer, parameter, public :: wp = selected_real_kind(12)
  real(wp), public :: gain = 1  ! a variable of a module without procedures
end module kinds
