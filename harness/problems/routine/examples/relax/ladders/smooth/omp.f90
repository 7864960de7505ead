! Stage omp of smooth (smooth.f:9).
! parent: step0
! change: OpenMP over the rows of a colour
! expectation: 0.8 times as many cores as there are on the finest level, slower below 65 x 65 points
! flags: -O2 -fopenmp

module ladder_saved
  use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
      &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
  implicit none
  integer :: ladder_mode = 0
  type(ladder_pointer), allocatable :: ladder_data(:)
  integer(ladder_long), allocatable :: ladder_lower(:, :), ladder_extent(:, :), ladder_length(:)
end module ladder_saved

! smooth.f:9
      SUBROUTINE SMOOTH (P, B, RES, A, LDP, LEV, NPASS)
!     SHARED BY ALL ROUTINES. LEVEL 1 IS THE FINEST.
      PARAMETER (MAXLEV = 10, MAXMEM = 1500000)
      COMMON /LEVELS/ NLEV, NX(MAXLEV), NY(MAXLEV), IOFF(MAXLEV)
      COMMON /COEFF/ OMEGA, SIGMA, HX(MAXLEV), HY(MAXLEV)
      COMMON /COUNTS/ NSWEEP, NPOINT, RESMAX
      COMMON /STORE/ U(MAXMEM), F(MAXMEM), R(MAXMEM)
      DIMENSION P(LDP,*), B(LDP,*), RES(LDP,*), A(LDP,*)
      SAVE KCALL
      DATA KCALL /0/
!     STATEMENT FUNCTION: HARMONIC MEAN
      HMEAN(X, Y) = 2.0 * X * Y / (X + Y)

if_ladder: block
  use ladder_saved
  integer :: ladder_at
  integer(4), pointer :: ladder_17
  if (ladder_mode == 1) then
    if (ladder_there(ladder_data(17))) then
      call ladder_associate(ladder_data(17), ladder_17)
      kcall = ladder_17
    end if
  else if (ladder_mode == 3) then
    if (ladder_there(ladder_data(17))) then
      call ladder_associate(ladder_data(17), ladder_17)
      ladder_17 = kcall
    end if
  end if
  if (ladder_mode /= 0) return
end block if_ladder
      KCALL = KCALL + 1
      M = NX(LEV)
      N = NY(LEV)
      CX = 1.0 / HX(LEV)**2
      CY = 1.0 / HY(LEV)**2
      W = OMEGA
!     THE FIRST SWEEPS OF ALL ARE NOT OVER-RELAXED
      IF (KCALL .LE. 2) W = 1.0

      DO 40 IPASS = 1, NPASS
         DO 30 ICOL = 0, 1
!$OMP PARALLEL DO PRIVATE(I, IS, AW, AE, AS, AN, D, G)
            DO 20 J = 2, N - 1
               IS = 2 + MOD(J + ICOL, 2)
               DO 10 I = IS, M - 1, 2
                  AW = CX * HMEAN(A(I-1,J-1), A(I-1,J))
                  AE = CX * HMEAN(A(I,J-1), A(I,J))
                  AS = CY * HMEAN(A(I-1,J-1), A(I,J-1))
                  AN = CY * HMEAN(A(I-1,J), A(I,J))
                  D = AW + AE + AS + AN + SIGMA
                  G = AW * P(I-1,J) + AE * P(I+1,J)&
     &              + AS * P(I,J-1) + AN * P(I,J+1) + B(I,J)
                  P(I,J) = P(I,J) + W * (G / D - P(I,J))
   10          CONTINUE
   20       CONTINUE
   30    CONTINUE
         NSWEEP = NSWEEP + 1
   40 CONTINUE
      NPOINT = NPOINT + NPASS * (M - 2) * (N - 2)

      RESMAX = 0.0
!$OMP PARALLEL DO PRIVATE(I, AW, AE, AS, AN, D, G) REDUCTION(MAX:RESMAX)
      DO 80 J = 1, N
         DO 70 I = 1, M
            IF (I .EQ. 1 .OR. I .EQ. M) GO TO 60
            IF (J .EQ. 1 .OR. J .EQ. N) GO TO 60
            AW = CX * HMEAN(A(I-1,J-1), A(I-1,J))
            AE = CX * HMEAN(A(I,J-1), A(I,J))
            AS = CY * HMEAN(A(I-1,J-1), A(I,J-1))
            AN = CY * HMEAN(A(I-1,J), A(I,J))
            D = AW + AE + AS + AN + SIGMA
            G = AW * P(I-1,J) + AE * P(I+1,J)&
     &        + AS * P(I,J-1) + AN * P(I,J+1) + B(I,J)
            RES(I,J) = G - D * P(I,J)
            IF (ABS(RES(I,J)) - RESMAX) 70, 70, 50
   50       RESMAX = ABS(RES(I,J))
            GO TO 70
   60       RES(I,J) = 0.0
   70    CONTINUE
   80 CONTINUE
      END

subroutine ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
  use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
      &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
  PARAMETER (MAXLEV = 10, MAXMEM = 1500000)
  COMMON /LEVELS/ NLEV, NX(MAXLEV), NY(MAXLEV), IOFF(MAXLEV)
  COMMON /COEFF/ OMEGA, SIGMA, HX(MAXLEV), HY(MAXLEV)
  COMMON /COUNTS/ NSWEEP, NPOINT, RESMAX
  integer(ladder_int), value :: ladder_phase
  type(ladder_pointer), intent(in) :: ladder_data(*)
  integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
  integer :: ladder_at
  integer(4), pointer, contiguous :: ladder_8(:)
  integer(4), pointer, contiguous :: ladder_9(:)
  real(4), pointer :: ladder_10
  real(4), pointer :: ladder_11
  real(4), pointer, contiguous :: ladder_12(:)
  real(4), pointer, contiguous :: ladder_13(:)
  integer(4), pointer :: ladder_14
  integer(4), pointer :: ladder_15
  real(4), pointer :: ladder_16
  if (ladder_phase == 1) then
    if (ladder_there(ladder_data(8))) then
      call ladder_associate(ladder_data(8), ladder_8, ladder_extent(1:1, 8))
      nx = ladder_8
    end if
    if (ladder_there(ladder_data(9))) then
      call ladder_associate(ladder_data(9), ladder_9, ladder_extent(1:1, 9))
      ny = ladder_9
    end if
    if (ladder_there(ladder_data(10))) then
      call ladder_associate(ladder_data(10), ladder_10)
      omega = ladder_10
    end if
    if (ladder_there(ladder_data(11))) then
      call ladder_associate(ladder_data(11), ladder_11)
      sigma = ladder_11
    end if
    if (ladder_there(ladder_data(12))) then
      call ladder_associate(ladder_data(12), ladder_12, ladder_extent(1:1, 12))
      hx = ladder_12
    end if
    if (ladder_there(ladder_data(13))) then
      call ladder_associate(ladder_data(13), ladder_13, ladder_extent(1:1, 13))
      hy = ladder_13
    end if
    if (ladder_there(ladder_data(14))) then
      call ladder_associate(ladder_data(14), ladder_14)
      nsweep = ladder_14
    end if
    if (ladder_there(ladder_data(15))) then
      call ladder_associate(ladder_data(15), ladder_15)
      npoint = ladder_15
    end if
    if (ladder_there(ladder_data(16))) then
      call ladder_associate(ladder_data(16), ladder_16)
      resmax = ladder_16
    end if
  else
    if (ladder_there(ladder_data(14))) then
      call ladder_associate(ladder_data(14), ladder_14)
      ladder_14 = nsweep
    end if
    if (ladder_there(ladder_data(15))) then
      call ladder_associate(ladder_data(15), ladder_15)
      ladder_15 = npoint
    end if
    if (ladder_there(ladder_data(16))) then
      call ladder_associate(ladder_data(16), ladder_16)
      ladder_16 = resmax
    end if
  end if
end subroutine ladder_state_0
subroutine ladder_entry(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
  use ladder_saved, only: ladder_mode, ladder_kept_data => ladder_data, ladder_kept_lower => ladder_lower, &
      &ladder_kept_extent => ladder_extent, ladder_kept_length => ladder_length
  use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
      &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
  implicit none
  integer(ladder_int), value :: ladder_phase
  type(ladder_pointer), intent(in) :: ladder_data(*)
  integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
  integer :: ladder_at
  real(4), pointer, contiguous, save :: ladder_1(:, :) => null()
  real(4), pointer, contiguous, save :: ladder_2(:, :) => null()
  real(4), pointer, contiguous, save :: ladder_3(:, :) => null()
  real(4), pointer, contiguous, save :: ladder_4(:, :) => null()
  integer(4), pointer, save :: ladder_5 => null()
  integer(4), pointer, save :: ladder_6 => null()
  integer(4), pointer, save :: ladder_7 => null()
  interface
    subroutine ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length) bind(c)
      use, intrinsic :: iso_c_binding, only: ladder_pointer => c_ptr, ladder_there => c_associated, ladder_associate => &
          &c_f_pointer, ladder_int => c_int, ladder_long => c_int64_t, ladder_char => c_char
      integer(ladder_int), value :: ladder_phase
      type(ladder_pointer), intent(in) :: ladder_data(*)
      integer(ladder_long), intent(in) :: ladder_lower(7, *), ladder_extent(7, *), ladder_length(*)
    end subroutine ladder_state_0
    SUBROUTINE smooth (P, B, RES, A, LDP, LEV, NPASS)
      DIMENSION P(LDP,*), B(LDP,*), RES(LDP,*), A(LDP,*)
    end subroutine smooth
  end interface
  if (ladder_phase == 1) then
    nullify (ladder_1)
    if (ladder_there(ladder_data(1))) then
      call ladder_associate(ladder_data(1), ladder_1, ladder_extent(1:2, 1))
    end if
    nullify (ladder_2)
    if (ladder_there(ladder_data(2))) then
      call ladder_associate(ladder_data(2), ladder_2, ladder_extent(1:2, 2))
    end if
    nullify (ladder_3)
    if (ladder_there(ladder_data(3))) then
      call ladder_associate(ladder_data(3), ladder_3, ladder_extent(1:2, 3))
    end if
    nullify (ladder_4)
    if (ladder_there(ladder_data(4))) then
      call ladder_associate(ladder_data(4), ladder_4, ladder_extent(1:2, 4))
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
    call ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length)
    ladder_kept_data = ladder_data(1:17)
    ladder_kept_lower = ladder_lower(:, 1:17)
    ladder_kept_extent = ladder_extent(:, 1:17)
    ladder_kept_length = ladder_length(1:17)
    ladder_mode = 1
    call smooth(ladder_1, ladder_2, ladder_3, ladder_4, ladder_5, ladder_6, ladder_7)
    ladder_mode = 0
  else if (ladder_phase == 2) then
    call smooth(ladder_1, ladder_2, ladder_3, ladder_4, ladder_5, ladder_6, ladder_7)
  else
    ladder_kept_data = ladder_data(1:17)
    ladder_kept_lower = ladder_lower(:, 1:17)
    ladder_kept_extent = ladder_extent(:, 1:17)
    ladder_kept_length = ladder_length(1:17)
    ladder_mode = 3
    call smooth(ladder_1, ladder_2, ladder_3, ladder_4, ladder_5, ladder_6, ladder_7)
    ladder_mode = 0
    call ladder_state_0(ladder_phase, ladder_data, ladder_lower, ladder_extent, ladder_length)
  end if
end subroutine ladder_entry
