      PROGRAM MAIN
      DOUBLE PRECISION Y, EL0, H, WORK
      DIMENSION Y(8), WORK(4)
      COMMON /CONS/ EL0, H, WORK, KSTEP
      DO 10 I = 1, 8
   10 Y(I) = 1D0/I
      H = 0.1D0
      DO 20 K = 1, 3
   20 CALL STEP(Y, 8)
      PRINT *, Y(3), EL0, KSTEP
      END
C     GIVES A PROCEDURE TO A CALLEE, AND A SCALAR FOR AN ARRAY
      SUBROUTINE STEP(Y, N)
      EXTERNAL RATE
      DOUBLE PRECISION Y, T, EL0, TAIL, H, WORK
      DIMENSION Y(*), WORK(4), TAIL(N)
      COMMON /CONS/ EL0, H, WORK, KSTEP
C$OMP PARALLEL
C$OMP& DO SHARED(Y, TAIL)
      DO 10 I = 1, N
        TAIL(I) = Y(I)
        IF (Y(I) .GT. 1D9) THEN
          TAIL(I) = 0
        END IF
   10 CONTINUE
      T = H*KSTEP
      CALL EULER(RATE, TAIL, T, N)
      DO 20 I = 1, N
   20 Y(I) = TAIL(I)
      KSTEP = KSTEP + 1
      END
      SUBROUTINE EULER(F, Y, T, N)
      EXTERNAL F, SOLVE
      DOUBLE PRECISION Y, T, EL0, H, WORK
      DIMENSION Y(N), T(1), WORK(4)
      COMMON /CONS/ EL0, H, WORK, KSTEP
      CALL F(Y, T(1), WORK(1))
      CALL SOLVE(Y, N, H)
      EL0 = EL0 + WORK(1)
      END
      SUBROUTINE RATE(Y, T, W)
      DOUBLE PRECISION Y(*), T, W
      W = Y(1)*Y(2) + T
      Y(1) = Y(1) + 1D-2*W
      END
