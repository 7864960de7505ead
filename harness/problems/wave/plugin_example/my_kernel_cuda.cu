// The same in CUDA: a thread a cell, global memory. ladder proves and times it as it does the C
// one.
//
// Changes: a thread computes a cell along all axes.
// Why: thousands of cells are computed at once; the copies of every step remain.
// Expected: not known: put your guess here before you measure
// Launch: blocks of `threads` along the whole array.
// Work per point: 8 bytes if every value crosses once, 2 operations a tap.
// Run: ladder --stage=./my_kernel_cuda.so --threads=256
#include <cuda_runtime.h>

#include <new>

#include "harness/problems/wave/wave.h"

// What is kept between `create` and `destroy`: the buffers on the device.
struct ladder_state {
  const ladder_wave *problem;
  int threads;
  float *p, *lap, *taps;  // taps of z, x, y, one after another
};

namespace {

const char *words = "nothing failed";  // of the last call; the harness keeps one state at a time

ladder_status status_of(cudaError_t code) {
  if (code == cudaSuccess) return LADDER_OK;
  words = cudaGetErrorString(code);
  return code == cudaErrorMemoryAllocation ? LADDER_OUT_OF_MEMORY : LADDER_DEVICE_FAILED;
}

long cells(const ladder_wave *c) { return 1L * c->nz * c->nx * c->ny; }

__device__ float along(int cells, int i, long stride, int m, const float *taps, const float *at) {
  float sum = 0;
  for (int k = -m; k <= m; ++k)
    if (i + k >= 0 && i + k < cells) sum += taps[m + k] * at[k * stride];
  return sum;
}

__global__ void convolve(int nz, int nx, int ny, int m, const float *taps, const float *p,
                         float *lap) {
  const long cell = 1L * blockIdx.x * blockDim.x + threadIdx.x, plane = 1L * nz * nx;
  if (cell >= plane * ny) return;
  const int iz = cell % nz, ix = cell / nz % nx, iy = cell / plane, all = 2 * m + 1;
  float sum = along(nz, iz, 1, m, taps, p + cell);
  sum += along(nx, ix, nz, m, taps + all, p + cell);
  if (ny > 1) sum += along(ny, iy, plane, m, taps + 2 * all, p + cell);
  lap[cell] = sum;
}

// --- the entries of the contract; harness/stage.h says what each must do -------------------------

void destroy(ladder_state *state) {
  if (!state) return;
  for (float *array : {state->p, state->lap, state->taps}) cudaFree(array);
  delete state;
}

ladder_status create(const void *the_case, const ladder_launch *launch, ladder_state **state) {
  const ladder_wave *c = static_cast<const ladder_wave *>(the_case);
  *state = nullptr;
  auto *made = new (std::nothrow) ladder_state{c, launch->knob[0][0], nullptr, nullptr, nullptr};
  if (!made) return words = "the host has no memory left", LADDER_OUT_OF_MEMORY;
  const size_t field = cells(c) * sizeof(float), taps = (2 * c->half_length + 1) * sizeof(float);
  cudaError_t code = cudaMalloc(&made->p, field);
  if (code == cudaSuccess) code = cudaMalloc(&made->lap, field);
  if (code == cudaSuccess) code = cudaMalloc(&made->taps, 3 * taps);
  const float *of_axes[] = {c->taps_z, c->taps_x, c->taps_y};
  for (int axis = 0; axis < 3 && code == cudaSuccess; ++axis)
    code = cudaMemcpy(made->taps + axis * (2 * c->half_length + 1), of_axes[axis], taps,
                      cudaMemcpyHostToDevice);
  if (code == cudaSuccess)
    *state = made;
  else
    destroy(made);
  return status_of(code);
}

// What really runs: the trace is held against it.
ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
  *used = {};
  used->knob[0][0] = state->threads;
  return LADDER_OK;
}

const char *last_error(const ladder_state *) { return words; }

// Called once a time step. The copy out waits for the kernel, so that all is complete at the end.
ladder_status laplacian(ladder_state *s, const float *p, float *lap) {
  const ladder_wave *c = s->problem;
  const size_t field = cells(c) * sizeof(float);
  cudaError_t code = cudaMemcpy(s->p, p, field, cudaMemcpyHostToDevice);
  if (code != cudaSuccess) return status_of(code);
  const unsigned blocks = (cells(c) + s->threads - 1) / s->threads;
  convolve<<<blocks, s->threads>>>(c->nz, c->nx, c->ny, c->half_length, s->taps, s->p, s->lap);
  if ((code = cudaGetLastError()) != cudaSuccess) return status_of(code);
  return status_of(cudaMemcpy(lap, s->lap, field, cudaMemcpyDeviceToHost));
}

// "convolve" is the kernel whose block this knob sets.
const ladder_knob knobs[] = {{"threads", "threads a block", "convolve", 1, {256}, {32}, {1024}}};

}  // namespace

const ladder_wave_entries entries = {.laplacian = laplacian};

LADDER_STAGE = {LADDER_WAVE_FRAME,
                .parent = "fortran",
                .change = "CUDA: a thread computes a cell along all axes",
                .expectation = "not known: put your guess here before you measure",
                .device = LADDER_ON_CUDA,
                LADDER_KNOBS(knobs),
                LADDER_WAVE_OPERATOR_WORK,
                .create = create,
                .launch_used = launch_used,
                .last_error = last_error,
                .destroy = destroy,
                .entries = &entries};
