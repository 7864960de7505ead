// change: The arrays stay on the device
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
