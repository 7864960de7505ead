// A shot on the device: grid, coefficients, both wavefields, the snapshots that are kept, and the products on their
// way back. No maths here.
#pragma once
#include <algorithm>
#include <type_traits>
#include <vector>

#include "cuda_stages/imaging/entries.cuh"
#include "cuda_stages/shared/host_copy.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

// z fastest. A field has a frame of zeros, as wide as the operator reaches, so that no tap needs a test; products
// have none.
struct Grid {
  int nz, nx, m;
  int frame_z, pitch;  // columns begin `pitch` cells apart, and at 16 bytes

  explicit Grid(const ladder_imaging &c)
      : nz(c.nz), nx(c.nx), m(c.half_length), frame_z(ceil_div(c.half_length, 4) * 4),
        pitch(ceil_div(c.nz, 4) * 4 + 2 * frame_z) {}

  __host__ __device__ int cells() const { return nz * nx; }
  __host__ __device__ int all() const { return pitch * (nx + 2 * m); }  // with the frame
  __host__ __device__ int at(int iz, int ix) const { return frame_z + iz + pitch * (m + ix); }
  __host__ __device__ bool has(int iz, int ix) const { return iz < nz && ix < nx; }
};

// [k] of the neighbours at k and -k.
struct Taps {
  float z[LADDER_IMAGING_MOST_HALF_LENGTH + 1], x[LADDER_IMAGING_MOST_HALF_LENGTH + 1];
};

// Calls action with the half-length as a constant: those of order 8 and 16, and 0 for any other.
template <typename Action>
void with_half_length(int m, Action action) {
  if (m == 4) return action(std::integral_constant<int, 4>());
  if (m == 8) return action(std::integral_constant<int, 8>());
  action(std::integral_constant<int, 0>());
}

// Values of the host, once and for all.
template <typename T>
class Uploaded {
 public:
  explicit Uploaded(const std::vector<T> &values)
      : buffer_(std::max<std::size_t>(1, values.size())) {
    if (values.empty()) return;
    CHECK(cudaMemcpy(buffer_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
  }
  operator const T *() const { return buffer_; }

 private:
  const DeviceBuffer<T> buffer_;
};

// What goes into a field: row n - 1 of `signal` at time n, each value into a cell of its own. For kernels that inject
// on the way there is a bit for each cell, which says whether something goes into it, and its column of `signal`.
struct Injected {
  int count;
  const int *places;     // [count] in the framed field
  const float *factors;  // [count] of the sponge
  const float *signal;   // [steps][count]
  const unsigned *bits;  // [nx][words] bit iz % 32 of word iz / 32
  const int *columns;    // [nx][nz]
  int words;
};

// Coefficients, as every step needs them.
struct Medium {
  Grid g;
  Taps taps;
  const float *v2dt2;  // without frame
  const float *sponge_z, *sponge_x;

  __device__ float sponge(int iz, int ix) const { return sponge_z[iz] * sponge_x[ix]; }
};

struct Products {
  float *image, *gather_x, *gather_z, *illumination;
  int offsets_x, offsets_z;  // the largest
};

class Shot {
 public:
  // `page_locked`: the arrays of the host are, so copies go straight there.
  explicit Shot(const ladder_imaging &c, bool keeps_backward = false, bool page_locked = false)
      : grid(c), steps(c.steps), every(c.every), images(c.steps / c.every),
        v2dt2_(std::vector<float>(c.v2dt2, c.v2dt2 + c.nz * c.nx)),
        sponge_z_(std::vector<float>(c.sponge_z, c.sponge_z + c.nz)),
        sponge_x_(std::vector<float>(c.sponge_x, c.sponge_x + c.nx)),
        source_(c, c.source_cells, c.sources, c.wavelets, grid),
        receivers_(c, c.receiver_cells, c.receivers, c.data, grid),
        fields_(std::size_t{1} * grid.all() *
                (ring + ring + std::size_t(images) * (keeps_backward ? 2 : 1))),
        image_(grid.cells()), illumination_(grid.cells()),
        gather_x_(std::size_t{1} * grid.cells() * (2 * c.offsets_x + 1)),
        gather_z_(std::size_t{1} * grid.cells() * (2 * c.offsets_z + 1)),
        keeps_backward_(keeps_backward),
        page_locked_(page_locked), products{image_,        gather_x_,   gather_z_,
                                            illumination_, c.offsets_x, c.offsets_z} {
    refuse_if(std::int64_t{1} * c.nz * c.nx > (1 << 28), "more than 2^28 cells");
    for (int k = 0; k <= grid.m; ++k) {
      taps_.z[k] = c.taps_z[grid.m + k];
      taps_.x[k] = c.taps_x[grid.m + k];
    }
    // Frames are zero, and no kernel writes them.
    CHECK(cudaMemset(fields_, 0, fields_bytes()));
    CHECK(cudaDeviceSynchronize());
  }

  Medium medium() const { return {grid, taps_, v2dt2_, sponge_z_, sponge_x_}; }
  Injected source() const { return source_.view(); }
  Injected receivers() const { return receivers_.view(); }

  // p(n): a snapshot at image times, else a place in a ring of three.
  float *forward(int n) const {
    if (n > 0 && n % every == 0) return field(2 * ring + n / every - 1);
    return field((n + ring) % ring);
  }
  float *forward_ring(int n) const { return field((n + ring) % ring); }
  // q(n), with q(steps + 1) and q(steps + 2) = 0.
  float *backward(int n) const {
    if (keeps_backward_ && n <= steps && n % every == 0)
      return field(2 * ring + images + n / every - 1);
    return field(ring + n % ring);
  }
  // The snapshots of image k, 0 .. images - 1; those of one field stand grid.all() values apart.
  const float *forward_snapshot(int k) const { return field(2 * ring + k); }
  const float *backward_snapshot(int k) const { return field(2 * ring + images + k); }
  bool is_image_time(int n) const { return n % every == 0; }

  void upload(const float *now, const float *before) {
    CHECK(cudaMemset(field(ring), 0, sizeof(float) * ring * grid.all()));  // q beyond the data
    copy_in(now, forward(0));
    copy_in(before, forward(-1));
    clear_products();
  }

  void clear_products() {
    const std::size_t bytes = sizeof(float) * grid.cells();
    CHECK(cudaMemset(image_, 0, bytes));
    CHECK(cudaMemset(illumination_, 0, bytes));
    CHECK(cudaMemset(gather_x_, 0, bytes * (2 * products.offsets_x + 1)));
    CHECK(cudaMemset(gather_z_, 0, bytes * (2 * products.offsets_z + 1)));
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *image, float *gather_x, float *gather_z, float *illumination) {
    copy_out(image_, image, 1);
    copy_out(gather_x_, gather_x, 2 * products.offsets_x + 1);
    copy_out(gather_z_, gather_z, 2 * products.offsets_z + 1);
    copy_out(illumination_, illumination, 1);
  }

  const Grid grid;
  const int steps, every, images;

 private:
  static constexpr int ring = 3;

  // Cells of sources or receivers, and what goes into them.
  struct Places {
    Places(const ladder_imaging &c, const ladder_place *cells, int count, const float *values,
           const Grid &g)
        : count(count), words(ceil_div(c.nz, 32)), places(places_of(cells, count, g)),
          factors(factors_of(c, cells, count)),
          signal(std::vector<float>(values, values + std::size_t{1} * count * c.steps)),
          bits(bits_of(c, cells, count)), columns(columns_of(c, cells, count)) {}
    Injected view() const { return {count, places, factors, signal, bits, columns, words}; }

    static std::vector<unsigned> bits_of(const ladder_imaging &c, const ladder_place *cells,
                                         int count) {
      const auto words = std::size_t(ceil_div(c.nz, 32));
      std::vector<unsigned> all(words * c.nx);
      for (int i = 0; i < count; ++i)
        all[words * cells[i].x + cells[i].z / 32] |= 1u << cells[i].z % 32;
      return all;
    }
    static std::vector<int> columns_of(const ladder_imaging &c, const ladder_place *cells,
                                       int count) {
      std::vector<int> all(std::size_t{1} * c.nz * c.nx, -1);
      for (int i = 0; i < count; ++i) all[cells[i].z + std::size_t{1} * c.nz * cells[i].x] = i;
      return all;
    }

    static std::vector<int> places_of(const ladder_place *cells, int count, const Grid &g) {
      std::vector<int> all;
      for (int i = 0; i < count; ++i) all.push_back(g.at(cells[i].z, cells[i].x));
      return all;
    }
    static std::vector<float> factors_of(const ladder_imaging &c, const ladder_place *cells,
                                         int count) {
      std::vector<float> all;
      for (int i = 0; i < count; ++i)
        all.push_back(c.sponge_z[cells[i].z] * c.sponge_x[cells[i].x]);
      return all;
    }

    const int count, words;
    const Uploaded<int> places;
    const Uploaded<float> factors, signal;
    const Uploaded<unsigned> bits;
    const Uploaded<int> columns;
  };

  float *field(int k) const { return fields_ + std::size_t{1} * k * grid.all(); }
  std::size_t fields_bytes() const {
    return sizeof(float) * grid.all() *
           (2 * ring + std::size_t(images) * (keeps_backward_ ? 2 : 1));
  }
  void copy_in(const float *from, float *to) {
    const auto nz = std::size_t(grid.nz), nx = std::size_t(grid.nx),
               pitch = std::size_t(grid.pitch);
    to += grid.at(0, 0);
    if (page_locked_)
      CHECK(cudaMemcpy2D(to, pitch * sizeof(float), from, nz * sizeof(float), nz * sizeof(float),
                         nx, cudaMemcpyHostToDevice));
    else
      copy_.to_device({nz, nx, 1, pitch, pitch * nx}, from, to);
  }
  void copy_out(const float *from, float *to, int planes) {
    const auto nz = std::size_t(grid.nz), nx = std::size_t(grid.nx), count = std::size_t(planes);
    if (page_locked_)
      CHECK(cudaMemcpy(to, from, nz * nx * count * sizeof(float), cudaMemcpyDeviceToHost));
    else
      copy_.to_host({nz, nx, count, nz, nz * nx}, from, to);
  }

  const Uploaded<float> v2dt2_, sponge_z_, sponge_x_;
  const Places source_, receivers_;
  const DeviceBuffer<float>
      fields_;  // rings of both fields, snapshots of the forward, of the backward one
  const DeviceBuffer<float> image_, illumination_, gather_x_, gather_z_;
  const bool keeps_backward_, page_locked_;
  Taps taps_{};
  HostCopy copy_;

 public:
  const Products products;
};

}  // namespace
