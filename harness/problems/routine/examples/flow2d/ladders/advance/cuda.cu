// Stage cuda of advance (flow2d.F90:92).
// parent: original
// change: CUDA: all routines of the step are kernels, a thread a face or a cell, and no array leaves the device between them
// expectation: resident ten times as fast as the original: 18 launches of some microseconds each; as called the state is copied once a step instead of three times
// device: state tend stage bottom face_depth flux
// flags: -O3
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

#include "advance.h"

namespace {

// An array with Fortran's bounds; `at` is the element under Fortran's indices.
struct Array {
  double *data;
  int64_t l1, n1, l2, n2, l3;
};

__device__ double *at(Array a, int i, int j, int k) {
  return &a.data[i - a.l1 + a.n1 * (j - a.l2 + a.n2 * (k - a.l3))];
}

// `ground` is bottom, `change` tend, `through` flux and `depths` face_depth.
struct Flow {
  int nx, ny;
  double dx, dy, dt;
  Array ground, change, through, depths;
};

__device__ double limited(double a, double b) { return a * b > 0 ? 2 * a * b / (a + b) : 0; }

// set_borders at one cell. It reads cells within alone, so that the cells can be taken in any
// order.
__device__ void border(Flow f, Array q, int i, int j) {
  if (i >= 1 && i <= f.nx && j >= 1 && j <= f.ny) return;
  const int from_i = i < 1 ? i + f.nx : i > f.nx ? i - f.nx : i;
  const int from_j = j < 1 ? 1 - j : j > f.ny ? 2 * f.ny + 1 - j : j;
  for (int k = 1; k <= variables; ++k)
    *at(q, i, j, k) = (k == i_flow_y && from_j != j ? -1 : 1) * *at(q, from_i, from_j, k);
}

// tendencies_x (along = 1) or tendencies_y (2) at one face: what flows through it. Returns the
// fastest wave there.
__device__ double face(Flow f, Array q, int along, int i, int j) {
  const int di = along == 1, dj = along == 2, normal = along == 1 ? i_flow_x : i_flow_y;
  double left[variables + 1], right[variables + 1], depth[4], p[4];
  for (int n = 0; n < 4; ++n) depth[n] = *at(q, i + (n - 2) * di, j + (n - 2) * dj, i_depth);
  for (int k = 1; k <= variables; ++k) {
    for (int n = 0; n < 4; ++n) {
      const int ii = i + (n - 2) * di, jj = j + (n - 2) * dj;
      p[n] = k == i_depth ? depth[n] + *at(f.ground, ii, jj, 1) : *at(q, ii, jj, k) / depth[n];
    }
    left[k] = p[1] + 0.5 * limited(p[1] - p[0], p[2] - p[1]);
    right[k] = p[2] - 0.5 * limited(p[2] - p[1], p[3] - p[2]);
  }
  const double bottom_here = 0.5 * (*at(f.ground, i - di, j - dj, 1) + *at(f.ground, i, j, 1));
  const double h_left = left[i_depth] - bottom_here, h_right = right[i_depth] - bottom_here;
  const double u_left = left[normal], u_right = right[normal];
  const double speed =
      fmax(fabs(u_left) + sqrt(gravity * h_left), fabs(u_right) + sqrt(gravity * h_right));

  *at(f.depths, 1, i, j) = h_left;
  *at(f.depths, 2, i, j) = h_right;
  *at(f.through, i, j, i_depth) =
      0.5 * (h_left * u_left + h_right * u_right) - 0.5 * speed * (h_right - h_left);
  for (int k = i_flow_x; k <= variables; ++k)
    *at(f.through, i, j, k) =
        (k == normal ? 0.5 * (h_left * (u_left * u_left) + 0.5 * gravity * (h_left * h_left) +
                              h_right * (u_right * u_right) + 0.5 * gravity * (h_right * h_right))
                     : 0.5 * (h_left * u_left * left[k] + h_right * u_right * right[k])) -
        0.5 * speed * (h_right * right[k] - h_left * left[k]);
  return speed;
}

// The same at one cell, behind all its faces: tendencies_x sets the tendencies, tendencies_y adds
// to them.
__device__ void cell(Flow f, int along, int i, int j) {
  const int di = along == 1, dj = along == 2, normal = along == 1 ? i_flow_x : i_flow_y;
  const double step = along == 1 ? f.dx : f.dy;
  for (int k = 1; k <= variables; ++k) {
    const double gain = (*at(f.through, i + di, j + dj, k) - *at(f.through, i, j, k)) / step;
    double here = along == 1 ? -gain : *at(f.change, i, j, k) - gain;
    if (k == normal)
      here -= gravity * 0.5 * (*at(f.depths, 2, i, j) + *at(f.depths, 1, i + di, j + dj)) * 0.5 *
              (*at(f.ground, i + di, j + dj, 1) - *at(f.ground, i - di, j - dj, 1)) / step;
    *at(f.change, i, j, k) = here;
  }
}

// combine at one cell.
__device__ void combined(Flow f, Array old, double weight_old, Array now, double weight_now,
                         Array next, int i, int j) {
  for (int k = 1; k <= variables; ++k)
    *at(next, i, j, k) = weight_old * *at(old, i, j, k) +
                         weight_now * (*at(now, i, j, k) + f.dt * *at(f.change, i, j, k));
}

// A warp is 32 faces of a row.
constexpr int columns = 32, rows = 8;

__device__ int first_index(int low) { return low + blockIdx.x * columns + threadIdx.x; }
__device__ int second_index(int low) { return low + blockIdx.y * rows + threadIdx.y; }

__global__ void borders(Flow f, Array q) {
  const int i = first_index(1 - halo), j = second_index(1 - halo);
  if (i <= f.nx + halo && j <= f.ny + halo) border(f, q, i, j);
}

// The bits of doubles that are not negative are in the order of their values.
template <int along>
__global__ void faces(Flow f, Array q, unsigned long long *fastest) {
  const int i = first_index(1), j = second_index(1);
  const bool there = i <= f.nx + (along == 1) && j <= f.ny + (along == 2);
  double speed = there ? face(f, q, along, i, j) : 0;
  for (int lanes = 16; lanes > 0; lanes /= 2)
    speed = fmax(speed, __shfl_xor_sync(0xffffffffu, speed, lanes));
  if (threadIdx.x == 0)
    atomicMax(fastest, static_cast<unsigned long long>(__double_as_longlong(speed)));
}

template <int along>
__global__ void cells(Flow f) {
  const int i = first_index(1), j = second_index(1);
  if (i <= f.nx && j <= f.ny) cell(f, along, i, j);
}

__global__ void combine(Flow f, Array old, double weight_old, Array now, double weight_now,
                        Array next) {
  const int i = first_index(1), j = second_index(1);
  if (i <= f.nx && j <= f.ny) combined(f, old, weight_old, now, weight_now, next, i, j);
}

// One of the three stages of a step.
void euler(Flow f, Array old, double weight_old, Array now, double weight_now, Array next,
           unsigned long long *fastest) {
  const dim3 block(columns, rows),
      grid((f.nx + 2 * halo + columns - 1) / columns, (f.ny + 2 * halo + rows - 1) / rows);
  borders<<<grid, block>>>(f, now);
  faces<1><<<grid, block>>>(f, now, fastest);
  cells<1><<<grid, block>>>(f);
  faces<2><<<grid, block>>>(f, now, fastest);
  cells<2><<<grid, block>>>(f);
  combine<<<grid, block>>>(f, old, weight_old, now, weight_now, next);
}

// Of one double, kept from call to call.
unsigned long long *on_device() {
  static unsigned long long *kept = nullptr;
  if (!kept) cudaMalloc(&kept, sizeof *kept);
  return kept;
}

}  // namespace

extern "C" void stage(
    double *state,          // state(1 - halo::, 1 - halo::, :), inout
    int64_t state_n1,       // extent of axis 1
    int64_t state_n2,       // extent of axis 2
    int64_t state_n3,       // extent of axis 3
    double *fastest,        // fastest, inout
    double *tend,           // tend(:, :, :), scratch, flow2d's, NULL where it is absent
    int64_t tend_l1,        // lower bound of axis 1
    int64_t tend_n1,        // extent of axis 1
    int64_t tend_l2,        // lower bound of axis 2
    int64_t tend_n2,        // extent of axis 2
    int64_t tend_l3,        // lower bound of axis 3
    int64_t tend_n3,        // extent of axis 3
    double dt,              // dt, in, flow2d's
    double *stage_,         // stage(:, :, :), scratch, flow2d's, NULL where it is absent
    int64_t stage__l1,      // lower bound of axis 1
    int64_t stage__n1,      // extent of axis 1
    int64_t stage__l2,      // lower bound of axis 2
    int64_t stage__n2,      // extent of axis 2
    int64_t stage__l3,      // lower bound of axis 3
    int64_t stage__n3,      // extent of axis 3
    int32_t ny,             // ny, in, grid's
    int32_t nx,             // nx, in, grid's
    const double *bottom,   // bottom(:, :), in, grid's, NULL where it is absent
    int64_t bottom_l1,      // lower bound of axis 1
    int64_t bottom_n1,      // extent of axis 1
    int64_t bottom_l2,      // lower bound of axis 2
    int64_t bottom_n2,      // extent of axis 2
    double *face_depth,     // face_depth(:, :, :), scratch, grid's, NULL where it is absent
    int64_t face_depth_l1,  // lower bound of axis 1
    int64_t face_depth_n1,  // extent of axis 1
    int64_t face_depth_l2,  // lower bound of axis 2
    int64_t face_depth_n2,  // extent of axis 2
    int64_t face_depth_l3,  // lower bound of axis 3
    int64_t face_depth_n3,  // extent of axis 3
    double *flux,           // flux(:, :, :), scratch, grid's, NULL where it is absent
    int64_t flux_l1,        // lower bound of axis 1
    int64_t flux_n1,        // extent of axis 1
    int64_t flux_l2,        // lower bound of axis 2
    int64_t flux_n2,        // extent of axis 2
    int64_t flux_l3,        // lower bound of axis 3
    int64_t flux_n3,        // extent of axis 3
    double dx,              // dx, in, grid's
    double dy) {            // dy, in, grid's
  const Flow f = {
      nx,
      ny,
      dx,
      dy,
      dt,
      {const_cast<double *>(bottom), bottom_l1, bottom_n1, bottom_l2, bottom_n2, 1},
      {tend, tend_l1, tend_n1, tend_l2, tend_n2, tend_l3},
      {flux, flux_l1, flux_n1, flux_l2, flux_n2, flux_l3},
      {face_depth, face_depth_l1, face_depth_n1, face_depth_l2, face_depth_n2, face_depth_l3}};
  const Array q = {state, 1 - halo, state_n1, 1 - halo, state_n2, 1};
  const Array q_next = {stage_, stage__l1, stage__n1, stage__l2, stage__n2, stage__l3};
  unsigned long long *most = on_device();
  cudaMemcpy(most, fastest, sizeof *fastest, cudaMemcpyHostToDevice);
  euler(f, q, 0, q, 1, q_next, most);
  euler(f, q, 0.75, q_next, 0.25, q_next, most);
  euler(f, q, 1.0 / 3, q_next, 2.0 / 3, q, most);
  cudaMemcpy(fastest, most, sizeof *fastest, cudaMemcpyDeviceToHost);
}
