// The lines that go to a block of the same cluster: into its shared memory, past the second-level
// cache. No maths here.
#pragma once
#include "cuda_stages/wave/cluster.cuh"
#include "cuda_stages/wave/cluster_launch.cuh"
#include "cuda_stages/wave/lines.cuh"
#include "cuda_stages/wave/vector_load.cuh"

namespace {

// What comes for a block's near lines, in its shared memory behind the fields: words of either
// parity of steps, as those of all blocks are in global memory.
struct NearLines {
  Lines lines;
  __host__ __device__ explicit NearLines(const Lines &lines) : lines(lines) {}
  __host__ __device__ int words() const { return Lines::words(lines.halo) * lines.lines(); }
  // The values of both fields and of all words.
  __host__ __device__ int values() const { return 2 * (lines.tile.size() + 4 * words()); }
  __host__ __device__ int bytes() const { return values() * int(sizeof(float)); }
};

// What a thread has of its line where that is near.
template <int M>
class NearLine {
 public:
  __device__ NearLine(const NearLines &near, int block, const Line &line, float *field)
      : apart_(sizeof(Word) * near.lines.lines()), parity_(sizeof(Word) * near.words()) {
    const int rank =
        line.side == no_side ? -1 : neighbouring_rank(near.lines.tiling, block, line.side);
    exists = rank >= 0;
    if (!exists) return;
    const unsigned all = shared_address(field + 2 * near.lines.tile.size());
    here_ = all + sizeof(Word) * near.lines.slot(0, line);
    there_ = address_of_rank(all + sizeof(Word) * near.lines.slot(0, Lines::opposite(line)), rank);
  }

  // Waits for the words of `epoch`, which are of step n, counted from the launch's first.
  __device__ void receive(int n, unsigned epoch, float (&halo)[M]) const {
    Word got[Lines::words(M)];
    bool complete = false;
    while (!complete) {
      complete = true;
#pragma unroll
      for (int w = 0; w < Lines::words(M); ++w) {
        got[w] = get_near(here_ + n % 2 * parity_ + w * apart_);
        complete = complete && got[w].epoch == epoch;
      }
      if (!complete) __nanosleep(20);
    }
#pragma unroll
    for (int i = 0; i < M; ++i)
      halo[i] = i % 3 == 0 ? got[i / 3].a : i % 3 == 1 ? got[i / 3].b : got[i / 3].c;
  }
  // To the other block, and to this thread itself.
  __device__ void send(int n, unsigned epoch, const float (&values)[M]) const {
    put_words(there_ + n % 2 * parity_, epoch, values);
  }
  __device__ void keep(int n, unsigned epoch, const float (&values)[M]) const {
    put_words(here_ + n % 2 * parity_, epoch, values);
  }

  bool exists;

 private:
  __device__ void put_words(unsigned to, unsigned epoch, const float (&values)[M]) const {
    const auto value = [&](int i) { return i < M ? values[i] : 0.0f; };
#pragma unroll
    for (int w = 0; w < Lines::words(M); ++w)
      put_near(to + w * apart_, {value(3 * w), value(3 * w + 1), value(3 * w + 2), epoch});
  }

  const unsigned apart_, parity_;
  unsigned here_ = 0, there_ = 0;
};

// A line along z, whose cells are whole quads where M is a multiple of 4: lines side by side then
// meet in no bank.
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
