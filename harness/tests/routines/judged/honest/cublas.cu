// change: The sum by cuBLAS
// flags: -O3 -lcublas
#include <cublas_v2.h>

#include "rod.cuh"

STAGE {
  Rod on(n, u);
  cooled<<<blocks(n), threads>>>(n, rate, on.u.data, on.v.data);
  damped<<<blocks(n), threads>>>(n, on.u.data, on.v.data);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSdot(handle, n, on.v.data, 1, on.v.data, 1, total);
  cublasDestroy(handle);
  on.out(u, v);
}
