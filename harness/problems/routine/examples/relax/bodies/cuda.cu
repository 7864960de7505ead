#include <cuda_runtime.h>

namespace {

struct Level {
  int ldp, m, n;
  float cx, cy, sigma, w;
  float *p;
  const float *b, *a;
  float *res;
};

#define AT(array, i, j) array[(i)-1 + long(l.ldp) * ((j)-1)]

__device__ float hmean(float x, float y) { return 2.0f * x * y / (x + y); }

struct Faces {
  float diagonal, others;
};

__device__ Faces faces(const Level &l, int i, int j) {
  const float west = l.cx * hmean(AT(l.a, i - 1, j - 1), AT(l.a, i - 1, j));
  const float east = l.cx * hmean(AT(l.a, i, j - 1), AT(l.a, i, j));
  const float south = l.cy * hmean(AT(l.a, i - 1, j - 1), AT(l.a, i, j - 1));
  const float north = l.cy * hmean(AT(l.a, i - 1, j), AT(l.a, i, j));
  return {west + east + south + north + l.sigma,
          west * AT(l.p, i - 1, j) + east * AT(l.p, i + 1, j) + south * AT(l.p, i, j - 1) +
              north * AT(l.p, i, j + 1) + AT(l.b, i, j)};
}

// Points of one colour have no neighbour of their own colour: a thread each.
__global__ void sweep(Level l, int colour) {
  const int j = 2 + blockIdx.y * blockDim.y + threadIdx.y;
  const int i = 2 + (j + colour) % 2 + 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i > l.m - 1 || j > l.n - 1) return;
  const Faces f = faces(l, i, j);
  AT(l.p, i, j) += l.w * (f.others / f.diagonal - AT(l.p, i, j));
}

// A residual's absolute value is not negative: its bits are in its order.
__global__ void residual(Level l, unsigned *most) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x,
            j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > l.m || j > l.n) return;
  if (i == 1 || i == l.m || j == 1 || j == l.n) {
    AT(l.res, i, j) = 0;
    return;
  }
  const Faces f = faces(l, i, j);
  const float value = f.others - f.diagonal * AT(l.p, i, j);
  AT(l.res, i, j) = value;
  atomicMax(most, __float_as_uint(fabsf(value)));
}

template <class T>
T *on_device(const T *host, size_t count) {
  T *made = nullptr;
  cudaMalloc(&made, count * sizeof(T));
  cudaMemcpy(made, host, count * sizeof(T), cudaMemcpyHostToDevice);
  return made;
}

}  // namespace

// `res` may be `b`.
extern "C" void smooth(float *p, const float *b, float *res, const float *a, int ldp, int lev,
                       int npass, const int *nx, const int *ny, float omega, float sigma,
                       const float *hx, const float *hy, int *nsweep, int *npoint, float *resmax,
                       int *kcall) {
  const int m = nx[lev - 1], n = ny[lev - 1];
  const size_t points = size_t(ldp) * (n - 1) + m;
  *kcall += 1;
  float *device_b = on_device(b, points);
  Level l{ldp,
          m,
          n,
          1.0f / (hx[lev - 1] * hx[lev - 1]),
          1.0f / (hy[lev - 1] * hy[lev - 1]),
          sigma,
          *kcall <= 2 ? 1.0f : omega,
          on_device(p, points),
          device_b,
          on_device(a, points),
          res == b ? device_b : on_device(res, points)};
  unsigned *most = nullptr;
  cudaMalloc(&most, sizeof *most);
  cudaMemset(most, 0, sizeof *most);

  const dim3 block(32, 8);
  const dim3 half((m / 2 + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  const dim3 all((m + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  for (int pass = 0; pass < npass; ++pass)
    for (int colour = 0; colour <= 1; ++colour) sweep<<<half, block>>>(l, colour);
  residual<<<all, block>>>(l, most);
  *nsweep += npass;
  *npoint += npass * (m - 2) * (n - 2);

  cudaMemcpy(p, l.p, points * sizeof *p, cudaMemcpyDeviceToHost);
  cudaMemcpy(res, l.res, points * sizeof *res, cudaMemcpyDeviceToHost);
  cudaMemcpy(resmax, most, sizeof *resmax, cudaMemcpyDeviceToHost);
  if (l.res != device_b) cudaFree(l.res);
  for (const void *one :
       {(const void *)l.p, (const void *)l.a, (const void *)device_b, (const void *)most})
    cudaFree(const_cast<void *>(one));
}
