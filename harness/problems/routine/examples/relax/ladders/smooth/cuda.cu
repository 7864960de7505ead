// Stage cuda of smooth (smooth.f:9).
// parent: original
// change: CUDA, a kernel for each colour and one for the residual
// expectation: as called no faster than the original on the finest level, where three
// arrays are copied for five kernels; slower on all others
// flags: -O3
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

#include "smooth.h"

namespace {

// A level of the grid on the device; points count from 1, as in Fortran.
struct Level {
  int ldp, m, n;
  float cx, cy, sigma, w;
  float *unknown;
  const float *right, *conductivity;
  float *left_over;
  __device__ int64_t at(int i, int j) const { return i - 1 + int64_t(ldp) * (j - 1); }
};

__device__ float hmean(float x, float y) { return 2.0f * x * y / (x + y); }

struct Faces {
  float diagonal, others;
};

__device__ Faces faces(const Level &l, int i, int j) {
  const float *c = l.conductivity, *u = l.unknown;
  const float west = l.cx * hmean(c[l.at(i - 1, j - 1)], c[l.at(i - 1, j)]);
  const float east = l.cx * hmean(c[l.at(i, j - 1)], c[l.at(i, j)]);
  const float south = l.cy * hmean(c[l.at(i - 1, j - 1)], c[l.at(i, j - 1)]);
  const float north = l.cy * hmean(c[l.at(i - 1, j)], c[l.at(i, j)]);
  return {west + east + south + north + l.sigma,
          west * u[l.at(i - 1, j)] + east * u[l.at(i + 1, j)] + south * u[l.at(i, j - 1)] +
              north * u[l.at(i, j + 1)] + l.right[l.at(i, j)]};
}

// Points of one colour have no neighbour of their own colour: a thread each.
__global__ void sweep(Level l, int colour) {
  const int j = 2 + blockIdx.y * blockDim.y + threadIdx.y;
  const int i = 2 + (j + colour) % 2 + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i > l.m - 1 || j > l.n - 1) return;
  const Faces f = faces(l, i, j);
  l.unknown[l.at(i, j)] += l.w * (f.others / f.diagonal - l.unknown[l.at(i, j)]);
}

// The bits of floats that are not negative are in the order of their values.
__global__ void residual(Level l, unsigned *most) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x,
            j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > l.m || j > l.n) return;
  if (i == 1 || i == l.m || j == 1 || j == l.n) {
    l.left_over[l.at(i, j)] = 0;
    return;
  }
  const Faces f = faces(l, i, j);
  const float value = f.others - f.diagonal * l.unknown[l.at(i, j)];
  l.left_over[l.at(i, j)] = value;
  atomicMax(most, __float_as_uint(fabsf(value)));
}

// Device memory that is kept from call to call; it grows when a call needs
// more.
struct Kept {
  void *data = nullptr;
  size_t bytes = 0;
  float *holding(const float *host, size_t wanted) {
    if (wanted > bytes) {
      cudaFree(data);
      cudaMalloc(&data, wanted);
      bytes = wanted;
    }
    cudaMemcpy(data, host, wanted, cudaMemcpyHostToDevice);
    return static_cast<float *>(data);
  }
};

Kept kept[5];

}  // namespace

extern "C" void stage(float *p,           // p(ldp, *), inout
                      int64_t p_n2,       // extent of axis 2
                      const float *b,     // b(ldp, *), in
                      int64_t b_n2,       // extent of axis 2
                      float *res,         // res(ldp, *), inout
                      int64_t res_n2,     // extent of axis 2
                      const float *a,     // a(ldp, *), in
                      int64_t a_n2,       // extent of axis 2
                      int32_t ldp,        // ldp, in
                      int32_t lev,        // lev, in
                      int32_t npass,      // npass, in
                      const int32_t *nx,  // nx(MAXLEV), in, of /levels/
                      const int32_t *ny,  // ny(MAXLEV), in, of /levels/
                      float omega,        // omega, in, of /coeff/
                      float sigma,        // sigma, in, of /coeff/
                      const float *hx,    // hx(MAXLEV), in, of /coeff/
                      const float *hy,    // hy(MAXLEV), in, of /coeff/
                      int32_t *nsweep,    // nsweep, inout, of /counts/
                      int32_t *npoint,    // npoint, inout, of /counts/
                      float *resmax,      // resmax, inout, of /counts/
                      int32_t *kcall) {   // kcall, inout, kept by smooth
  const int m = nx(lev), n = ny(lev);
  const size_t bytes = (int64_t(ldp) * (n - 1) + m) * sizeof(float);
  const float nothing = 0;
  *kcall += 1;
  Level l{ldp,
          m,
          n,
          1.0f / (hx(lev) * hx(lev)),
          1.0f / (hy(lev) * hy(lev)),
          sigma,
          *kcall <= 2 ? 1.0f : omega};
  l.unknown = kept[0].holding(p, bytes);
  l.right = kept[1].holding(b, bytes);
  l.conductivity = kept[2].holding(a, bytes);
  l.left_over = res == b ? static_cast<float *>(kept[1].data) : kept[3].holding(res, bytes);
  unsigned *most = reinterpret_cast<unsigned *>(kept[4].holding(&nothing, sizeof nothing));

  const dim3 block(32, 8);
  const dim3 half((m / 2 + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  const dim3 all((m + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  for (int pass = 0; pass < npass; ++pass)
    for (int colour = 0; colour <= 1; ++colour) sweep<<<half, block>>>(l, colour);
  residual<<<all, block>>>(l, most);
  *nsweep += npass;
  *npoint += npass * (m - 2) * (n - 2);

  cudaMemcpy(p, l.unknown, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(res, l.left_over, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(resmax, most, sizeof *resmax, cudaMemcpyDeviceToHost);
}
