!> Shallow water over a ridge, with a salt that the water carries, in a channel: periodic in x, walls in y.
!!
!!   h_t + (hu)_x + (hv)_y = 0                       h depth, (u, v) velocity, b bottom, s salt
!!   (hu)_t + (huu + g h^2 / 2)_x + (huv)_y = -g h b_x
!!   (hv)_t + (huv)_x + (hvv + g h^2 / 2)_y = -g h b_y
!!   (hs)_t + (hus)_x + (hvs)_y = 0
!!
!! Finite volumes of second order: limited slopes of the surface h + b, u, v and s, Rusanov's flux, the scheme of Kurganov and
!! Levy for the bottom, which keeps a lake at rest, and Shu and Osher's Runge-Kutta method of third order.
!!
!!   ./flow2d [steps [wave|rest]]
program flow2d
  use grid, only: wp, halo, variables, i_depth, i_flow_x, i_flow_y, i_salt, gravity, nx, ny, dx, dy, bottom, flux, &
                  face_depth, limited, allocate_grid
  implicit none

  real(wp), parameter :: safety = 0.4_wp
  real(wp), allocatable :: state(:, :, :), stage(:, :, :), tend(:, :, :)
  real(wp) :: dt, time, fastest, mass_begin, salt_begin
  integer :: steps, step
  character(len=16) :: initial

  call read_arguments(steps, initial)
  call allocate_grid()
  allocate (state(1 - halo:nx + halo, 1 - halo:ny + halo, variables), source=0.0_wp)
  allocate (stage, source=state)
  allocate (tend(nx, ny, variables), source=0.0_wp)
  call set_initial(state, initial)
  mass_begin = total(state, i_depth)
  salt_begin = total(state, i_salt)

  ! The fastest wave of the first state, half as fast again, holds for the whole run.
  fastest = 0
  call set_borders(state)
  call tendencies_x(state, tend, fastest)
  call tendencies_y(state, tend, fastest)
  dt = safety * min(dx, dy) / (1.5_wp * fastest)

  time = 0
  fastest = 0
  do step = 1, steps
    call advance(state, fastest)
    time = time + dt
    if (mod(step, max(1, steps/5)) == 0) print '(a, i7, a, f10.2, a, es21.14)', 'step', step, '  time', time, &
      '  energy', energy(state)
  end do
  call report(state)

contains

  subroutine read_arguments(steps, initial)
    integer, intent(out) :: steps
    character(len=*), intent(out) :: initial
    character(len=32) :: text
    integer :: status

    steps = 400
    initial = 'wave'
    if (command_argument_count() >= 1) then
      call get_command_argument(1, text)
      read (text, *, iostat=status) steps
      if (status /= 0 .or. steps < 0) error stop 'flow2d: the first argument is the number of steps'
    end if
    if (command_argument_count() >= 2) call get_command_argument(2, initial)
    if (initial /= 'wave' .and. initial /= 'rest') error stop 'flow2d: the second argument is wave or rest'
  end subroutine read_arguments

  !> Mirror-symmetric in x, to the last bit: distances from the middle are halves of whole numbers of cells.
  subroutine set_initial(state, initial)
    real(wp), intent(inout) :: state(1 - halo:, 1 - halo:, :)
    character(len=*), intent(in) :: initial
    real(wp) :: x, y, surface
    integer :: i, j

    do j = 1 - halo, ny + halo
      do i = 1 - halo, nx + halo
        x = 0.5_wp * (2 * modulo(i - 1, nx) + 1 - nx) / nx
        y = (min(max(j, 1), ny) - 0.5_wp) / ny
        bottom(i, j) = 40 * exp(-(10 * x)**2) * (1 + 0.5_wp * y)
        surface = 100
        if (initial == 'wave') surface = surface + 5 * exp(-(8 * x)**2 - (8 * (y - 0.3_wp))**2)
        state(i, j, i_depth) = surface - bottom(i, j)
        state(i, j, i_flow_x) = 0
        state(i, j, i_flow_y) = 0
        if (initial == 'wave') state(i, j, i_flow_y) = state(i, j, i_depth)*0.5_wp*sin(9*y)*cos(6*x)
        state(i, j, i_salt) = state(i, j, i_depth)*merge(35.0_wp, 30.0_wp, abs(x) < 0.25_wp .and. y > 0.5_wp)
      end do
    end do
  end subroutine set_initial

  !> One step: three stages, each a weighted mean of the old state and of one Euler step.
  subroutine advance(state, fastest)
    real(wp), intent(inout) :: state(1 - halo:, 1 - halo:, :)
    real(wp), intent(inout) :: fastest

    call set_borders(state)
    call tendencies_x(state, tend, fastest)
    call tendencies_y(state, tend, fastest)
    call combine(state, 0.0_wp, state, 1.0_wp, stage)
    call set_borders(stage)
    call tendencies_x(stage, tend, fastest)
    call tendencies_y(stage, tend, fastest)
    call combine(state, 0.75_wp, stage, 0.25_wp, stage)
    call set_borders(stage)
    call tendencies_x(stage, tend, fastest)
    call tendencies_y(stage, tend, fastest)
    call combine(state, 1.0_wp / 3, stage, 2.0_wp / 3, state)
  end subroutine advance

  !> Periodic in x; in y the cells behind a wall are those before it, mirrored.
  subroutine set_borders(q)
    real(wp), intent(inout) :: q(1 - halo:, 1 - halo:, :)
    integer :: i, j, k
    real(wp) :: side

    do k = 1, variables
      do j = 1, ny
        do i = 1, halo
          q(1 - i, j, k) = q(nx + 1 - i, j, k)
          q(nx + i, j, k) = q(i, j, k)
        end do
      end do
      side = merge(-1.0_wp, 1.0_wp, k == i_flow_y)
      do j = 1, halo
        do i = 1 - halo, nx + halo
          q(i, 1 - j, k) = side * q(i, j, k)
          q(i, ny + j, k) = side * q(i, ny + 1 - j, k)
        end do
      end do
    end do
  end subroutine set_borders

  !> Tendencies of all variables by the flow along x. `fastest` becomes the fastest wave [m/s] that was met.
  subroutine tendencies_x(q, tend, fastest)
    real(wp), intent(in) :: q(1 - halo:nx + halo, 1 - halo:ny + halo, variables)
    real(wp), intent(out) :: tend(nx, ny, variables)
    real(wp), intent(inout) :: fastest
    real(wp) :: primitive(-2:1, variables) ! surface, u, v and s of the four cells around a face
    real(wp) :: left(variables), right(variables), bottom_here, h_left, h_right, speed, slope
    integer :: i, j, k

    do j = 1, ny
      do i = 1, nx + 1
        do k = -2, 1
          primitive(k, i_depth) = q(i + k, j, i_depth) + bottom(i + k, j)
          primitive(k, i_flow_x) = q(i + k, j, i_flow_x) / q(i + k, j, i_depth)
          primitive(k, i_flow_y) = q(i + k, j, i_flow_y) / q(i + k, j, i_depth)
          primitive(k, i_salt) = q(i + k, j, i_salt) / q(i + k, j, i_depth)
        end do
        do k = 1, variables
          slope = limited(primitive(-1, k) - primitive(-2, k), primitive(0, k) - primitive(-1, k))
          left(k) = primitive(-1, k) + 0.5_wp * slope
          slope = limited(primitive(0, k) - primitive(-1, k), primitive(1, k) - primitive(0, k))
          right(k) = primitive(0, k) - 0.5_wp * slope
        end do
        bottom_here = 0.5_wp * (bottom(i - 1, j) + bottom(i, j))
        h_left = left(i_depth) - bottom_here
        h_right = right(i_depth) - bottom_here
        speed = max(abs(left(i_flow_x)) + sqrt(gravity*h_left), abs(right(i_flow_x)) + sqrt(gravity*h_right))
        fastest = max(fastest, speed)

        face_depth(1, i, j) = h_left
        face_depth(2, i, j) = h_right
        flux(i, j, i_depth) = 0.5_wp * (h_left * left(i_flow_x) + h_right * right(i_flow_x)) &
                              - 0.5_wp * speed * (h_right - h_left)
        flux(i, j, i_flow_x) = 0.5_wp * (h_left * left(i_flow_x)**2 + 0.5_wp * gravity * h_left**2 &
                                   + h_right * right(i_flow_x)**2 + 0.5_wp * gravity * h_right**2) &
                            - 0.5_wp * speed * (h_right * right(i_flow_x) - h_left * left(i_flow_x))
        flux(i, j, i_flow_y) = 0.5_wp*(h_left*left(i_flow_x)*left(i_flow_y) + h_right*right(i_flow_x)*right(i_flow_y)) &
                            - 0.5_wp * speed * (h_right * right(i_flow_y) - h_left * left(i_flow_y))
        flux(i, j, i_salt) = 0.5_wp*(h_left*left(i_flow_x)*left(i_salt) + h_right*right(i_flow_x)*right(i_salt)) &
                             - 0.5_wp * speed * (h_right * right(i_salt) - h_left * left(i_salt))
      end do
    end do

    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
          tend(i, j, k) = -(flux(i + 1, j, k) - flux(i, j, k)) / dx
        end do
      end do
    end do
    do j = 1, ny
      do i = 1, nx
        tend(i, j, i_flow_x) = tend(i, j, i_flow_x) - gravity*0.5_wp*(face_depth(2, i, j) + face_depth(1, i + 1, j)) &
                               * 0.5_wp * (bottom(i + 1, j) - bottom(i - 1, j)) / dx
      end do
    end do
  end subroutine tendencies_x

  !> The same along y, added to what is there.
  subroutine tendencies_y(q, tend, fastest)
    real(wp), intent(in) :: q(1 - halo:nx + halo, 1 - halo:ny + halo, variables)
    real(wp), intent(inout) :: tend(nx, ny, variables)
    real(wp), intent(inout) :: fastest
    real(wp) :: primitive(-2:1, variables), left(variables), right(variables), bottom_here, h_left, h_right, speed, slope
    integer :: i, j, k

    do j = 1, ny + 1
      do i = 1, nx
        do k = -2, 1
          primitive(k, i_depth) = q(i, j + k, i_depth) + bottom(i, j + k)
          primitive(k, i_flow_x) = q(i, j + k, i_flow_x) / q(i, j + k, i_depth)
          primitive(k, i_flow_y) = q(i, j + k, i_flow_y) / q(i, j + k, i_depth)
          primitive(k, i_salt) = q(i, j + k, i_salt) / q(i, j + k, i_depth)
        end do
        do k = 1, variables
          slope = limited(primitive(-1, k) - primitive(-2, k), primitive(0, k) - primitive(-1, k))
          left(k) = primitive(-1, k) + 0.5_wp * slope
          slope = limited(primitive(0, k) - primitive(-1, k), primitive(1, k) - primitive(0, k))
          right(k) = primitive(0, k) - 0.5_wp * slope
        end do
        bottom_here = 0.5_wp * (bottom(i, j - 1) + bottom(i, j))
        h_left = left(i_depth) - bottom_here
        h_right = right(i_depth) - bottom_here
        speed = max(abs(left(i_flow_y)) + sqrt(gravity*h_left), abs(right(i_flow_y)) + sqrt(gravity*h_right))
        fastest = max(fastest, speed)

        face_depth(1, i, j) = h_left
        face_depth(2, i, j) = h_right
        flux(i, j, i_depth) = 0.5_wp * (h_left * left(i_flow_y) + h_right * right(i_flow_y)) &
                              - 0.5_wp * speed * (h_right - h_left)
        flux(i, j, i_flow_x) = 0.5_wp*(h_left*left(i_flow_y)*left(i_flow_x) + h_right*right(i_flow_y)*right(i_flow_x)) &
                            - 0.5_wp * speed * (h_right * right(i_flow_x) - h_left * left(i_flow_x))
        flux(i, j, i_flow_y) = 0.5_wp * (h_left * left(i_flow_y)**2 + 0.5_wp * gravity * h_left**2 &
                                   + h_right * right(i_flow_y)**2 + 0.5_wp * gravity * h_right**2) &
                            - 0.5_wp * speed * (h_right * right(i_flow_y) - h_left * left(i_flow_y))
        flux(i, j, i_salt) = 0.5_wp*(h_left*left(i_flow_y)*left(i_salt) + h_right*right(i_flow_y)*right(i_salt)) &
                             - 0.5_wp * speed * (h_right * right(i_salt) - h_left * left(i_salt))
      end do
    end do

    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
          tend(i, j, k) = tend(i, j, k) - (flux(i, j + 1, k) - flux(i, j, k)) / dy
        end do
      end do
    end do
    do j = 1, ny
      do i = 1, nx
        tend(i, j, i_flow_y) = tend(i, j, i_flow_y) - gravity*0.5_wp*(face_depth(2, i, j) + face_depth(1, i, j + 1)) &
                               * 0.5_wp * (bottom(i, j + 1) - bottom(i, j - 1)) / dy
      end do
    end do
  end subroutine tendencies_y

  !> new = weight_old old + weight_now (now + dt tend) on the cells within; `new` may be one of the other two.
  subroutine combine(old, weight_old, now, weight_now, new)
    real(wp), intent(in) :: weight_old, weight_now
real(wp) :: old(1 - halo:, 1 - halo:, :), now(1 - halo:, 1 - halo:, :), new(1 - halo:, 1 - halo:, :)
    integer :: i, j, k

    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
         new(i, j, k) = weight_old * old(i, j, k) + weight_now * (now(i, j, k) + dt * tend(i, j, k))
        end do
      end do
    end do
  end subroutine combine

  function total(q, k)
    real(wp), intent(in) :: q(1 - halo:, 1 - halo:, :)
    integer, intent(in) :: k
    real(wp) :: total
    total = sum(q(1:nx, 1:ny, k)) * dx * dy
  end function total

  function energy(q)
    real(wp), intent(in) :: q(1 - halo:, 1 - halo:, :)
    real(wp) :: energy
    energy = 0.5_wp*dx*dy*sum((q(1:nx, 1:ny, i_flow_x)**2 + q(1:nx, 1:ny, i_flow_y)**2)/q(1:nx, 1:ny, i_depth) &
                              + gravity * (q(1:nx, 1:ny, i_depth) + bottom(1:nx, 1:ny))**2)
  end function energy

  subroutine report(q)
    real(wp), intent(in) :: q(1 - halo:, 1 - halo:, :)
    print '(a, es22.14)', 'mass, relative change   ', total(q, i_depth) / mass_begin - 1
    print '(a, es22.14)', 'salt, relative change   ', total(q, i_salt) / salt_begin - 1
    print '(a, es22.14)', 'asymmetry of depth [m]  ', maxval(abs(q(1:nx, 1:ny, i_depth) - q(nx:1:-1, 1:ny, i_depth)))
    print '(a, es22.14)', 'largest velocity [m/s]  ', maxval(sqrt(q(1:nx, 1:ny, i_flow_x)**2 + q(1:nx, 1:ny, i_flow_y)**2) &
                                                             / q(1:nx, 1:ny, i_depth))
    print '(a, 2es22.14)', 'salinity, least and most', minval(q(1:nx, 1:ny, i_salt)/q(1:nx, 1:ny, i_depth)), &
      maxval(q(1:nx, 1:ny, i_salt) / q(1:nx, 1:ny, i_depth))
    print '(a, es22.14)', 'fastest wave [m/s]      ', fastest
    print '(a, es22.14)', 'energy                  ', energy(q)
  end subroutine report

end program flow2d
