! Stage omp of moist_column (moist_column.f90:14).
! parent: step0
! change: OpenMP over the columns: one parallel region, its threads keep their columns through all levels
! expectation: 0.8 times as many cores as there are, up to 4: a block has only 32 columns
! flags: -O2 -fopenmp

! column_types.f90:2
module column_types
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none
  private
  public :: ice_parameters, parameters, sp, tendencies, wp
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

! moist_column.f90:5
module moist_physics
  use column_types, only: parameters, sp, tendencies, wp
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  private
  public :: moist_column
contains

! moist_column.f90:14
  subroutine moist_column(cdscheme, kidia, kfdia, klon, klev, kstep, pdt, par, tend, pt, pq, pl, pi, pa, pp, pph, pw, &
         pland, ldsea, paero, pccn, ldcum, ktype, kbase, ktop, prain, psnow, prain_sum, psnow_sum, &
         pcond, pevap, pmelt, pcape, prh, ptau, kiter, ksaturated, penthalpy, pwater, ldcold, pcrit)
    character(len=*), intent(in) :: cdscheme ! 'sundqvist' or 'kessler'
    integer, intent(in) :: kidia, kfdia ! first and last column to be computed
    integer, intent(in) :: klon, klev
    integer, intent(in) :: kstep
    real(wp), intent(in) :: pdt ! [s]
    type(parameters), intent(in) :: par
    type(tendencies), intent(inout) :: tend ! added to
    real(wp), intent(in) :: pt(klon, klev) ! [K]
    real(wp), intent(in) :: pq(klon, klev), pl(klon, klev), pi(klon, klev) ! [kg/kg] vapour, liquid, ice
    real(wp), intent(inout) :: pa(klon, klev) ! cover
    real(wp), intent(in) :: pp(klon, klev), pph(klon, klev + 1) ! [Pa]
    real(wp), intent(in) :: pw(klon, klev) ! [Pa/s], upwards is negative
    real(wp), intent(in) :: pland(klon) ! share of land
    logical, intent(in) :: ldsea(klon)
    real(sp), intent(in) :: paero(klon, klev, 3) ! aerosols of three kinds
    real(sp), intent(in) :: pccn(3) ! nuclei of a unit of each
    logical, intent(inout) :: ldcum(klon) ! does the column convect? in: one step ago
    integer, intent(out) :: ktype(klon) ! 0 clear, 1 layers, 2 convection, 3 both
    integer, intent(inout) :: kbase(klon), ktop(klon) ! levels of convection, kept where there is none
    real(wp), intent(out) :: prain(klon, klev + 1), psnow(klon, klev + 1) ! [kg/m^2/s]
    real(wp), intent(inout) :: prain_sum(klon), psnow_sum(klon) ! [kg/m^2] on the ground
    real(wp), intent(out) :: pcond(klon, klev), pevap(klon, klev), pmelt(klon, klev)
    real(wp), intent(out) :: pcape(klon) ! [J/kg]
    real(sp), intent(out) :: prh(klon, klev), ptau(klon) ! relative humidity, optical depth
    integer, intent(out) :: kiter(klon, klev) ! steps of Newton's method
    integer(int64), intent(inout) :: ksaturated ! levels that were saturated, of all calls
    real(wp), intent(out) :: penthalpy(klon), pwater(klon) ! change of the budgets, zero but for rounding
    logical, intent(out) :: ldcold(klon, klev) ! is there ice?
    real(wp), intent(in), optional :: pcrit(klev) ! humidity at which a cover begins

    real(wp) :: zt(klon, klev), zq(klon, klev), zl(klon, klev), zi(klon, klev), zgeo(klon, klev)
    real(wp) :: zparcel(klon), zh(klon), zcrit, zcover, zqs, zdqs, zliquid, zlatent, zdq, zsum, zmass, zrate, zlcrit
    real(wp) :: zexchange, zds, zdl, zmove, zrh, zccn, ztau(klon)
    logical :: llrising(klon), llactive
    integer :: jl, jk, jn, isurface

    !$omp parallel private(jl, jk, jn, isurface, llactive, zcrit, zcover, zqs, zdqs, zliquid, zlatent, zdq, zsum, zmass, zrate) &
    !$omp private(zlcrit, zexchange, zds, zdl, zmove, zrh, zccn) reduction(+:ksaturated)
    !$omp single
    prain(kidia:kfdia, 1) = 0
    psnow(kidia:kfdia, 1) = 0
    !$omp end single
    do jk = 1, klev
      !$omp do schedule(static)
      do jl = kidia, kfdia
        zt(jl, jk) = pt(jl, jk)
        zq(jl, jk) = pq(jl, jk)
        zl(jl, jk) = pl(jl, jk)
        zi(jl, jk) = pi(jl, jk)
        kiter(jl, jk) = 0
        pcond(jl, jk) = 0
        pevap(jl, jk) = 0
        pmelt(jl, jk) = 0
      end do
      !$omp end do nowait
    end do

    ! 1. Geopotential, from the ground upwards.
    !$omp do schedule(static)
    do jl = kidia, kfdia
      zgeo(jl, klev) = par%r_dry * zt(jl, klev) * log(pph(jl, klev + 1) / pp(jl, klev))
    end do
    !$omp end do nowait
    do jk = klev - 1, 1, -1
      !$omp do schedule(static)
      do jl = kidia, kfdia
        zgeo(jl, jk) = zgeo(jl, jk + 1) &
             + par%r_dry * 0.5_wp * (zt(jl, jk) + zt(jl, jk + 1)) * log(pp(jl, jk + 1) / pp(jl, jk))
      end do
      !$omp end do nowait
    end do

    ! 2. A parcel of the lowest level rises with its moist static energy; its buoyancy gives the energy of convection.
    !$omp do schedule(static)
    do jl = kidia, kfdia
      zh(jl) = par%cp * zt(jl, klev) + zgeo(jl, klev) + par%l_vapour * zq(jl, klev)
      zparcel(jl) = zt(jl, klev)
      pcape(jl) = 0
      llrising(jl) = .true.
    end do
    !$omp end do nowait
    do jk = klev - 1, 2, -1
      !$omp do schedule(static)
      do jl = kidia, kfdia
        if (.not. llrising(jl)) cycle
        zparcel(jl) = (zh(jl) - zgeo(jl, jk) - par%l_vapour * zq(jl, klev)) / par%cp
        call saturation(zparcel(jl), pp(jl, jk), 1.0_wp, par, zqs, zdqs)
        if (zq(jl, klev) > zqs) then
          do jn = 1, par%newton
            call saturation(zparcel(jl), pp(jl, jk), 1.0_wp, par, zqs, zdqs)
   zparcel(jl) = zparcel(jl) - (par%cp * zparcel(jl) + zgeo(jl, jk) + par%l_vapour * zqs - zh(jl)) &
                          / (par%cp + par%l_vapour * zdqs)
          end do
        end if
        if (zparcel(jl) > zt(jl, jk)) then
 pcape(jl) = pcape(jl) + (zparcel(jl) - zt(jl, jk)) / zt(jl, jk) * (zgeo(jl, jk - 1) - zgeo(jl, jk))
          if (.not. ldcum(jl)) kbase(jl) = max(kbase(jl), jk)
          ktop(jl) = jk
        else if (pp(jl, jk) < 0.7_wp * pph(jl, klev + 1)) then
          llrising(jl) = .false.
        end if
      end do
      !$omp end do nowait
    end do
    !$omp do schedule(static)
    do jl = kidia, kfdia
      isurface = merge(2, 1, ldsea(jl))
      zrate = par%least_cape(isurface)
      if (ldcum(jl)) zrate = 0.5_wp * zrate ! what convects goes on more easily than it begins
      ldcum(jl) = pcape(jl) > zrate
      if (ldcum(jl)) then
        kbase(jl) = min(max(kbase(jl), ktop(jl)), klev - 1)
        ktype(jl) = 2
      else
        ktype(jl) = 0
      end if
    end do
    !$omp end do nowait

    ! 3. Convective columns exchange air between the lowest level and those of the cloud.
    do jk = 1, klev - 1
      !$omp do schedule(static)
      do jl = kidia, kfdia
        llactive = ldcum(jl) .and. jk >= ktop(jl) .and. jk <= kbase(jl)
        if (llactive) then
          zexchange = min(0.02_wp, par%mixing * pdt * min(1.0_wp, pcape(jl) / 1000)) &
                      * min(pph(jl, jk + 1) - pph(jl, jk), pph(jl, klev + 1) - pph(jl, klev))
   zds = zexchange * (par%cp * (zt(jl, klev) - zt(jl, jk)) + zgeo(jl, klev) - zgeo(jl, jk)) / par%cp
          zmove = zexchange * (zq(jl, klev) - zq(jl, jk))
          zdl = zexchange * (zl(jl, klev) - zl(jl, jk))
          zmass = pph(jl, jk + 1) - pph(jl, jk)
          zt(jl, jk) = zt(jl, jk) + zds / zmass
          zq(jl, jk) = zq(jl, jk) + zmove / zmass
          zl(jl, jk) = zl(jl, jk) + zdl / zmass
          zmass = pph(jl, klev + 1) - pph(jl, klev)
          zt(jl, klev) = zt(jl, klev) - zds / zmass
          zq(jl, klev) = zq(jl, klev) - zmove / zmass
          zl(jl, klev) = zl(jl, klev) - zdl / zmass
        end if
      end do
      !$omp end do nowait
    end do

    ! 4. Condensation and precipitation, downwards.
    !$omp do schedule(static)
    do jl = kidia, kfdia
      ztau(jl) = 0
    end do
    !$omp end do nowait
    do jk = 1, klev
      zcrit = 0.8_wp
      if (present(pcrit)) zcrit = pcrit(jk)
      !$omp do schedule(static)
      do jl = kidia, kfdia
        zmass = (pph(jl, jk + 1) - pph(jl, jk)) / par%gravity

        ! Newton's method on the temperature at which the excess of vapour has condensed, at most as much as is there.
        zliquid = liquid_share(zt(jl, jk), par)
        zlatent = zliquid * par%l_vapour + (1 - zliquid) * par%l_ice
        do jn = 1, par%newton
          call saturation(zt(jl, jk), pp(jl, jk), zliquid, par, zqs, zdqs)
          zdq = (zq(jl, jk) - zqs) / (1 + zlatent / par%cp * zdqs)
          zdq = max(zdq, -(zl(jl, jk) + zi(jl, jk)))
          if (zdq < 0) then
            zds = min(-zdq, zl(jl, jk))
            zdl = -zdq - zds
            zl(jl, jk) = zl(jl, jk) - zds
            zi(jl, jk) = zi(jl, jk) - zdl
            zt(jl, jk) = zt(jl, jk) - (par%l_vapour * zds + par%l_ice * zdl) / par%cp
          else
            zl(jl, jk) = zl(jl, jk) + zliquid * zdq
            zi(jl, jk) = zi(jl, jk) + (1 - zliquid) * zdq
            zt(jl, jk) = zt(jl, jk) + zlatent / par%cp * zdq
          end if
          zq(jl, jk) = zq(jl, jk) - zdq
          pcond(jl, jk) = pcond(jl, jk) + zdq / pdt
          kiter(jl, jk) = jn
          if (zdq == 0 .or. abs(zdq) < 1.0e-3_wp * zqs * 1.0e-3_wp) exit
        end do

        ! Ice melts above the freezing point, liquid freezes below that of ice alone.
        if (zt(jl, jk) > par%ice%t_freeze .and. zi(jl, jk) > 0) then
        zdq = min(zi(jl, jk), (zt(jl, jk) - par%ice%t_freeze) * par%cp / (par%l_ice - par%l_vapour))
        else if (zt(jl, jk) < par%ice%t_all_ice .and. zl(jl, jk) > 0) then
          zdq = -zl(jl, jk)
        else
          zdq = 0
        end if
        zl(jl, jk) = zl(jl, jk) + zdq
        zi(jl, jk) = zi(jl, jk) - zdq
        zt(jl, jk) = zt(jl, jk) - zdq * (par%l_ice - par%l_vapour) / par%cp
        pmelt(jl, jk) = zdq * zmass / pdt
        ldcold(jl, jk) = zi(jl, jk) > 0

        ! Cover, from the humidity and from vertical motion.
        call saturation(zt(jl, jk), pp(jl, jk), liquid_share(zt(jl, jk), par), par, zqs, zdqs)
        zrh = min(1.0_wp, zq(jl, jk) / zqs)
        prh(jl, jk) = real(zrh, sp)
        if (zl(jl, jk) + zi(jl, jk) > 1.0e-9_wp) then
          ksaturated = ksaturated + 1
          if (ktype(jl) == 0 .or. ktype(jl) == 2) ktype(jl) = ktype(jl) + 1
        end if
        zcover = zcrit
        if (pw(jl, jk) < 0) zcover = zcrit * (1 - 0.1_wp * min(1.0_wp, -pw(jl, jk)))
        if (zrh >= 1) then
          pa(jl, jk) = 1
        else if (zrh > zcover) then
          pa(jl, jk) = 0.5_wp * pa(jl, jk) + 0.5_wp * (1 - sqrt((1 - zrh) / (1 - zcover)))
        else
          pa(jl, jk) = 0.5_wp * pa(jl, jk)
          if (pa(jl, jk) < 1.0e-3_wp) pa(jl, jk) = 0
        end if

        ! Autoconversion; more nuclei, slower rain.
        zccn = 0
        do jn = 1, 3
          zccn = zccn + real(pccn(jn), wp) * real(paero(jl, jk, jn), wp)
        end do
        zlcrit = (pland(jl) * par%critical(1) + (1 - pland(jl)) * par%critical(2)) * (1 + 0.2_wp * log(1 + zccn))
        zrate = par%conversion
        if (ldcum(jl)) zrate = 2 * zrate
        select case (cdscheme)
        case ('sundqvist')
          zmove = zl(jl, jk) * (1 - exp(-pdt * zrate * (1 - exp(-(zl(jl, jk) / zlcrit)**2))))
        case default
          zmove = max(0.0_wp, zl(jl, jk) - zlcrit) * (1 - exp(-pdt * zrate))
        end select
        zl(jl, jk) = zl(jl, jk) - zmove
        prain(jl, jk + 1) = prain(jl, jk) + zmove * zmass / pdt
   zmove = zi(jl, jk) * (1 - exp(-pdt * 2 * zrate * (1 - exp(-(zi(jl, jk) / par%ice%critical)**2))))
        zi(jl, jk) = zi(jl, jk) - zmove
        psnow(jl, jk + 1) = psnow(jl, jk) + zmove * zmass / pdt

        ! Snow melts, by as much as the level can be cooled to the freezing point.
        if (psnow(jl, jk + 1) > 0 .and. zt(jl, jk) > par%ice%t_freeze) then
          zmove = min(psnow(jl, jk + 1), par%melting * (zt(jl, jk) - par%ice%t_freeze), &
                (zt(jl, jk) - par%ice%t_freeze) * par%cp / (par%l_ice - par%l_vapour) * zmass / pdt)
          psnow(jl, jk + 1) = psnow(jl, jk + 1) - zmove
          prain(jl, jk + 1) = prain(jl, jk + 1) + zmove
          zt(jl, jk) = zt(jl, jk) - zmove * pdt / zmass * (par%l_ice - par%l_vapour) / par%cp
          pmelt(jl, jk) = pmelt(jl, jk) + zmove
        end if

        ! Rain evaporates into the clear part.
        if (par%evaporates .and. prain(jl, jk + 1) > 0 .and. zrh < 0.95_wp) then
     zmove = (1 - pa(jl, jk)) * par%evaporation * (1 - zrh) * sqrt(prain(jl, jk + 1)) * zmass / 1000
          zmove = min(zmove, prain(jl, jk + 1), 0.5_wp * (zqs - zq(jl, jk)) / (1 + par%l_vapour / par%cp * zdqs) * zmass / pdt)
          if (zmove > 0) then
            prain(jl, jk + 1) = prain(jl, jk + 1) - zmove
            zq(jl, jk) = zq(jl, jk) + zmove * pdt / zmass
            zt(jl, jk) = zt(jl, jk) - zmove * pdt / zmass * par%l_vapour / par%cp
            pevap(jl, jk) = zmove
          end if
        end if
        ztau(jl) = ztau(jl) + pa(jl, jk) * zmass * (150 * zl(jl, jk) + 60 * zi(jl, jk)) * (1 + 0.3_wp * log(1 + zccn))
      end do
      !$omp end do nowait
    end do

    ! 5. Tendencies, sums on the ground, budgets.
    !$omp do schedule(static)
    do jl = kidia, kfdia
      prain_sum(jl) = prain_sum(jl) + prain(jl, klev + 1) * pdt
      psnow_sum(jl) = psnow_sum(jl) + psnow(jl, klev + 1) * pdt
      pwater(jl) = (prain(jl, klev + 1) + psnow(jl, klev + 1)) * pdt
      penthalpy(jl) = -(par%l_vapour * prain(jl, klev + 1) + par%l_ice * psnow(jl, klev + 1)) * pdt
      ptau(jl) = real(ztau(jl), sp)
      if (kstep == 1 .and. .not. ldcum(jl)) ktop(jl) = klev
    end do
    !$omp end do nowait
    do jk = 1, klev
      !$omp do schedule(static)
      do jl = kidia, kfdia
        tend%t(jl, jk) = tend%t(jl, jk) + (zt(jl, jk) - pt(jl, jk)) / pdt
        tend%q(jl, jk) = tend%q(jl, jk) + (zq(jl, jk) - pq(jl, jk)) / pdt
        tend%liquid(jl, jk) = tend%liquid(jl, jk) + (zl(jl, jk) - pl(jl, jk)) / pdt
        tend%ice(jl, jk) = tend%ice(jl, jk) + (zi(jl, jk) - pi(jl, jk)) / pdt
        zmass = (pph(jl, jk + 1) - pph(jl, jk)) / par%gravity
        zsum = (zq(jl, jk) - pq(jl, jk)) + (zl(jl, jk) - pl(jl, jk)) + (zi(jl, jk) - pi(jl, jk))
        pwater(jl) = pwater(jl) + zmass * zsum
        penthalpy(jl) = penthalpy(jl) + zmass * (par%cp * (zt(jl, jk) - pt(jl, jk)) &
                                                 - par%l_vapour * (zl(jl, jk) - pl(jl, jk)) &
                                                 - par%l_ice * (zi(jl, jk) - pi(jl, jk)))
      end do
      !$omp end do nowait
    end do
    !$omp end parallel
  end subroutine moist_column

! moist_column.f90:288
  pure subroutine saturation(t, p, liquid, par, qs, dqs)
    real(wp), intent(in) :: t, p, liquid
    type(parameters), intent(in) :: par
    real(wp), intent(out) :: qs, dqs
    real(wp) :: water, ice, e, de, ratio, t0, a(2), b(2)
    t0 = par%ice%t_freeze; a = par%saturation; b = par%ice%saturation
    water = 611.21_wp * exp(a(1) * (t - t0) / (t - a(2)))
    ice = 611.21_wp * exp(b(1) * (t - t0) / (t - b(2)))
    e = liquid * water + (1 - liquid) * ice
      de = liquid * water * a(1) * (t0 - a(2)) / (t - a(2))**2 + (1 - liquid) * ice * b(1) * (t0 - b(2)) / (t - b(2))**2
    ratio = par%r_dry / par%r_vapour
    if (e < 0.4_wp * p) then
      qs = ratio * e / (p - (1 - ratio) * e)
      dqs = ratio * p * de / (p - (1 - ratio) * e)**2
    else
      qs = ratio * 0.4_wp / (1 - (1 - ratio) * 0.4_wp)
      dqs = 0
    end if
  end subroutine saturation

! moist_column.f90:280
  pure function liquid_share(t, par)
    real(wp), intent(in) :: t
    type(parameters), intent(in) :: par
    real(wp) :: liquid_share
    liquid_share = min(1.0_wp, max(0.0_wp, (t - par%ice%t_all_ice) / (par%ice%t_freeze - par%ice%t_all_ice)))**2
  end function liquid_share

  subroutine ladder_entry(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
    use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
        &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
    implicit none
    integer(ladder_int), value :: ladder_phase
    type(ladder_pointer), intent(in) :: ladder_data(*)
    integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
    integer :: ladder_at
    character(kind=ladder_char), pointer, contiguous, save :: ladder_1(:) => null()
    character(len=:), allocatable, save :: ladder_a_cdscheme
    integer(4), pointer, save :: ladder_2 => null()
    integer(4), pointer, save :: ladder_3 => null()
    integer(4), pointer, save :: ladder_4 => null()
    integer(4), pointer, save :: ladder_5 => null()
    integer(4), pointer, save :: ladder_6 => null()
    real(8), pointer, save :: ladder_7 => null()
    real(8), pointer, save :: ladder_8 => null()
    type(parameters), target, save :: ladder_a_par
    real(8), pointer, save :: ladder_9 => null()
    real(8), pointer, save :: ladder_10 => null()
    real(8), pointer, save :: ladder_11 => null()
    real(8), pointer, save :: ladder_12 => null()
    real(8), pointer, save :: ladder_13 => null()
    real(8), pointer, contiguous, save :: ladder_14(:) => null()
    real(8), pointer, contiguous, save :: ladder_15(:) => null()
    real(8), pointer, save :: ladder_16 => null()
    real(8), pointer, save :: ladder_17 => null()
    real(8), pointer, save :: ladder_18 => null()
    real(8), pointer, save :: ladder_19 => null()
    real(8), pointer, contiguous, save :: ladder_20(:) => null()
    integer(4), pointer, save :: ladder_21 => null()
    logical(4), pointer, save :: ladder_22 => null()
    real(8), pointer, save :: ladder_23 => null()
    real(8), pointer, save :: ladder_24 => null()
    real(8), pointer, contiguous, save :: ladder_25(:) => null()
    real(8), pointer, save :: ladder_26 => null()
    real(8), pointer, contiguous, save :: ladder_27(:, :) => null()
    type(tendencies), target, save :: ladder_a_tend
    real(8), pointer, contiguous, save :: ladder_28(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_29(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_30(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_31(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_32(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_33(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_34(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_35(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_36(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_37(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_38(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_39(:) => null()
    logical(4), pointer, contiguous, save :: ladder_40(:) => null()
    real(4), pointer, contiguous, save :: ladder_41(:, :, :) => null()
    real(4), pointer, contiguous, save :: ladder_42(:) => null()
    logical(4), pointer, contiguous, save :: ladder_43(:) => null()
    integer(4), pointer, contiguous, save :: ladder_44(:) => null()
    integer(4), pointer, contiguous, save :: ladder_45(:) => null()
    integer(4), pointer, contiguous, save :: ladder_46(:) => null()
    real(8), pointer, contiguous, save :: ladder_47(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_48(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_49(:) => null()
    real(8), pointer, contiguous, save :: ladder_50(:) => null()
    real(8), pointer, contiguous, save :: ladder_51(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_52(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_53(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_54(:) => null()
    real(4), pointer, contiguous, save :: ladder_55(:, :) => null()
    real(4), pointer, contiguous, save :: ladder_56(:) => null()
    integer(4), pointer, contiguous, save :: ladder_57(:, :) => null()
    integer(8), pointer, save :: ladder_58 => null()
    real(8), pointer, contiguous, save :: ladder_59(:) => null()
    real(8), pointer, contiguous, save :: ladder_60(:) => null()
    logical(4), pointer, contiguous, save :: ladder_61(:, :) => null()
    real(8), pointer, contiguous, save :: ladder_62(:) => null()
    if (ladder_phase == 1) then
      nullify (ladder_1)
      if (allocated(ladder_a_cdscheme)) deallocate (ladder_a_cdscheme)
      if (ladder_there(ladder_data(1))) then
        call ladder_associate(ladder_data(1), ladder_1, [ladder_length(1)])
        if (allocated(ladder_a_cdscheme)) deallocate (ladder_a_cdscheme)
        allocate (character(len=ladder_length(1)) :: ladder_a_cdscheme)
        do ladder_at = 1, int(ladder_length(1))
          ladder_a_cdscheme(ladder_at:ladder_at) = ladder_1(ladder_at)
        end do
      end if
      nullify (ladder_2)
      if (ladder_there(ladder_data(2))) then
        call ladder_associate(ladder_data(2), ladder_2)
      end if
      nullify (ladder_3)
      if (ladder_there(ladder_data(3))) then
        call ladder_associate(ladder_data(3), ladder_3)
      end if
      nullify (ladder_4)
      if (ladder_there(ladder_data(4))) then
        call ladder_associate(ladder_data(4), ladder_4)
      end if
      nullify (ladder_5)
      if (ladder_there(ladder_data(5))) then
        call ladder_associate(ladder_data(5), ladder_5)
      end if
      nullify (ladder_6)
      if (ladder_there(ladder_data(6))) then
        call ladder_associate(ladder_data(6), ladder_6)
      end if
      nullify (ladder_7)
      if (ladder_there(ladder_data(7))) then
        call ladder_associate(ladder_data(7), ladder_7)
      end if
      if (ladder_there(ladder_data(8))) then
        call ladder_associate(ladder_data(8), ladder_8)
        ladder_a_par%gravity = ladder_8
      end if
      if (ladder_there(ladder_data(9))) then
        call ladder_associate(ladder_data(9), ladder_9)
        ladder_a_par%cp = ladder_9
      end if
      if (ladder_there(ladder_data(10))) then
        call ladder_associate(ladder_data(10), ladder_10)
        ladder_a_par%r_dry = ladder_10
      end if
      if (ladder_there(ladder_data(11))) then
        call ladder_associate(ladder_data(11), ladder_11)
        ladder_a_par%r_vapour = ladder_11
      end if
      if (ladder_there(ladder_data(12))) then
        call ladder_associate(ladder_data(12), ladder_12)
        ladder_a_par%l_vapour = ladder_12
      end if
      if (ladder_there(ladder_data(13))) then
        call ladder_associate(ladder_data(13), ladder_13)
        ladder_a_par%l_ice = ladder_13
      end if
      if (ladder_there(ladder_data(14))) then
        call ladder_associate(ladder_data(14), ladder_14, ladder_extent(1:1, 14))
        ladder_a_par%saturation = ladder_14
      end if
      if (ladder_there(ladder_data(15))) then
        call ladder_associate(ladder_data(15), ladder_15, ladder_extent(1:1, 15))
        ladder_a_par%critical = ladder_15
      end if
      if (ladder_there(ladder_data(16))) then
        call ladder_associate(ladder_data(16), ladder_16)
        ladder_a_par%conversion = ladder_16
      end if
      if (ladder_there(ladder_data(17))) then
        call ladder_associate(ladder_data(17), ladder_17)
        ladder_a_par%evaporation = ladder_17
      end if
      if (ladder_there(ladder_data(18))) then
        call ladder_associate(ladder_data(18), ladder_18)
        ladder_a_par%melting = ladder_18
      end if
      if (ladder_there(ladder_data(19))) then
        call ladder_associate(ladder_data(19), ladder_19)
        ladder_a_par%mixing = ladder_19
      end if
      if (ladder_there(ladder_data(20))) then
        call ladder_associate(ladder_data(20), ladder_20, ladder_extent(1:1, 20))
        ladder_a_par%least_cape = ladder_20
      end if
      if (ladder_there(ladder_data(21))) then
        call ladder_associate(ladder_data(21), ladder_21)
        ladder_a_par%newton = ladder_21
      end if
      if (ladder_there(ladder_data(22))) then
        call ladder_associate(ladder_data(22), ladder_22)
        ladder_a_par%evaporates = ladder_22
      end if
      if (ladder_there(ladder_data(23))) then
        call ladder_associate(ladder_data(23), ladder_23)
        ladder_a_par%ice%t_freeze = ladder_23
      end if
      if (ladder_there(ladder_data(24))) then
        call ladder_associate(ladder_data(24), ladder_24)
        ladder_a_par%ice%t_all_ice = ladder_24
      end if
      if (ladder_there(ladder_data(25))) then
        call ladder_associate(ladder_data(25), ladder_25, ladder_extent(1:1, 25))
        ladder_a_par%ice%saturation = ladder_25
      end if
      if (ladder_there(ladder_data(26))) then
        call ladder_associate(ladder_data(26), ladder_26)
        ladder_a_par%ice%critical = ladder_26
      end if
      if (ladder_there(ladder_data(27))) then
        call ladder_associate(ladder_data(27), ladder_27, ladder_extent(1:2, 27))
        if (allocated(ladder_a_tend%t)) deallocate (ladder_a_tend%t)
        allocate (ladder_a_tend%t(ladder_lower(1, 27):ladder_lower(1, 27) + ladder_extent(1, 27) - 1, ladder_lower(2, &
            &27):ladder_lower(2, 27) + ladder_extent(2, 27) - 1))
        ladder_a_tend%t = ladder_27
      else
        if (allocated(ladder_a_tend%t)) deallocate (ladder_a_tend%t)
      end if
      if (ladder_there(ladder_data(28))) then
        call ladder_associate(ladder_data(28), ladder_28, ladder_extent(1:2, 28))
        if (allocated(ladder_a_tend%q)) deallocate (ladder_a_tend%q)
        allocate (ladder_a_tend%q(ladder_lower(1, 28):ladder_lower(1, 28) + ladder_extent(1, 28) - 1, ladder_lower(2, &
            &28):ladder_lower(2, 28) + ladder_extent(2, 28) - 1))
        ladder_a_tend%q = ladder_28
      else
        if (allocated(ladder_a_tend%q)) deallocate (ladder_a_tend%q)
      end if
      if (ladder_there(ladder_data(29))) then
        call ladder_associate(ladder_data(29), ladder_29, ladder_extent(1:2, 29))
        if (allocated(ladder_a_tend%liquid)) deallocate (ladder_a_tend%liquid)
        allocate (ladder_a_tend%liquid(ladder_lower(1, 29):ladder_lower(1, 29) + ladder_extent(1, 29) - 1, ladder_lower(2, &
            &29):ladder_lower(2, 29) + ladder_extent(2, 29) - 1))
        ladder_a_tend%liquid = ladder_29
      else
        if (allocated(ladder_a_tend%liquid)) deallocate (ladder_a_tend%liquid)
      end if
      if (ladder_there(ladder_data(30))) then
        call ladder_associate(ladder_data(30), ladder_30, ladder_extent(1:2, 30))
        if (allocated(ladder_a_tend%ice)) deallocate (ladder_a_tend%ice)
        allocate (ladder_a_tend%ice(ladder_lower(1, 30):ladder_lower(1, 30) + ladder_extent(1, 30) - 1, ladder_lower(2, &
            &30):ladder_lower(2, 30) + ladder_extent(2, 30) - 1))
        ladder_a_tend%ice = ladder_30
      else
        if (allocated(ladder_a_tend%ice)) deallocate (ladder_a_tend%ice)
      end if
      nullify (ladder_31)
      if (ladder_there(ladder_data(31))) then
        call ladder_associate(ladder_data(31), ladder_31, ladder_extent(1:2, 31))
      end if
      nullify (ladder_32)
      if (ladder_there(ladder_data(32))) then
        call ladder_associate(ladder_data(32), ladder_32, ladder_extent(1:2, 32))
      end if
      nullify (ladder_33)
      if (ladder_there(ladder_data(33))) then
        call ladder_associate(ladder_data(33), ladder_33, ladder_extent(1:2, 33))
      end if
      nullify (ladder_34)
      if (ladder_there(ladder_data(34))) then
        call ladder_associate(ladder_data(34), ladder_34, ladder_extent(1:2, 34))
      end if
      nullify (ladder_35)
      if (ladder_there(ladder_data(35))) then
        call ladder_associate(ladder_data(35), ladder_35, ladder_extent(1:2, 35))
      end if
      nullify (ladder_36)
      if (ladder_there(ladder_data(36))) then
        call ladder_associate(ladder_data(36), ladder_36, ladder_extent(1:2, 36))
      end if
      nullify (ladder_37)
      if (ladder_there(ladder_data(37))) then
        call ladder_associate(ladder_data(37), ladder_37, ladder_extent(1:2, 37))
      end if
      nullify (ladder_38)
      if (ladder_there(ladder_data(38))) then
        call ladder_associate(ladder_data(38), ladder_38, ladder_extent(1:2, 38))
      end if
      nullify (ladder_39)
      if (ladder_there(ladder_data(39))) then
        call ladder_associate(ladder_data(39), ladder_39, ladder_extent(1:1, 39))
      end if
      nullify (ladder_40)
      if (ladder_there(ladder_data(40))) then
        call ladder_associate(ladder_data(40), ladder_40, ladder_extent(1:1, 40))
      end if
      nullify (ladder_41)
      if (ladder_there(ladder_data(41))) then
        call ladder_associate(ladder_data(41), ladder_41, ladder_extent(1:3, 41))
      end if
      nullify (ladder_42)
      if (ladder_there(ladder_data(42))) then
        call ladder_associate(ladder_data(42), ladder_42, ladder_extent(1:1, 42))
      end if
      nullify (ladder_43)
      if (ladder_there(ladder_data(43))) then
        call ladder_associate(ladder_data(43), ladder_43, ladder_extent(1:1, 43))
      end if
      nullify (ladder_44)
      if (ladder_there(ladder_data(44))) then
        call ladder_associate(ladder_data(44), ladder_44, ladder_extent(1:1, 44))
      end if
      nullify (ladder_45)
      if (ladder_there(ladder_data(45))) then
        call ladder_associate(ladder_data(45), ladder_45, ladder_extent(1:1, 45))
      end if
      nullify (ladder_46)
      if (ladder_there(ladder_data(46))) then
        call ladder_associate(ladder_data(46), ladder_46, ladder_extent(1:1, 46))
      end if
      nullify (ladder_47)
      if (ladder_there(ladder_data(47))) then
        call ladder_associate(ladder_data(47), ladder_47, ladder_extent(1:2, 47))
      end if
      nullify (ladder_48)
      if (ladder_there(ladder_data(48))) then
        call ladder_associate(ladder_data(48), ladder_48, ladder_extent(1:2, 48))
      end if
      nullify (ladder_49)
      if (ladder_there(ladder_data(49))) then
        call ladder_associate(ladder_data(49), ladder_49, ladder_extent(1:1, 49))
      end if
      nullify (ladder_50)
      if (ladder_there(ladder_data(50))) then
        call ladder_associate(ladder_data(50), ladder_50, ladder_extent(1:1, 50))
      end if
      nullify (ladder_51)
      if (ladder_there(ladder_data(51))) then
        call ladder_associate(ladder_data(51), ladder_51, ladder_extent(1:2, 51))
      end if
      nullify (ladder_52)
      if (ladder_there(ladder_data(52))) then
        call ladder_associate(ladder_data(52), ladder_52, ladder_extent(1:2, 52))
      end if
      nullify (ladder_53)
      if (ladder_there(ladder_data(53))) then
        call ladder_associate(ladder_data(53), ladder_53, ladder_extent(1:2, 53))
      end if
      nullify (ladder_54)
      if (ladder_there(ladder_data(54))) then
        call ladder_associate(ladder_data(54), ladder_54, ladder_extent(1:1, 54))
      end if
      nullify (ladder_55)
      if (ladder_there(ladder_data(55))) then
        call ladder_associate(ladder_data(55), ladder_55, ladder_extent(1:2, 55))
      end if
      nullify (ladder_56)
      if (ladder_there(ladder_data(56))) then
        call ladder_associate(ladder_data(56), ladder_56, ladder_extent(1:1, 56))
      end if
      nullify (ladder_57)
      if (ladder_there(ladder_data(57))) then
        call ladder_associate(ladder_data(57), ladder_57, ladder_extent(1:2, 57))
      end if
      nullify (ladder_58)
      if (ladder_there(ladder_data(58))) then
        call ladder_associate(ladder_data(58), ladder_58)
      end if
      nullify (ladder_59)
      if (ladder_there(ladder_data(59))) then
        call ladder_associate(ladder_data(59), ladder_59, ladder_extent(1:1, 59))
      end if
      nullify (ladder_60)
      if (ladder_there(ladder_data(60))) then
        call ladder_associate(ladder_data(60), ladder_60, ladder_extent(1:1, 60))
      end if
      nullify (ladder_61)
      if (ladder_there(ladder_data(61))) then
        call ladder_associate(ladder_data(61), ladder_61, ladder_extent(1:2, 61))
      end if
      nullify (ladder_62)
      if (ladder_there(ladder_data(62))) then
        call ladder_associate(ladder_data(62), ladder_62, ladder_extent(1:1, 62))
      end if
    else if (ladder_phase == 2) then
      call moist_column(ladder_a_cdscheme, ladder_2, ladder_3, ladder_4, ladder_5, ladder_6, ladder_7, ladder_a_par, &
          &ladder_a_tend, ladder_31, ladder_32, ladder_33, ladder_34, ladder_35, ladder_36, ladder_37, ladder_38, ladder_39, &
          &ladder_40, ladder_41, ladder_42, ladder_43, ladder_44, ladder_45, ladder_46, ladder_47, ladder_48, ladder_49, ladder_50,&
          & ladder_51, ladder_52, ladder_53, ladder_54, ladder_55, ladder_56, ladder_57, ladder_58, ladder_59, ladder_60, &
          &ladder_61, ladder_62)
    else
      if (ladder_there(ladder_data(27))) then
        call ladder_associate(ladder_data(27), ladder_27, ladder_extent(1:2, 27))
        ladder_27 = ladder_a_tend%t
      end if
      if (ladder_there(ladder_data(28))) then
        call ladder_associate(ladder_data(28), ladder_28, ladder_extent(1:2, 28))
        ladder_28 = ladder_a_tend%q
      end if
      if (ladder_there(ladder_data(29))) then
        call ladder_associate(ladder_data(29), ladder_29, ladder_extent(1:2, 29))
        ladder_29 = ladder_a_tend%liquid
      end if
      if (ladder_there(ladder_data(30))) then
        call ladder_associate(ladder_data(30), ladder_30, ladder_extent(1:2, 30))
        ladder_30 = ladder_a_tend%ice
      end if
    end if
  end subroutine ladder_entry
end module moist_physics
