! Stage omp of moist_column (moist_column.f90:14).
! parent: original
! change: OpenMP over the columns: one parallel region, its threads keep their columns through all levels
! expectation: 0.8 times as many cores as there are, up to 4: a block has only 32 columns
! flags: -O2 -fopenmp

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
