      PARAMETER (N=30)
      DIMENSION A(N), B(N)
      COMMON /COEF/ C, D
      C = 0.25
      D = 1.0
      K = 0
      DO 5 I = 1, N
      B(I) = 0.
    5 A(I) = SIN(REAL(I))
      DO 40 IT = 1, 9
C     the hot loops
      S = 0.
      DO 10 I = 2, N-1
      Q = A(I-1) - 2.0*A(I) + A(I+1)
      IF (Q .GT. 0.5) GO TO 10
      B(I) = A(I) + C*Q*D
      S = S + ABS(Q)
   10 CONTINUE
      DO 20 I = 2, N-1
      DO 20 J = 1, 1
   20 A(I) = B(I)
      CALL GROW(K)
      IF (S .LT. -1.) GO TO 50
   40 CONTINUE
   50 PRINT *, K, S, A(3), A(N/2), (A(I), I = 1, 3)
      END
      SUBROUTINE GROW(K)
      COMMON /COEF/ C, D
      TENTH(X) = 0.1*X + S
      PART(X) = TENTH(X) + D
      K = K + 1
      S = 0.01
      D = PART(C)
      END
