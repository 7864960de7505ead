C     RED-BLACK SUCCESSIVE OVER-RELAXATION OF
C
C        - DIV (A GRAD P) + SIGMA P = B      P GIVEN ON THE BORDER
C
C     ON LEVEL LEV, NPASS SWEEPS, THEN THE RESIDUAL B - L P IN RES. RES MAY
C     BE THE SAME ARRAY AS B, WHERE THE RIGHT SIDE IS NOT NEEDED AGAIN.
C     A HOLDS THE CONDUCTIVITY OF THE CELLS BETWEEN THE POINTS; A FACE HAS
C     THE HARMONIC MEAN OF ITS TWO.
      SUBROUTINE SMOOTH (P, B, RES, A, LDP, LEV, NPASS)
      INCLUDE 'relax.inc'
      DIMENSION P(LDP,*), B(LDP,*), RES(LDP,*), A(LDP,*)
      SAVE KCALL
      DATA KCALL /0/
C     STATEMENT FUNCTION: HARMONIC MEAN
      HMEAN(X, Y) = 2.0 * X * Y / (X + Y)

      KCALL = KCALL + 1
      M = NX(LEV)
      N = NY(LEV)
      CX = 1.0 / HX(LEV)**2
      CY = 1.0 / HY(LEV)**2
      W = OMEGA
C     THE FIRST SWEEPS OF ALL ARE NOT OVER-RELAXED
      IF (KCALL .LE. 2) W = 1.0

      DO 40 IPASS = 1, NPASS
         DO 30 ICOL = 0, 1
            DO 20 J = 2, N - 1
               IS = 2 + MOD(J + ICOL, 2)
               DO 10 I = IS, M - 1, 2
                  AW = CX * HMEAN(A(I-1,J-1), A(I-1,J))
                  AE = CX * HMEAN(A(I,J-1), A(I,J))
                  AS = CY * HMEAN(A(I-1,J-1), A(I,J-1))
                  AN = CY * HMEAN(A(I-1,J), A(I,J))
                  D = AW + AE + AS + AN + SIGMA
                  G = AW * P(I-1,J) + AE * P(I+1,J)
     &              + AS * P(I,J-1) + AN * P(I,J+1) + B(I,J)
                  P(I,J) = P(I,J) + W * (G / D - P(I,J))
   10          CONTINUE
   20       CONTINUE
   30    CONTINUE
         NSWEEP = NSWEEP + 1
   40 CONTINUE
      NPOINT = NPOINT + NPASS * (M - 2) * (N - 2)

      RESMAX = 0.0
      DO 80 J = 1, N
         DO 70 I = 1, M
            IF (I .EQ. 1 .OR. I .EQ. M) GO TO 60
            IF (J .EQ. 1 .OR. J .EQ. N) GO TO 60
            AW = CX * HMEAN(A(I-1,J-1), A(I-1,J))
            AE = CX * HMEAN(A(I,J-1), A(I,J))
            AS = CY * HMEAN(A(I-1,J-1), A(I,J-1))
            AN = CY * HMEAN(A(I-1,J), A(I,J))
            D = AW + AE + AS + AN + SIGMA
            G = AW * P(I-1,J) + AE * P(I+1,J)
     &        + AS * P(I,J-1) + AN * P(I,J+1) + B(I,J)
            RES(I,J) = G - D * P(I,J)
            IF (ABS(RES(I,J)) - RESMAX) 70, 70, 50
   50       RESMAX = ABS(RES(I,J))
            GO TO 70
   60       RES(I,J) = 0.0
   70    CONTINUE
   80 CONTINUE
      END
