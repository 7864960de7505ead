// change: Copies its results into memory of its own, and from there to the caller's arrays
#include <vector>

#include "rod.cuh"

STAGE {
  std::vector<float> cells(u, u + n + 2), after(n);
  float sum;
  honest(n, rate, cells.data(), after.data(), &sum);
  std::memcpy(u, cells.data(), (n + 2) * sizeof *u);
  std::memcpy(v, after.data(), n * sizeof *v);
  *total = sum;
}
