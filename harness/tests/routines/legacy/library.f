      SUBROUTINE SOLVE(Y, N, H)
      DOUBLE PRECISION Y(N), H
      DO 10 I = 2, N
   10 Y(I) = (Y(I) + H*Y(I-1))/(1D0 + H)
      END
