// A shot on the device: grid, coefficients, both wavefields, the snapshots that are kept, and the
// products on their way back. No maths here.
#pragma once
#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "cuda_stages/imaging/entries.cuh"
#include "cuda_stages/shared/host_copy.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

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

// How many snapshots of each field there is room for; those of later image times take the places of
// earlier ones where it is less than all. None of the backward field: it is not kept at image
// times.
struct Room {
  int forward, backward;
};
inline int image_times(const ladder_imaging &c) { return c.steps / c.every; }

class Shot {
 public:
  explicit Shot(const ladder_imaging &c, bool keeps_backward = false, bool page_locked = false)
      : Shot(c, Room{image_times(c), keeps_backward ? image_times(c) : 0}, page_locked) {}
  // `page_locked`: the arrays of the host are, so copies go straight there.
  Shot(const ladder_imaging &c, Room room, bool page_locked)
      : grid(c), steps(c.steps), every(c.every), images(c.steps / c.every),
        v2dt2_(std::vector<float>(c.v2dt2, c.v2dt2 + c.nz * c.nx)),
        sponge_z_(std::vector<float>(c.sponge_z, c.sponge_z + c.nz)),
        sponge_x_(std::vector<float>(c.sponge_x, c.sponge_x + c.nx)),
        source_(c, c.source_cells, c.sources, c.wavelets, grid),
        receivers_(c, c.receiver_cells, c.receivers, c.data, grid),
        fields_(fields_of(room) * grid.all()), image_(grid.cells()), illumination_(grid.cells()),
        gather_x_(std::size_t{1} * grid.cells() * (2 * c.offsets_x + 1)),
        gather_z_(std::size_t{1} * grid.cells() * (2 * c.offsets_z + 1)), room_(room),
        page_locked_(page_locked), products{image_,        gather_x_,   gather_z_,
                                            illumination_, c.offsets_x, c.offsets_z} {
    refuse_if(std::int64_t{1} * c.nz * c.nx > (1 << 28), "more than 2^28 cells");
    for (int k = 0; k <= grid.m; ++k) {
      taps_.z[k] = c.taps_z[grid.m + k];
      taps_.x[k] = c.taps_x[grid.m + k];
    }
    if (!page_locked)
      copy_.emplace(shape_without_gaps(std::max({1, 2 * c.offsets_x + 1, 2 * c.offsets_z + 1})));
    // Frames are zero, and no kernel writes them.
    CHECK(cudaMemset(fields_, 0, fields_of(room_) * grid.all() * sizeof(float)));
    CHECK(cudaDeviceSynchronize());
  }

  Medium medium() const { return {grid, taps_, v2dt2_, sponge_z_, sponge_x_}; }
  Injected source() const { return source_.view(); }
  Injected receivers() const { return receivers_.view(); }

  // p(n): a snapshot at image times, else a place in a ring of three.
  float *forward(int n) const {
    if (n > 0 && n % every == 0) return forward_snapshot(n / every - 1);
    return field((n + ring) % ring);
  }
  // q(n), with q(steps + 1) and q(steps + 2) = 0.
  float *backward(int n) const {
    if (room_.backward && n <= steps && n % every == 0) return backward_snapshot(n / every - 1);
    return field(ring + n % ring);
  }
  // The snapshots of image k, 0 .. images - 1; those of one field are grid.all() values apart.
  float *forward_snapshot(int k) const { return field(2 * ring + k % room_.forward); }
  float *backward_snapshot(int k) const {
    return field(2 * ring + room_.forward + k % room_.backward);
  }
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

  // What it allocates on the device [B].
  static double bytes(const ladder_imaging &c, Room room) {
    const Grid g(c);
    const double planes = 2.0 * c.offsets_x + 1 + 2.0 * c.offsets_z + 1 + 2, cells = g.cells();
    const double places = double(c.sources) + c.receivers;
    return sizeof(float) * (double(g.all()) * double(fields_of(room)) + cells * (planes + 1) +
                            c.nz + c.nx + places * (2.0 + c.steps)) +
           2 * sizeof(int) * (cells + double(ceil_div(c.nz, 32)) * c.nx);
  }

  const Grid grid;
  const int steps, every, images;

 private:
  static constexpr int ring = 3;

  float *field(int k) const { return fields_ + std::size_t{1} * k * grid.all(); }
  static std::size_t fields_of(Room room) {
    return 2 * ring + std::size_t(room.forward) + std::size_t(room.backward);
  }
  HostShape shape_without_gaps(int planes) const {
    const auto nz = std::size_t(grid.nz), nx = std::size_t(grid.nx);
    return {nz, nx, std::size_t(planes), nz, nz * nx};
  }
  void copy_in(const float *from, float *to) {
    const auto nz = std::size_t(grid.nz), nx = std::size_t(grid.nx),
               pitch = std::size_t(grid.pitch);
    to += grid.at(0, 0);
    if (page_locked_)
      CHECK(cudaMemcpy2D(to, pitch * sizeof(float), from, nz * sizeof(float), nz * sizeof(float),
                         nx, cudaMemcpyHostToDevice));
    else
      copy_->to_device({nz, nx, 1, pitch, pitch * nx}, from, to);
  }
  void copy_out(const float *from, float *to, int planes) {
    if (page_locked_)
      CHECK(cudaMemcpy(to, from, std::size_t{1} * planes * grid.cells() * sizeof(float),
                       cudaMemcpyDeviceToHost));
    else
      copy_->to_host(shape_without_gaps(planes), from, to);
  }

  const Uploaded<float> v2dt2_, sponge_z_, sponge_x_;
  const Places source_, receivers_;
  const DeviceBuffer<float>
      fields_;  // rings of both fields, snapshots of the forward, of the backward one
  const DeviceBuffer<float> image_, illumination_, gather_x_, gather_z_;
  const Room room_;
  const bool page_locked_;
  Taps taps_{};
  std::optional<HostCopy> copy_;  // where the host's arrays are not page-locked

 public:
  const Products products;
};

// Of a stage that has a shot, and nothing else of its size.
inline ladder_imaging_memory memory_of_shot(const ladder_imaging &c, bool keeps_backward) {
  const Room room{image_times(c), keeps_backward ? image_times(c) : 0};
  return {Shot::bytes(c, room), 0, double(c.steps)};
}

// Such a stage, without what computes.
template <bool KeepsBackward>
class ShotStage {
 public:
  explicit ShotStage(const ladder_imaging &c) : shot_(c, KeepsBackward) {}

  void upload(const float *now, const float *before) {
    shot_.upload(now, before);
    done_ = 0;
  }
  void download(float *image, float *gather_x, float *gather_z, float *illumination) {
    shot_.download(image, gather_x, gather_z, illumination);
  }
  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &) {
    return memory_of_shot(c, KeepsBackward);
  }

 protected:
  Shot shot_;
  int done_ = 0;  // of the 2 * steps
};

}  // namespace
