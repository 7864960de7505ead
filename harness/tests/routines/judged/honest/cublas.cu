// The sum by cuBLAS.
// parent: original
// change: The sum by cuBLAS
// expectation: none
// flags: -O3 -lcublas
#include <cublas_v2.h>

#include "rod.cuh"

STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSdot(handle, n, on_v.data, 1, on_v.data, 1, total);
  cublasDestroy(handle);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
}
