!> What the column physics and its callers share.
module column_types
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none
  private
  public :: wp, sp, ice_parameters, parameters, tendencies

  integer, parameter :: wp = real64, sp = real32

  type :: ice_parameters
    real(wp) :: t_freeze = 273.16_wp ! [K]
    real(wp) :: t_all_ice = 250.16_wp ! [K] below it a cloud has no liquid
    real(wp) :: saturation(2) = [22.587_wp, 0.7_wp] ! Tetens over ice, [K] the second
    real(wp) :: critical = 3.0e-5_wp ! [kg/kg]
  end type ice_parameters

  type :: parameters
    real(wp) :: gravity = 9.80665_wp ! [m/s^2]
    real(wp) :: cp = 1004.7_wp, r_dry = 287.06_wp, r_vapour = 461.52_wp ! [J/kg/K]
    real(wp) :: l_vapour = 2.5008e6_wp, l_ice = 2.8345e6_wp ! [J/kg]
    real(wp) :: saturation(2) = [17.502_wp, 32.19_wp] ! Tetens over water, [K] the second
    real(wp) :: critical(2) = [5.0e-4_wp, 3.0e-4_wp] ! [kg/kg] over land, over sea
    real(wp) :: conversion = 3.0e-4_wp ! [1/s]
    real(wp) :: evaporation = 8.0e-4_wp
    real(wp) :: melting = 5.0e-3_wp ! [kg/m^2/s/K]
    real(wp) :: mixing = 2.0e-4_wp ! [1/s]
    real(wp) :: least_cape(2) = [60.0_wp, 30.0_wp] ! [J/kg] over land, over sea
    integer :: newton = 4 ! steps at most
    logical :: evaporates = .true.
    type(ice_parameters) :: ice
  end type parameters

  type :: tendencies
    real(wp), allocatable :: t(:, :) ! [K/s]
    real(wp), allocatable :: q(:, :), liquid(:, :), ice(:, :) ! [1/s]
  end type tendencies

end module column_types
