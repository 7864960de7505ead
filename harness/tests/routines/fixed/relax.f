      PROGRAM MAIN
      IMPLICIT REAL*8 (A-H,O-Z)
      INCLUDE 'blocks.inc'
      DIMENSION A(100), W(12)
      COMMON /CONST/ EPS, MAXIT
      EPS = 1D-3
      MAXIT = 3
      OMEGA = 1.2D0
      DO 10 J = 1, NY
      DO 10 I = 1, NX
   10 P(I,J) = DSIN(DBLE(I*J))
      DO 20 K = 1, 100
   20 A(K) = K*0.01D0
      DO 30 K = 1, 5
      CALL RELAX(A, A(51), 10, R)
      CALL RELAX(A, A, 10, R)
      CALL DAMP(A, 20)
      CALL BOTH(R)
      CALL CLEAR(4)
   30 CONTINUE
      PRINT *, R, P(3,3), A(5), NSWEEP, TOTAL(R)
      END
C     A comment
      SUBROUTINE RELAX(A, B, N, RES)
      IMPLICIT REAL*8 (A-H,O-Z)
      INCLUDE 'blocks.inc'
      COMMON /CONST/ EPS, MAXIT
      PARAMETER (NT=6)
      DIMENSION A(*), B(1), TMP(12), HALF(6), FAC(2)
      EQUIVALENCE (TMP(NT+1), HALF(1))
      DATA FAC /0.25D0, 1D0/
      RES = 0D0
      DO 40 IT = 1, MAXIT
      DO 30 J = 2, NY-1
      DO 20 I = 2, NX-1
         R = FAC(1)*(P(I-1,J) + P(I+1,J) + P(I,J-1)
     &     + P(I,J+1)) - FAC(2)*P(I,J)
         P(I,J) = P(I,J) + OMEGA*R
         IF (ABS(R) .GT. EPS) RES = RES + R*R
   20 CONTINUE
   30 CONTINUE
   40 CONTINUE
      DO 50 K = 2, N
        A(K) = B(K-1) + HELP(RES, K)
   50 CONTINUE
      NSWEEP = NSWEEP + MAXIT
      RETURN
      END
      DOUBLE PRECISION FUNCTION HELP(X, K)
      DOUBLE PRECISION X
      COMMON /SCALE/ FACTOR
      DOUBLE PRECISION FACTOR
      HELP = X*K*1D-3 + FACTOR
      END
C     THE FIRST THREE CALLS DAMP LESS
      SUBROUTINE DAMP(X, N)
      DOUBLE PRECISION X(*), FACTOR
      INTEGER N, NCALL
      SAVE NCALL, FACTOR
      DATA NCALL /0/
      IF (NCALL .EQ. 0) FACTOR = 1D0
      NCALL = NCALL + 1
      IF (NCALL .LE. 3) FACTOR = FACTOR*0.9D0
      DO 10 K = 1, N
   10 X(K) = X(K)*FACTOR
      END
      BLOCK DATA INIT
      DOUBLE PRECISION FACTOR
      COMMON /SCALE/ FACTOR
      DATA FACTOR /0.125D0/
      END
C     EACH CALLEE WRITES ANOTHER MEMBER OF THE BLOCK
      SUBROUTINE BOTH(X)
      DOUBLE PRECISION X
      CALL ONE(X)
      CALL TWO
      END
C     WRITES A BLOCK, OVER THE BOUNDS OF ITS MEMBERS, BY A NAME OF ITS OWN
      SUBROUTINE CLEAR(N)
      DOUBLE PRECISION Q, S, ALL(12)
      COMMON /STORE/ Q(4), S(8)
      EQUIVALENCE (ALL(1), Q(1))
      DO 10 K = 1, N + 4
   10 ALL(K) = 0.5D0*ALL(K) + K + Q(1)
      END
      DOUBLE PRECISION FUNCTION TOTAL(X)
      DOUBLE PRECISION X, Q, S
      COMMON /STORE/ Q(4), S(8)
      SAVE N
      DATA N /0/
      N = N + 1
      TOTAL = N*X
      DO 10 K = 1, 4
   10 TOTAL = TOTAL + Q(K) - S(K)
      END
      SUBROUTINE ONE(X)
      DOUBLE PRECISION X, U, V
      COMMON /PAIR/ U(8), V(8)
      DO 10 K = 1, 8
   10 U(K) = U(K) + K*X
      END
      SUBROUTINE TWO
      DOUBLE PRECISION U, V
      COMMON /PAIR/ U(8), V(8)
      DO 10 K = 1, 8
   10 V(K) = V(K) + 0.5D0*U(K)
      END
