// The entries of a CUDA stage of the ladder wave3d, from a class. In addition to what
// stage_cuda.cuh says, a stage has
//   void upload(const float *now, const float *before, int step);
//   void advance(int count);
//   void download(float *now, float *before, float *traces);
// and names LOOP_ENTRIES(Stage) in its table. No maths here.
#pragma once
#include <algorithm>

#include "cuda_stages/shared/half_lengths.cuh"
#include "cuda_stages/shared/host_copy.cuh"
#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/wave/wave.h"

namespace {

template <typename Stage>
struct Entries : FrameEntries<ladder_wave, Stage> {
  using Frame = FrameEntries<ladder_wave, Stage>;
  using Frame::guard;
  using Frame::of;

  static ladder_status upload(ladder_state *state, const float *now, const float *before,
                              int32_t step) {
    return guard(of(state).error, [&] { of(state).stage.upload(now, before, step); });
  }
  static ladder_status advance(ladder_state *state, int32_t count) {
    return guard(of(state).error, [&] { of(state).stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
    return guard(of(state).error, [&] { of(state).stage.download(now, before, traces); });
  }
  static constexpr ladder_wave_entries table = {
      .upload = upload, .advance = advance, .download = download};
};

#define LOOP_ENTRIES(Stage)                                                  \
  .owns_time_loop = 1, LADDER_WAVE_LOOP_WORK, FRAME_ENTRIES(Entries<Stage>), \
  .entries = &Entries<Stage>::table

// The half-lengths that kernels are compiled for.

// Calls action(std::integral_constant<int, M>) for the half-length m.
template <typename Action>
void with_half_length(int m, Action action) {
  switch (m) {
    case 1:
      return call_with_half_length<1>(action);
    case 2:
      return call_with_half_length<2>(action);
    case 3:
      return call_with_half_length<3>(action);
    case 4:
      return call_with_half_length<4>(action);
    case 6:
      return call_with_half_length<6>(action);
    case 8:
      return call_with_half_length<8>(action);
    default:
      refuse_if(true, "this stage is compiled for half-lengths 1, 2, 3, 4, 6 and 8: take resident");
  }
}

// What the device allows a kernel.

// Refuses a block that the kernel cannot have.
template <typename Kernel>
void must_allow(Kernel kernel, int threads) {
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  refuse_if(threads > attributes.maxThreadsPerBlock,
            "a block of " + std::to_string(threads) + " threads: this kernel can have " +
                std::to_string(attributes.maxThreadsPerBlock));
}

inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

// Lets the kernel have so many bytes of shared memory, or refuses.
template <typename Kernel>
void must_allow_shared(Kernel kernel, int bytes) {
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024;
  refuse_if(bytes > most, "the tiles of a block need " + std::to_string(bytes) +
                              " bytes of shared memory, and there are " + std::to_string(most) +
                              ": take smaller blocks");
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

// How many blocks of a kernel a multiprocessor holds at once.
template <typename Kernel>
int blocks_a_multiprocessor(Kernel kernel, int threads, int shared_bytes = 0) {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes));
  return blocks;
}

// And the whole device.
template <typename Kernel>
int blocks_at_once(Kernel kernel, int threads, int shared_bytes) {
  return std::max(1, blocks_a_multiprocessor(kernel, threads, shared_bytes)) *
         device_attribute(cudaDevAttrMultiProcessorCount);
}

// The layout of cells on the device, and the way of a field there and back.

// z fastest; lines begin at 128 bytes. With frames, at least M zeros precede and follow every line,
// M lines before and behind every plane, M planes before and behind the field; neighbours share
// them: what is behind the end of a line is before the beginning of the next one. Places are
// 64-bit, and count from cell (0, 0, 0).
struct Grid {
  int nz, nx, ny, m;
  int pitch;           // cells from line to line
  std::int64_t plane;  // from plane to plane

  Grid(const ladder_wave &c, bool frames)
      : nz(c.nz), nx(c.nx), ny(c.ny), m(c.half_length),
        pitch(ceil_div(c.nz + (frames ? m : 0), 32) * 32),
        plane(std::int64_t{pitch} * (c.nx + (frames ? m : 0))), frames_(frames) {}

  __host__ __device__ std::int64_t at(int iz, int ix, int iy) const {
    return iz + std::int64_t{pitch} * ix + plane * iy;
  }
  __host__ __device__ std::int64_t cells() const { return std::int64_t{nz} * nx * ny; }
  // Of the array: before cell (0, 0, 0), and in all.
  std::int64_t before_first() const {
    return frames_ ? m * plane + m * std::int64_t{pitch} + 32 : 0;
  }
  std::int64_t all() const { return plane * ny + 2 * before_first(); }
  // Of a byte a cell, without frames: a value holds those of four cells.
  Grid of_bytes() const {
    Grid bytes = *this;
    bytes.nz = ceil_div(nz, 4), bytes.pitch /= 4, bytes.plane /= 4;
    return bytes;
  }

 private:
  bool frames_;
};

// A field without frames on the host, and with them on the device.
inline HostShape host_shape(const Grid &g) {
  return {std::size_t(g.nz), std::size_t(g.nx), std::size_t(g.ny), std::size_t(g.pitch),
          std::size_t(g.plane)};
}

// A field whose frames are zero and stay so.
class Field {
 public:
  explicit Field(const Grid &grid) : grid_(grid), buffer_(grid.all()) {
    CHECK(cudaMemset(buffer_, 0, grid.all() * sizeof(float)));
  }
  float *cells() const { return buffer_ + grid_.before_first(); }
  const Grid &grid() const { return grid_; }

  // With all threads of the host, or as the driver does it.
  void copy_in(HostCopy &by, const float *host) const {
    by.to_device(host_shape(grid_), host, cells());
  }
  void copy_out(HostCopy &by, float *host) const { by.to_host(host_shape(grid_), cells(), host); }
  // Planes from `first` on, without gaps on the host.
  void copy_planes_out(HostCopy &by, int first, int planes, float *host) const {
    HostShape some = host_shape(grid_);
    some.planes = planes;
    by.to_host(some, cells() + grid_.plane * first, host);
  }
  void copy_out_by_driver(float *host) const {
    cudaMemcpy3DParms copying{};
    copying.srcPtr = make_cudaPitchedPtr(cells(), grid_.pitch * sizeof(float), grid_.pitch,
                                         grid_.plane / grid_.pitch);
    copying.dstPtr = make_cudaPitchedPtr(host, grid_.nz * sizeof(float), grid_.nz, grid_.nx);
    copying.extent = make_cudaExtent(grid_.nz * sizeof(float), grid_.nx, grid_.ny);
    copying.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copying));
  }

 private:
  const Grid grid_;
  const DeviceBuffer<float> buffer_;
};

// The blocks that cover so many cells a block. CUDA counts at most 65535 of them along x and y.
inline dim3 blocks_for(const Grid &g, int z, int x, int y) {
  const dim3 blocks(ceil_div(g.nz, z), ceil_div(g.nx, x), ceil_div(g.ny, y));
  refuse_if(blocks.y > 65535 || blocks.z > 65535,
            "more than 65535 blocks along x or y: take larger blocks");
  return blocks;
}

}  // namespace
