! Stage omp of smooth (smooth.f:9).
! parent: original
! change: OpenMP over the rows of a colour
! expectation: 0.8 times as many cores as there are on the finest level, slower below 65 x 65 points
! flags: -O2 -fopenmp

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

include 'smooth_saved.inc'  ! ladder gives saved variables their values here
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
