// The sum by Thrust.
// parent: original
// change: The sum by Thrust
// expectation: none
// flags: -O3
#include <thrust/device_ptr.h>
#include <thrust/inner_product.h>

#include "rod.cuh"

STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  const thrust::device_ptr<float> first(on_v.data);
  *total = thrust::inner_product(first, first + n, first, 0.0f);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
}
