// The layout of cells on the device, and the way of a field there and back. No maths here.
#pragma once
#include "cuda_stages/shared/host_copy.cuh"
#include "cuda_stages/wave3d/entries.cuh"

namespace {

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
