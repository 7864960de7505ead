! Stage openacc of tendencies_x (flow2d.F90:134).
! parent: original
! change: OpenACC over the cells of the faces and of the tendency, here compiled for the host
! expectation: as fast as the original within 10 %: without a device GCC runs the loops on one thread
! flags: -O2 -fopenacc -foffload=disable

  subroutine tendencies_x(q, tend, fastest)
    real(wp), intent(in) :: q(1 - halo:nx + halo, 1 - halo:ny + halo, variables)
    real(wp), intent(out) :: tend(nx, ny, variables)
    real(wp), intent(inout) :: fastest
    real(wp) :: primitive(-2:1, variables) ! surface, u, v and s of the four cells around a face
    real(wp) :: left(variables), right(variables), bottom_here, h_left, h_right, speed, slope
    integer :: i, j, k

    !$acc parallel loop collapse(2) reduction(max:fastest) copy(fastest) &
    !$acc   private(primitive, left, right, bottom_here, h_left, h_right, speed, slope, k)
    do j = 1, ny
      do i = 1, nx + 1
        do k = -2, 1
          primitive(k, i_depth) = q(i + k, j, i_depth) + bottom(i + k, j)
          primitive(k, i_flow_x) = q(i + k, j, i_flow_x) / q(i + k, j, i_depth)
          primitive(k, i_flow_y) = q(i + k, j, i_flow_y) / q(i + k, j, i_depth)
          primitive(k, i_salt) = q(i + k, j, i_salt) / q(i + k, j, i_depth)
        end do
        do k = 1, variables
          slope = limited_slope(primitive(-1, k) - primitive(-2, k), primitive(0, k) - primitive(-1, k))
          left(k) = primitive(-1, k) + 0.5_wp * slope
          slope = limited_slope(primitive(0, k) - primitive(-1, k), primitive(1, k) - primitive(0, k))
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

    !$acc parallel loop collapse(3)
    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
          tend(i, j, k) = -(flux(i + 1, j, k) - flux(i, j, k)) / dx
        end do
      end do
    end do
    !$acc parallel loop collapse(2)
    do j = 1, ny
      do i = 1, nx
        tend(i, j, i_flow_x) = tend(i, j, i_flow_x) - gravity*0.5_wp*(face_depth(2, i, j) + face_depth(1, i + 1, j)) &
                               * 0.5_wp * (bottom(i + 1, j) - bottom(i - 1, j)) / dx
      end do
    end do
  end subroutine tendencies_x

  pure function limited_slope(a, b) result(slope) ! limited, which has no directive, for a device
    !$acc routine seq
    real(wp), intent(in) :: a, b
    real(wp) :: slope
    if (a * b > 0) then
      slope = 2 * a * b / (a + b)
    else
      slope = 0
    end if
  end function limited_slope
