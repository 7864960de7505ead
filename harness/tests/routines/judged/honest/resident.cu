// The arrays stay on the device.
// parent: original
// change: The arrays stay on the device
// expectation: none
// flags: -O3
// device: u v
#include "rod.cuh"

STAGE {
  OnDevice sum(1);
  cudaMemset(sum.data, 0, sizeof(float));
  cooled<<<blocks(n), threads>>>(n, rate, u, v);
  damped<<<blocks(n), threads>>>(n, u, v);
  summed<<<blocks(n), threads>>>(n, v, sum.data);
  out(total, sum.data, 1);
}
