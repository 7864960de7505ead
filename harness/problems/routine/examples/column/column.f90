!> Many columns of air for a few hours: cooled from above, moistened from below, with clouds and rain in blocks of columns.
!!
!!   ./column [steps [scheme]]      scheme: sundqvist or kessler
program column
  use, intrinsic :: iso_fortran_env, only: int64
  use column_types, only: wp, sp, parameters, tendencies
  use moist_physics, only: moist_column
  implicit none

  integer, parameter :: klon = 32, klev = 40, blocks = 40
  real(wp), parameter :: dt = 300.0_wp ! [s]
  type(parameters) :: par
  type(tendencies) :: tend
  real(wp), dimension(klon, klev, blocks) :: t, q, liquid, ice, cover, p, w, condensed, evaporated, melted
  real(wp), dimension(klon, klev + 1, blocks) :: p_half, rain, snow
  real(wp), dimension(klon, blocks) :: land, rain_sum, snow_sum, cape, enthalpy, water
  real(sp) :: aerosol(klon, klev, 3, blocks), humidity(klon, klev), tau(klon, blocks)
  real(sp), parameter :: nuclei(3) = [0.5_sp, 1.0_sp, 0.1_sp]
  real(wp) :: critical(klev), worst_water, worst_enthalpy
  logical :: sea(klon, blocks), convects(klon, blocks), cold(klon, klev)
  integer :: types(klon, blocks), base(klon, blocks), top(klon, blocks), iterations(klon, klev), most_iterations
  integer(int64) :: saturated
  integer :: steps, step, block, last, jk, columns
  character(len=16) :: scheme

  call read_arguments(steps, scheme)
  call set_initial()
  allocate (tend%t(klon, klev), tend%q(klon, klev), tend%liquid(klon, klev), tend%ice(klon, klev))
  columns = blocks * klon - 5 ! the last block is not full
  saturated = 0
  most_iterations = 0
  worst_water = 0
  worst_enthalpy = 0
  do step = 1, steps
    do block = 1, blocks
      last = min(klon, columns - (block - 1) * klon)
      call force(block)
      tend%t = 0
      tend%q = 0
      tend%liquid = 0
      tend%ice = 0
      if (mod(block, 2) == 0) then
        call moist_column(trim(scheme), 1, last, klon, klev, step, dt, par, tend, t(:, :, block), q(:, :, block), &
   liquid(:, :, block), ice(:, :, block), cover(:, :, block), p(:, :, block), p_half(:, :, block), &
                   w(:, :, block), land(:, block), sea(:, block), aerosol(:, :, :, block), nuclei, &
            convects(:, block), types(:, block), base(:, block), top(:, block), rain(:, :, block), &
                snow(:, :, block), rain_sum(:, block), snow_sum(:, block), condensed(:, :, block), &
evaporated(:, :, block), melted(:, :, block), cape(:, block), humidity, tau(:, block), iterations, &
                          saturated, enthalpy(:, block), water(:, block), cold, critical)
      else
        call moist_column(trim(scheme), 1, last, klon, klev, step, dt, par, tend, t(:, :, block), q(:, :, block), &
   liquid(:, :, block), ice(:, :, block), cover(:, :, block), p(:, :, block), p_half(:, :, block), &
                   w(:, :, block), land(:, block), sea(:, block), aerosol(:, :, :, block), nuclei, &
            convects(:, block), types(:, block), base(:, block), top(:, block), rain(:, :, block), &
                snow(:, :, block), rain_sum(:, block), snow_sum(:, block), condensed(:, :, block), &
evaporated(:, :, block), melted(:, :, block), cape(:, block), humidity, tau(:, block), iterations, &
                          saturated, enthalpy(:, block), water(:, block), cold)
      end if
      t(:last, :, block) = t(:last, :, block) + dt * tend%t(:last, :)
      q(:last, :, block) = q(:last, :, block) + dt * tend%q(:last, :)
      liquid(:last, :, block) = liquid(:last, :, block) + dt * tend%liquid(:last, :)
      ice(:last, :, block) = ice(:last, :, block) + dt * tend%ice(:last, :)
      worst_water = max(worst_water, maxval(abs(water(:last, block))))
      worst_enthalpy = max(worst_enthalpy, maxval(abs(enthalpy(:last, block))))
      most_iterations = max(most_iterations, maxval(iterations(:last, :)))
    end do
  end do
  call report()

contains

  subroutine read_arguments(steps, scheme)
    integer, intent(out) :: steps
    character(len=*), intent(out) :: scheme
    character(len=32) :: text
    integer :: status

    steps = 200
    scheme = 'sundqvist'
    if (command_argument_count() >= 1) then
      call get_command_argument(1, text)
      read (text, *, iostat=status) steps
      if (status /= 0 .or. steps < 1) error stop 'column: the first argument is the number of steps'
    end if
    if (command_argument_count() >= 2) call get_command_argument(2, scheme)
    if (scheme /= 'sundqvist' .and. scheme /= 'kessler') error stop 'column: the schemes are sundqvist and kessler'
  end subroutine read_arguments

  !> A standard atmosphere, drier upwards, each column a little different: some over land, some over sea, some polar.
  subroutine set_initial()
    integer :: jl, seed
    real(wp) :: eta, surface

    seed = 4711
    do block = 1, blocks
      do jl = 1, klon
        land(jl, block) = merge(random(seed), 0.0_wp, mod(jl, 3) == 0)
        sea(jl, block) = land(jl, block) < 0.5_wp
        surface = 302 - 40 * random(seed)**2
        p_half(jl, 1, block) = 1000
        do jk = 1, klev
          eta = real(jk, wp) / klev
          p_half(jl, jk + 1, block) = 1000 + 100000 * eta**1.5_wp
          p(jl, jk, block) = 0.5_wp * (p_half(jl, jk, block) + p_half(jl, jk + 1, block))
          t(jl, jk, block) = max(205.0_wp, surface * (p(jl, jk, block) / 101000)**0.19_wp) + random(seed) - 0.5_wp
          q(jl, jk, block) = (0.3_wp + 0.5_wp * random(seed)) * (p(jl, jk, block) / 101000) &
                             * min(0.02_wp, 380 / p(jl, jk, block) &
                     * exp(17.5_wp * (t(jl, jk, block) - 273.16_wp) / (t(jl, jk, block) - 32.2_wp)))
          aerosol(jl, jk, :, block) = real([random(seed), random(seed), random(seed)], sp)
        end do
        rain_sum(jl, block) = 0
        snow_sum(jl, block) = 0
      end do
    end do
    liquid = 0
    ice = 0
    cover = 0
    w = 0
    convects = .false.
    base = 0
    top = klev
    critical = [(0.7_wp + 0.2_wp * (real(jk, wp) / klev)**2, jk=1, klev)]
  end subroutine set_initial

  !> What the rest of a model would do in a step: radiation, motion, evaporation from the ground.
  subroutine force(block)
    integer, intent(in) :: block
    integer :: jl, jk
    real(wp) :: phase

    do jk = 1, klev
      do jl = 1, last
        phase = 0.05_wp * step + 0.7_wp * jl + 0.3_wp * block
        w(jl, jk, block) = -0.3_wp * sin(phase) * sin(3.14_wp * jk / klev)
        t(jl, jk, block) = t(jl, jk, block) + dt * (0.01_wp * w(jl, jk, block) * p(jl, jk, block) / 101000 - 2.0e-5_wp)
      end do
    end do
    do jl = 1, last
      t(jl, klev, block) = t(jl, klev, block) + dt * 1.0e-4_wp * (1 + land(jl, block) * sin(0.02_wp * step))
      q(jl, klev, block) = q(jl, klev, block) + dt * 8.0e-8_wp * (1 - 0.5_wp * land(jl, block))
    end do
  end subroutine force

  !> Uniform in [0, 1), of its own generator, so that every compiler gives the same columns.
  function random(seed)
    integer, intent(inout) :: seed
    real(wp) :: random
    seed = int(mod(16807_int64 * seed, 2147483647_int64))
    random = real(seed, wp) / 2147483647.0_wp
  end function random

  subroutine report()
    logical :: used(klon, blocks)
    used = .true.
    used(klon - 4:, blocks) = .false.
    print '(a, es22.14)', 'water, worst change of a column [kg/m^2]  ', worst_water
    print '(a, es22.14)', 'enthalpy, worst change of a column [J/m^2]', worst_enthalpy
    print '(a, 2es22.14)', 'rain and snow on the ground [kg/m^2]', sum(rain_sum, used) / columns, sum(snow_sum, used) / columns
    print '(a, 2es22.14)', 'temperature, least and most [K]', minval(t), maxval(t)
    print '(a, es22.14)', 'least vapour, liquid, ice [kg/kg]', min(minval(q), minval(liquid), minval(ice))
    print '(a, 2f10.6)', 'cover, least and most ', minval(cover), maxval(cover)
    print '(a, 4i8)', 'columns clear, layers, convection, both', count(types == 0 .and. used), count(types == 1 .and. used), &
      count(types == 2 .and. used), count(types == 3 .and. used)
    print '(a, i12)', 'saturated levels', saturated
    print '(a, i4)', 'steps of Newton''s method at most', most_iterations
    print '(a, es16.8)', 'optical depth at most', maxval(tau, used)
  end subroutine report

end program column
