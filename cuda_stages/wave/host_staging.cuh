// What the stages that go through page-locked memory share: a buffer of it that frees itself, and
// the loops of the host that take columns into the padded layout and out of it. No maths here.
#pragma once
#include <cstring>

#include "cuda_stages/wave/padded.cuh"

namespace {

// An array in page-locked memory of the host. The device reads and writes it at the same address.
template <typename T>
class PinnedBuffer {
 public:
  explicit PinnedBuffer(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    const cudaError_t code = cudaHostAlloc(&data_, bytes, cudaHostAllocMapped);
    if (code == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      throw Failure(LADDER_OUT_OF_MEMORY,
                    "the host gave no " + std::to_string(bytes) + " bytes of page-locked memory");
    }
    check(code, "cudaHostAlloc", __LINE__);
    std::memset(data_, 0, bytes);
  }
  ~PinnedBuffer() { (void)cudaFreeHost(data_); }
  PinnedBuffer(const PinnedBuffer &) = delete;
  PinnedBuffer &operator=(const PinnedBuffer &) = delete;
  operator T *() const { return data_; }

 private:
  T *data_ = nullptr;
};

// Where column number `column` of the grid, ix + nx * iy, begins in the padded array.
inline std::size_t place_of_column(const Padded &g, int column) {
  return g.first +
         std::size_t{1} * g.pz * (column % g.nx + std::size_t{1} * g.px * (column / g.nx));
}

// Columns from, ..., to - 1 of a field, into the padded array.
inline void pack(const Padded &g, int from, int to, const float *field, float *padded) {
  for (int c = from; c < to; ++c)
    std::memcpy(padded + place_of_column(g, c), field + std::size_t{1} * c * g.nz,
                g.nz * sizeof(float));
}

// And out of it.
inline void unpack(const Padded &g, int from, int to, const float *padded, float *field) {
  for (int c = from; c < to; ++c)
    std::memcpy(field + std::size_t{1} * c * g.nz, padded + place_of_column(g, c),
                g.nz * sizeof(float));
}

}  // namespace
