// The layout of the stages with zero padding: the grid with a frame of half-length m around it, z
// fastest; copies into it and out of it, page-locked memory of the host. No maths here.
#pragma once
#include <cstring>

#include "cuda_stages/wave/entries.cuh"

namespace {

struct Padded {
  int nz, nx, ny;  // of the grid
  int m;           // half-length
  int pz, px, py;  // with the frame; an axis y of one cell has none
  int first;       // position of cell (0, 0, 0)

  explicit Padded(const ladder_wave &c)
      : nz(c.nz), nx(c.nx), ny(c.ny), m(c.half_length), pz(nz + 2 * m), px(nx + 2 * m),
        py(ny > 1 ? ny + 2 * m : 1), first(m + pz * (m + px * (ny > 1 ? m : 0))) {
    refuse_if(std::int64_t{pz} * px * py > (std::int64_t{1} << 30),
              "more than 2^30 cells with the padding: the indices of this stage are 32-bit");
  }
  __host__ __device__ int cells() const { return nz * nx * ny; }
  __host__ __device__ int all() const { return pz * px * py; }
  // Whether a place of the padded array is a cell of the grid.
  __device__ bool inside(int at) const {
    const int z = at % pz - m, x = at / pz % px - m, y = at / pz / px - (ny > 1 ? m : 0);
    return z >= 0 && z < nz && x >= 0 && x < nx && y >= 0 && y < ny;
  }
  // The position of cell number i of the grid.
  __device__ int at(int i) const {
    return first + i % nz + pz * (i / nz % nx + px * (i / nz / nx));
  }
};

// A field without gaps on the host into the frame on the device, a row for each column of cells.
// `copy` is cudaMemcpy2D, or
// start_copy: then copies from page-locked memory are on their way when this returns, in the
// default stream.
template <typename Copy = decltype(&cudaMemcpy2D)>
void copy_in(const Padded &g, const float *host, float *device, Copy copy = &cudaMemcpy2D) {
  for (int iy = 0; iy < g.ny; ++iy)
    CHECK(copy(device + g.first + std::size_t(iy) * g.pz * g.px, g.pz * sizeof(float),
               host + std::size_t(iy) * g.nz * g.nx, g.nz * sizeof(float), g.nz * sizeof(float),
               g.nx, cudaMemcpyHostToDevice));
}

// And out of it.
template <typename Copy = decltype(&cudaMemcpy2D)>
void copy_out(const Padded &g, const float *device, float *host, Copy copy = &cudaMemcpy2D) {
  for (int iy = 0; iy < g.ny; ++iy)
    CHECK(copy(host + std::size_t(iy) * g.nz * g.nx, g.nz * sizeof(float),
               device + g.first + std::size_t(iy) * g.pz * g.px, g.pz * sizeof(float),
               g.nz * sizeof(float), g.nx, cudaMemcpyDeviceToHost));
}

inline cudaError_t start_copy(void *to, std::size_t to_pitch, const void *from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}

// What the stages that go through page-locked memory share: a buffer of it that frees itself, and
// the loops of the host that take columns into the padded layout and out of it.

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
