// The lines that go to a block of the same cluster: into its shared memory, past the second-level
// cache. No maths here.
#pragma once
#include "cuda_stages/wave/cluster.cuh"
#include "cuda_stages/wave/cluster_launch.cuh"
#include "cuda_stages/wave/lines.cuh"
#include "cuda_stages/wave/vector_load.cuh"

namespace {

// What comes for a block's near lines, in its shared memory behind the fields: [2][lines][4 quads]
// values and two barriers, one for each parity of steps.
struct NearLines {
  Lines lines;
  int quads;  // of a line

  __host__ __device__ explicit NearLines(const Lines &lines)
      : lines(lines), quads((lines.halo + 3) / 4) {}
  __host__ __device__ int buffer() const { return 4 * quads * lines.lines(); }
  __host__ __device__ int bytes() const {
    return lines.bytes() + 2 * buffer() * int(sizeof(float)) + 2 * int(sizeof(Arrivals));
  }
  // How many bytes come for a block at every step.
  __device__ unsigned to_come(int block) const {
    int near = 0;
    for (int side = above; side <= right; ++side)
      if (neighbouring_rank(lines.tiling, block, side) >= 0)
        near += side < left ? lines.tiling.x : lines.tiling.z;
    return 16u * quads * near;
  }
};

// What a thread has of its line where that is near.
template <int M>
class NearLine {
 public:
  static constexpr int quads = (M + 3) / 4;

  __device__ NearLine(const NearLines &near, int block, const Line &line, float *field)
      : come_(field + 2 * near.lines.tile.size()), buffer_(near.buffer()),
        arrivals_(reinterpret_cast<Arrivals *>(come_ + 2 * buffer_)) {
    const int rank =
        line.side == no_side ? -1 : neighbouring_rank(near.lines.tiling, block, line.side);
    exists = rank >= 0;
    if (!exists) return;
    float *const there = come_ + 4 * quads * near.lines.slot(0, Lines::opposite(line));
    come_ += 4 * quads * near.lines.slot(0, line);
    there_ = address_of_rank(shared_address(there), rank);
    arrivals_there_ = address_of_rank(shared_address(arrivals_), rank);
  }

  // The values of step n, counted from the launch's first, which a barrier counts in its round.
  __device__ void receive(int n, float (&halo)[M]) const {
    if (n > 0) wait_for_bytes(arrivals_ + n % 2, (n - 1) / 2 % 2);
    const float *const from = come_ + n % 2 * buffer_;
#pragma unroll
    for (int q = 0; q < quads; ++q) {
      const float4 v = *reinterpret_cast<const float4 *>(from + 4 * q);
      const float of_quad[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
      for (int j = 0; j < 4; ++j)
        if (4 * q + j < M) halo[4 * q + j] = of_quad[j];
    }
  }
  // To the other block; n is the step that needs them.
  __device__ void send(int n, const float (&values)[M]) const {
    const unsigned to = there_ + n % 2 * buffer_ * int(sizeof(float));
#pragma unroll
    for (int q = 0; q < quads; ++q)
      put_quad(to + 16 * q, quad_of(values, q), arrivals_there_ + n % 2 * int(sizeof(Arrivals)));
  }
  // To this thread itself.
  __device__ void keep(const float (&values)[M]) const {
#pragma unroll
    for (int q = 0; q < quads; ++q) *reinterpret_cast<float4 *>(come_ + 4 * q) = quad_of(values, q);
  }

  bool exists;

 private:
  __device__ static float4 quad_of(const float (&values)[M], int q) {
    const auto value = [&](int i) { return i < M ? values[i] : 0.0f; };
    return make_float4(value(4 * q), value(4 * q + 1), value(4 * q + 2), value(4 * q + 3));
  }

  float *come_;
  int buffer_;
  Arrivals *arrivals_;
  unsigned there_ = 0, arrivals_there_ = 0;
};

// A line along z, whose cells are whole quads where M is a multiple of 4: lines side by side then meet
// in no bank.
template <int M>
__device__ inline void load_along_z(const LineEnd &end, const float *field, float (&values)[M]) {
  if constexpr (M % 4 != 0) return end.load(field, values);
  const bool backwards = end.stride < 0;
  const float *const from = field + end.cell - (backwards ? M - 1 : 0);
  float cells[M];
#pragma unroll
  for (int q = 0; q < M / 4; ++q) load4(from + 4 * q, cells + 4 * q);
#pragma unroll
  for (int i = 0; i < M; ++i) values[i] = backwards ? cells[M - 1 - i] : cells[i];
}
template <int M>
__device__ inline void store_along_z(const LineEnd &end, const float (&values)[M], float *field) {
  if constexpr (M % 4 != 0) return end.store(values, field);
  const bool backwards = end.stride < 0;
  float *const to = field + end.cell - (backwards ? M - 1 : 0);
  float cells[M];
#pragma unroll
  for (int i = 0; i < M; ++i) cells[i] = backwards ? values[M - 1 - i] : values[i];
#pragma unroll
  for (int q = 0; q < M / 4; ++q)
    *reinterpret_cast<float4 *>(to + 4 * q) =
        make_float4(cells[4 * q], cells[4 * q + 1], cells[4 * q + 2], cells[4 * q + 3]);
}

}  // namespace
