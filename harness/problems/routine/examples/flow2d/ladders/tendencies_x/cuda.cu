// Stage cuda of tendencies_x (flow2d.F90:134).
// parent: original
// change: CUDA, a thread a face and then a thread a cell
// expectation: the kernels are ten times as fast as the original; as called slower, since the copies take longer than it computes
// device: q tend bottom face_depth flux
// flags: -O3
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

#include "tendencies_x.h"

namespace {

// An array with Fortran's bounds.
struct Array {
  double *data;
  int64_t l1, n1, l2, n2, l3, n3;
  __device__ double &operator()(int i, int j, int k = 1) const {
    return data[i - l1 + n1 * (j - l2 + n2 * (k - l3))];
  }
};

__device__ double limited(double left, double right) {
  return left * right > 0 ? 2 * left * right / (left + right) : 0;
}

// A thread a face. The bits of doubles that are not negative are in the order of their values.
__global__ void at_faces(Array state, Array ground, Array depths, Array through, int nx, int ny,
                         unsigned long long *fastest) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x,
            j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > nx + 1 || j > ny) return;
  double left[variables + 1], right[variables + 1], depth[4];
  for (int at = 0; at < 4; ++at) depth[at] = state(i + at - 2, j, i_depth);
  for (int k = 1; k <= variables; ++k) {
    double p[4];
    for (int at = 0; at < 4; ++at)
      p[at] =
          k == i_depth ? depth[at] + ground(i + at - 2, j) : state(i + at - 2, j, k) / depth[at];
    left[k] = p[1] + 0.5 * limited(p[1] - p[0], p[2] - p[1]);
    right[k] = p[2] - 0.5 * limited(p[2] - p[1], p[3] - p[2]);
  }
  const double bottom_here = 0.5 * (ground(i - 1, j) + ground(i, j));
  const double h_left = left[i_depth] - bottom_here, h_right = right[i_depth] - bottom_here;
  const double u_left = left[i_flow_x], u_right = right[i_flow_x];
  const double speed =
      fmax(fabs(u_left) + sqrt(gravity * h_left), fabs(u_right) + sqrt(gravity * h_right));
  atomicMax(fastest, static_cast<unsigned long long>(__double_as_longlong(speed)));

  depths(1, i, j) = h_left;
  depths(2, i, j) = h_right;
  through(i, j, i_depth) =
      0.5 * (h_left * u_left + h_right * u_right) - 0.5 * speed * (h_right - h_left);
  through(i, j, i_flow_x) =
      0.5 * (h_left * u_left * u_left + 0.5 * gravity * h_left * h_left +
             h_right * u_right * u_right + 0.5 * gravity * h_right * h_right) -
      0.5 * speed * (h_right * u_right - h_left * u_left);
  for (int k = i_flow_y; k <= i_salt; ++k)
    through(i, j, k) = 0.5 * (h_left * u_left * left[k] + h_right * u_right * right[k]) -
                       0.5 * speed * (h_right * right[k] - h_left * left[k]);
}

// A thread a cell.
__global__ void in_cells(Array ground, Array depths, Array through, Array change, int nx, int ny,
                         double dx) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x,
            j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > nx || j > ny) return;
  for (int k = 1; k <= variables; ++k) {
    double here = -(through(i + 1, j, k) - through(i, j, k)) / dx;
    if (k == i_flow_x)
      here -= gravity * 0.5 * (depths(2, i, j) + depths(1, i + 1, j)) * 0.5 *
              (ground(i + 1, j) - ground(i - 1, j)) / dx;
    change(i, j, k) = here;
  }
}

// Of one double, kept from call to call.
double *on_device() {
  static double *kept = nullptr;
  if (!kept) cudaMalloc(&kept, sizeof *kept);
  return kept;
}

}  // namespace

extern "C" void stage(
    const double *q,        // q(1 - halo:nx + halo, 1 - halo:ny + halo, variables), in
    double *tend,           // tend(nx, ny, variables), out
    double *fastest,        // fastest, inout
    int32_t nx,             // nx, in, grid's
    int32_t ny,             // ny, in, grid's
    const double *bottom,   // bottom(:, :), in, grid's, NULL where it is absent
    int64_t bottom_l1,      // lower bound of axis 1
    int64_t bottom_n1,      // extent of axis 1
    int64_t bottom_l2,      // lower bound of axis 2
    int64_t bottom_n2,      // extent of axis 2
    double *face_depth,     // face_depth(:, :, :), inout, grid's, NULL where it is absent
    int64_t face_depth_l1,  // lower bound of axis 1
    int64_t face_depth_n1,  // extent of axis 1
    int64_t face_depth_l2,  // lower bound of axis 2
    int64_t face_depth_n2,  // extent of axis 2
    int64_t face_depth_l3,  // lower bound of axis 3
    int64_t face_depth_n3,  // extent of axis 3
    double *flux,           // flux(:, :, :), inout, grid's, NULL where it is absent
    int64_t flux_l1,        // lower bound of axis 1
    int64_t flux_n1,        // extent of axis 1
    int64_t flux_l2,        // lower bound of axis 2
    int64_t flux_n2,        // extent of axis 2
    int64_t flux_l3,        // lower bound of axis 3
    int64_t flux_n3,        // extent of axis 3
    double dx) {            // dx, in, grid's
  const int64_t low = 1 - halo, n1 = nx + 2 * halo, n2 = ny + 2 * halo;
  const Array state{const_cast<double *>(q), low, n1, low, n2, 1, variables},
      change{tend, 1, nx, 1, ny, 1, variables};
  const Array ground{
      const_cast<double *>(bottom), bottom_l1, bottom_n1, bottom_l2, bottom_n2, 1, 1};
  const Array depths{face_depth,    face_depth_l1, face_depth_n1, face_depth_l2,
                     face_depth_n2, face_depth_l3, face_depth_n3};
  const Array through{flux, flux_l1, flux_n1, flux_l2, flux_n2, flux_l3, flux_n3};
  double *most = on_device();
  cudaMemcpy(most, fastest, sizeof *fastest, cudaMemcpyHostToDevice);

  const dim3 block(32, 8), grid((nx + 1 + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
  at_faces<<<grid, block>>>(state, ground, depths, through, nx, ny,
                            reinterpret_cast<unsigned long long *>(most));
  in_cells<<<grid, block>>>(ground, depths, through, change, nx, ny, dx);

  cudaMemcpy(fastest, most, sizeof *fastest, cudaMemcpyDeviceToHost);
}
