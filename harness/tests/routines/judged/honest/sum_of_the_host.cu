// Its kernels make the fields, the host their sum.
// parent: original
// change: Its kernels make the fields, the host their sum
// expectation: none
// flags: -O3
#include "rod.cuh"

STAGE {
  OnDevice on_u(n + 2), on_v(n);
  in(on_u.data, u, n + 2);
  cooled<<<blocks(n), threads>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads>>>(n, on_u.data, on_v.data);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  float t = 0;
  for (int i = 0; i < n; ++i) t += v[i] * v[i];
  *total = t;
}
