C     STEADY HEAT IN A PLATE OF TWO MATERIALS, BY MULTIGRID.
C
C     THE NUMBER OF CYCLES AND OF POINTS ARE READ FROM STANDARD INPUT.
      PROGRAM RELAX
      INCLUDE 'relax.inc'
      COMMON /MATER/ A(MAXMEM)
      DOUBLE PRECISION RNORM

      READ (*, *, END=90, ERR=90) NCYCLE, NPTS
      CALL SETUP (NPTS)
      IF (NLEV .EQ. 0) GO TO 90
      WRITE (*, 100) 0, RNORM(U, F, A, NX(1), NY(1), 1)
      DO 10 ICYCLE = 1, NCYCLE
         CALL VCYCLE
         WRITE (*, 100) ICYCLE, RNORM(U, F, A, NX(1), NY(1), 1)
   10 CONTINUE
      CALL REPORT (U, A, NX(1), NY(1))
      STOP
   90 WRITE (*, *) 'RELAX: GIVE THE CYCLES AND THE POINTS, 9 TO 513'
      STOP 2
  100 FORMAT ('CYCLE', I5, '  RESIDUAL', 1P, E16.8)
      END

      BLOCK DATA RLXDAT
      INCLUDE 'relax.inc'
      DATA OMEGA /1.15/, SIGMA /0.5/
      END

C     GRIDS, COEFFICIENTS, FIRST VALUES
      SUBROUTINE SETUP (NPTS)
      INCLUDE 'relax.inc'
      COMMON /MATER/ A(MAXMEM)
      NLEV = 0
      NSWEEP = 0
      NPOINT = 0
      IF (NPTS .LT. 9 .OR. NPTS .GT. 513) RETURN
      M = NPTS
      IOFF(1) = 1
   10 NLEV = NLEV + 1
      NX(NLEV) = M
      NY(NLEV) = M
      HX(NLEV) = 1.0 / (M - 1)
      HY(NLEV) = HX(NLEV)
      IF (MOD(M, 2) .EQ. 0 .OR. M .LE. 5 .OR. NLEV .EQ. MAXLEV) GO TO 20
      IOFF(NLEV+1) = IOFF(NLEV) + M * M
      M = (M + 1) / 2
      GO TO 10
   20 DO 50 LEV = 1, NLEV
         M = NX(LEV)
         DO 40 J = 1, M
            DO 30 I = 1, M
               K = IOFF(LEV) + (J - 1) * M + I - 1
               X = (I - 0.5) * HX(LEV)
               Y = (J - 0.5) * HY(LEV)
               A(K) = 1.0
               IF ((X-0.6)**2 + (Y-0.4)**2 .LT. 0.06) A(K) = 8.0
               U(K) = 0.0
               F(K) = 0.0
               R(K) = 0.0
   30       CONTINUE
   40    CONTINUE
   50 CONTINUE
      DO 70 J = 1, NY(1)
         DO 60 I = 1, NX(1)
            K = (J - 1) * NX(1) + I
            X = (I - 1) * HX(1)
            Y = (J - 1) * HY(1)
            F(K) = 10.0 * SIN(3.0 * X) * Y
            IF (J .EQ. NY(1)) U(K) = X * (1.0 - X)
   60    CONTINUE
   70 CONTINUE
      END

C     ONE V CYCLE. THE SWEEPS ON THE WAY BACK NEED THE RIGHT SIDE AGAIN, SO
C     ONLY THE COARSEST LEVEL LETS THE RESIDUAL OVERWRITE IT.
      SUBROUTINE VCYCLE
      INCLUDE 'relax.inc'
      COMMON /MATER/ A(MAXMEM)
      DO 10 LEV = 1, NLEV - 1
         K = IOFF(LEV)
         KC = IOFF(LEV+1)
         CALL SMOOTH (U(K), F(K), R(K), A(K), NX(LEV), LEV, 2)
         CALL RSTRCT (R(K), NX(LEV), F(KC), U(KC), NX(LEV+1), NY(LEV+1))
   10 CONTINUE
      K = IOFF(NLEV)
      CALL SMOOTH (U(K), F(K), F(K), A(K), NX(NLEV), NLEV, 20)
      DO 20 LEV = NLEV - 1, 1, -1
         K = IOFF(LEV)
         KC = IOFF(LEV+1)
         CALL PROLNG (U(KC), NX(LEV+1), NY(LEV+1), U(K), NX(LEV))
         CALL SMOOTH (U(K), F(K), R(K), A(K), NX(LEV), LEV, 2)
   20 CONTINUE
      END

C     FULL WEIGHTING OF THE RESIDUAL; THE CORRECTION BEGINS WITH ZERO
      SUBROUTINE RSTRCT (RF, LDF, FC, UC, MC, NC)
      DIMENSION RF(LDF,*), FC(MC,*), UC(MC,*)
      DO 20 J = 1, NC
         DO 10 I = 1, MC
            UC(I,J) = 0.0
            FC(I,J) = 0.0
            IF (I .EQ. 1 .OR. I .EQ. MC) GO TO 10
            IF (J .EQ. 1 .OR. J .EQ. NC) GO TO 10
            II = 2 * I - 1
            JJ = 2 * J - 1
            FC(I,J) = 0.25 * RF(II,JJ)
     1        + 0.125 * (RF(II-1,JJ) + RF(II+1,JJ)
     2                   + RF(II,JJ-1) + RF(II,JJ+1))
     3        + 0.0625 * (RF(II-1,JJ-1) + RF(II+1,JJ-1)
     4                    + RF(II-1,JJ+1) + RF(II+1,JJ+1))
   10    CONTINUE
   20 CONTINUE
      END

C     BILINEAR INTERPOLATION OF THE CORRECTION, ADDED
      SUBROUTINE PROLNG (UC, MC, NC, UF, LDF)
      DIMENSION UC(MC,*), UF(LDF,*)
      DO 20 J = 2, NC
         DO 10 I = 2, MC
            II = 2 * I - 1
            JJ = 2 * J - 1
            IF (I .LT. MC .AND. J .LT. NC) UF(II,JJ) = UF(II,JJ)
     1        + UC(I,J)
            IF (J .LT. NC) UF(II-1,JJ) = UF(II-1,JJ)
     1        + 0.5 * (UC(I-1,J) + UC(I,J))
            IF (I .LT. MC) UF(II,JJ-1) = UF(II,JJ-1)
     1        + 0.5 * (UC(I,J-1) + UC(I,J))
            UF(II-1,JJ-1) = UF(II-1,JJ-1) + 0.25 * (UC(I-1,J-1)
     1        + UC(I,J-1) + UC(I-1,J) + UC(I,J))
   10    CONTINUE
   20 CONTINUE
      END

C     ROOT OF THE MEAN SQUARE OF THE RESIDUAL, IN DOUBLE PRECISION
      DOUBLE PRECISION FUNCTION RNORM (P, B, A, LDP, N, LEV)
      INCLUDE 'relax.inc'
      DIMENSION P(LDP,*), B(LDP,*), A(LDP,*)
      DOUBLE PRECISION S, D, CX, CY, AW, AE, AS, AN, Q, HMEAN
      HMEAN(X, Y) = 2D0 * X * Y / (DBLE(X) + Y)
      CX = 1D0 / DBLE(HX(LEV))**2
      CY = 1D0 / DBLE(HY(LEV))**2
      S = 0D0
      DO 20 J = 2, N - 1
         DO 10 I = 2, LDP - 1
            AW = CX * HMEAN(A(I-1,J-1), A(I-1,J))
            AE = CX * HMEAN(A(I,J-1), A(I,J))
            AS = CY * HMEAN(A(I-1,J-1), A(I,J-1))
            AN = CY * HMEAN(A(I-1,J), A(I,J))
            D = AW + AE + AS + AN + SIGMA
            Q = B(I,J) + AW * P(I-1,J) + AE * P(I+1,J)
     &        + AS * P(I,J-1) + AN * P(I,J+1) - D * P(I,J)
            S = S + Q * Q
   10    CONTINUE
   20 CONTINUE
      RNORM = SQRT(S / (DBLE(LDP - 2) * (N - 2)))
      END

      SUBROUTINE REPORT (P, A, M, N)
      INCLUDE 'relax.inc'
      DIMENSION P(M,*), A(M,*)
      PMIN = P(1,1)
      PMAX = P(1,1)
      AMEAN = 0.0
      DO 20 J = 1, N
         DO 10 I = 1, M
            PMIN = MIN(PMIN, P(I,J))
            PMAX = MAX(PMAX, P(I,J))
            IF (I .LT. M .AND. J .LT. N) AMEAN = AMEAN + A(I,J)
   10    CONTINUE
   20 CONTINUE
      WRITE (*, 100) PMIN, PMAX, P((M+1)/2, (N+1)/2)
      WRITE (*, 110) AMEAN / ((M - 1) * (N - 1)), NSWEEP, NPOINT
      RETURN
  100 FORMAT ('LEAST', 1P, E15.7, '  MOST', E15.7, '  MIDDLE', E15.7)
  110 FORMAT ('MEAN CONDUCTIVITY', F9.5, '  SWEEPS', I8,
     &        '  POINTS', I12)
      END
