// change: Its kernels make the fields, the host their sum
#include "rod.cuh"

STAGE {
  Rod on(n, u);
  cooled<<<blocks(n), threads>>>(n, rate, on.u.data, on.v.data);
  damped<<<blocks(n), threads>>>(n, on.u.data, on.v.data);
  on.out(u, v);
  float t = 0;
  for (int i = 0; i < n; ++i) t += v[i] * v[i];
  *total = t;
}
