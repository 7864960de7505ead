! Stage omp of tendencies_x (flow2d.F90:134).
! parent: step0
! change: OpenMP over the rows
! expectation: 0.8 times as many cores as there are, up to 4; beyond, forks and joins are as long as the loops
! flags: -O2 -fopenmp

! grid.F90:8
module grid
  implicit none
  integer, parameter :: wp = selected_real_kind(13)
  integer, parameter :: halo = 2 ! [cells] on each side
  integer, parameter :: variables = 4
  integer, parameter :: i_depth = 1, i_flow_x = 2, i_flow_y = 3, i_salt = 4
  real(wp), parameter :: gravity = 9.81_wp ! [m/s^2]
  integer :: nx = 200, ny = 100 ! [cells]
  real(wp) :: dx = 1000.0_wp, dy = 1000.0_wp ! [m]
  real(wp), allocatable :: bottom(:, :) ! [m] above the deepest point
  real(wp), allocatable :: flux(:, :, :) ! through the faces, work array of the tendencies
  real(wp), allocatable :: face_depth(:, :, :) ! [m] on the two sides of a face, work array
contains

! grid.F90:36
  pure function limited(a, b) result(slope)
    real(wp), intent(in) :: a, b
    real(wp) :: slope
    if (a * b > 0) then
      slope = 2 * a * b / (a + b)
    else
      slope = 0
    end if
  end function limited

  subroutine ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
    use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
        &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
    integer(ladder_int), value :: ladder_phase
    type(ladder_pointer), intent(in) :: ladder_data(*)
    integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
    integer :: ladder_at
    integer(4), pointer :: ladder_4
    integer(4), pointer :: ladder_5
    real(8), pointer, contiguous :: ladder_6(:, :)
    real(8), pointer, contiguous :: ladder_7(:, :, :)
    real(8), pointer, contiguous :: ladder_8(:, :, :)
    real(8), pointer :: ladder_9
    if (ladder_phase == 1) then
      if (ladder_there(ladder_data(4))) then
        call ladder_associate(ladder_data(4), ladder_4)
        nx = ladder_4
      end if
      if (ladder_there(ladder_data(5))) then
        call ladder_associate(ladder_data(5), ladder_5)
        ny = ladder_5
      end if
      if (ladder_there(ladder_data(6))) then
        call ladder_associate(ladder_data(6), ladder_6, ladder_extent(1:2, 6))
        if (allocated(bottom)) deallocate (bottom)
        allocate (bottom(ladder_lower(1, 6):ladder_lower(1, 6) + ladder_extent(1, 6) - 1, ladder_lower(2, 6):ladder_lower(2, &
            &6) + ladder_extent(2, 6) - 1))
        bottom = ladder_6
      else
        if (allocated(bottom)) deallocate (bottom)
      end if
      if (ladder_there(ladder_data(7))) then
        call ladder_associate(ladder_data(7), ladder_7, ladder_extent(1:3, 7))
        if (allocated(face_depth)) deallocate (face_depth)
        allocate (face_depth(ladder_lower(1, 7):ladder_lower(1, 7) + ladder_extent(1, 7) - 1, ladder_lower(2, &
            &7):ladder_lower(2, 7) + ladder_extent(2, 7) - 1, ladder_lower(3, 7):ladder_lower(3, 7) + ladder_extent(3, 7) - 1))
        face_depth = ladder_7
      else
        if (allocated(face_depth)) deallocate (face_depth)
      end if
      if (ladder_there(ladder_data(8))) then
        call ladder_associate(ladder_data(8), ladder_8, ladder_extent(1:3, 8))
        if (allocated(flux)) deallocate (flux)
        allocate (flux(ladder_lower(1, 8):ladder_lower(1, 8) + ladder_extent(1, 8) - 1, ladder_lower(2, 8):ladder_lower(2, 8) &
       &+ ladder_extent(2, 8) - 1, ladder_lower(3, 8):ladder_lower(3, 8) + ladder_extent(3, 8) - 1))
        flux = ladder_8
      else
        if (allocated(flux)) deallocate (flux)
      end if
      if (ladder_there(ladder_data(9))) then
        call ladder_associate(ladder_data(9), ladder_9)
        dx = ladder_9
      end if
    else
      if (ladder_there(ladder_data(7))) then
        call ladder_associate(ladder_data(7), ladder_7, ladder_extent(1:3, 7))
        ladder_7 = face_depth
      end if
      if (ladder_there(ladder_data(8))) then
        call ladder_associate(ladder_data(8), ladder_8, ladder_extent(1:3, 8))
        ladder_8 = flux
      end if
    end if
  end subroutine ladder_state_0
end module grid

! flow2d.F90:12
module ladder_host
  use grid, only: bottom, dx, face_depth, flux, gravity, halo, i_depth, i_flow_x, i_flow_y, i_salt, limited, nx, ny, &
      &variables, wp
  implicit none
contains

! flow2d.F90:134
  subroutine tendencies_x(q, tend, fastest)
    real(wp), intent(in) :: q(1 - halo:nx + halo, 1 - halo:ny + halo, variables)
    real(wp), intent(out) :: tend(nx, ny, variables)
    real(wp), intent(inout) :: fastest
    real(wp) :: primitive(-2:1, variables) ! surface, u, v and s of the four cells around a face
    real(wp) :: left(variables), right(variables), bottom_here, h_left, h_right, speed, slope
    integer :: i, j, k

    !$omp parallel do reduction(max:fastest) private(primitive, left, right, bottom_here, h_left, h_right, speed, slope, i, k)
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

    !$omp parallel do collapse(2) private(i)
    do k = 1, variables
      do j = 1, ny
        do i = 1, nx
          tend(i, j, k) = -(flux(i + 1, j, k) - flux(i, j, k)) / dx
        end do
      end do
    end do
    !$omp parallel do private(i)
    do j = 1, ny
      do i = 1, nx
        tend(i, j, i_flow_x) = tend(i, j, i_flow_x) - gravity*0.5_wp*(face_depth(2, i, j) + face_depth(1, i + 1, j)) &
                               * 0.5_wp * (bottom(i + 1, j) - bottom(i - 1, j)) / dx
      end do
    end do
  end subroutine tendencies_x

  subroutine ladder_entry(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
    use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
        &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
    implicit none
    integer(ladder_int), value :: ladder_phase
    type(ladder_pointer), intent(in) :: ladder_data(*)
    integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
    integer :: ladder_at
    real(8), pointer, contiguous, save :: ladder_1(:, :, :) => null()
    real(8), pointer, contiguous, save :: ladder_2(:, :, :) => null()
    real(8), pointer, save :: ladder_3 => null()
    interface
      subroutine ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
        use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
            &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
        integer(ladder_int), value :: ladder_phase
        type(ladder_pointer), intent(in) :: ladder_data(*)
       integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
      end subroutine ladder_state_0
    end interface
    if (ladder_phase == 1) then
      nullify (ladder_1)
      if (ladder_there(ladder_data(1))) then
        call ladder_associate(ladder_data(1), ladder_1, ladder_extent(1:3, 1))
      end if
      nullify (ladder_2)
      if (ladder_there(ladder_data(2))) then
        call ladder_associate(ladder_data(2), ladder_2, ladder_extent(1:3, 2))
      end if
      nullify (ladder_3)
      if (ladder_there(ladder_data(3))) then
        call ladder_associate(ladder_data(3), ladder_3)
      end if
      call ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length)
    else if (ladder_phase == 2) then
      call tendencies_x(ladder_1, ladder_2, ladder_3)
    else
      call ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length)
    end if
  end subroutine ladder_entry
end module ladder_host
