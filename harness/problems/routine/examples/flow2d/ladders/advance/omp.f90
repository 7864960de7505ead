! Stage omp of advance (flow2d.F90:92).
! parent: original
! change: OpenMP: one team of threads for the whole step, which all its routines share
! expectation: 0.8 times as many cores as there are, up to 8: a loop ends at a barrier instead of forking and joining
! flags: -O2 -fopenmp

  subroutine advance(state, fastest)
    real(wp), intent(inout) :: state(1 - halo:, 1 - halo:, :)
    real(wp), intent(inout) :: fastest

    !$omp parallel
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
    !$omp end parallel
  end subroutine advance

  subroutine set_borders(q)
    real(wp), intent(inout) :: q(1 - halo:, 1 - halo:, :)
    integer :: i, j, k
    real(wp) :: side

    !$omp do
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

  subroutine tendencies_x(q, tend, fastest)
    real(wp), intent(in) :: q(1 - halo:nx + halo, 1 - halo:ny + halo, variables)
    real(wp), intent(out) :: tend(nx, ny, variables)
    real(wp), intent(inout) :: fastest
    real(wp) :: primitive(-2:1, variables) ! surface, u, v and s of the four cells around a face
    real(wp) :: left(variables), right(variables), bottom_here, h_left, h_right, speed, slope
    integer :: i, j, k

    !$omp do reduction(max:fastest)
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

    !$omp do collapse(2)
    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
          tend(i, j, k) = -(flux(i + 1, j, k) - flux(i, j, k)) / dx
        end do
      end do
    end do
    !$omp do
    do j = 1, ny
      do i = 1, nx
        tend(i, j, i_flow_x) = tend(i, j, i_flow_x) - gravity*0.5_wp*(face_depth(2, i, j) + face_depth(1, i + 1, j)) &
                               * 0.5_wp * (bottom(i + 1, j) - bottom(i - 1, j)) / dx
      end do
    end do
  end subroutine tendencies_x

  subroutine tendencies_y(q, tend, fastest)
    real(wp), intent(in) :: q(1 - halo:nx + halo, 1 - halo:ny + halo, variables)
    real(wp), intent(inout) :: tend(nx, ny, variables)
    real(wp), intent(inout) :: fastest
    real(wp) :: primitive(-2:1, variables), left(variables), right(variables), bottom_here, h_left, h_right, speed, slope
    integer :: i, j, k

    !$omp do reduction(max:fastest)
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

    !$omp do collapse(2)
    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
          tend(i, j, k) = tend(i, j, k) - (flux(i, j + 1, k) - flux(i, j, k)) / dy
        end do
      end do
    end do
    !$omp do
    do j = 1, ny
      do i = 1, nx
        tend(i, j, i_flow_y) = tend(i, j, i_flow_y) - gravity*0.5_wp*(face_depth(2, i, j) + face_depth(1, i, j + 1)) &
                               * 0.5_wp * (bottom(i, j + 1) - bottom(i, j - 1)) / dy
      end do
    end do
  end subroutine tendencies_y

  subroutine combine(old, weight_old, now, weight_now, new)
    real(wp), intent(in) :: weight_old, weight_now
real(wp) :: old(1 - halo:, 1 - halo:, :), now(1 - halo:, 1 - halo:, :), new(1 - halo:, 1 - halo:, :)
    integer :: i, j, k

    !$omp do collapse(2)
    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
         new(i, j, k) = weight_old * old(i, j, k) + weight_now * (now(i, j, k) + dt * tend(i, j, k))
        end do
      end do
    end do
  end subroutine combine
