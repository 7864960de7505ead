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
#include "one_step.h"

namespace {

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
