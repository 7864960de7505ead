// What the stages that keep the field on the chip share on the host: the choice of tiles, the
// kernel's argument and its cooperative launch. No maths here.
#pragma once
#include <algorithm>

#include "cuda_stages/heat/marching.cuh"
#include "cuda_stages/heat/tiles.cuh"

namespace {

// The argument of the kernel. The result goes to another buffer than the start came from, because a
// neighbour may be late in fetching its first frame.
struct KeptCase {
  Tiling tiling;
  Grid g;
  float factor;
  Word *slots;  // [2][Exchange::all()]
  // What differs from launch to launch.
  const float *now;
  float *out;
  unsigned epoch;  // the last that was used
  int count;       // steps
};

// What a thread computes: 4 cells along z by `x` by `y` lines; how many threads a block may have,
// and how many words a thread may hold each way.
struct Patch {
  int x, y;
  int most_threads, held;
  int cells() const { return 4 * x * y; }
};

inline int computing_threads(const Tiling &t, const Patch &p) {
  return t.z / 4 * (t.x / p.x) * (t.y / p.y);
}

// Enough to compute and to hold the words, in whole warps.
inline int threads_of(const Tiling &t, const Patch &p) {
  const int needed = std::max(computing_threads(t, p), ceil_div(Exchange(t).words(), p.held));
  return ceil_div(needed, 32) * 32;
}

// T(n) and T(n+1), each with its frame.
inline int shared_bytes_of(const Tiling &t) { return 2 * Tile(t).size() * int(sizeof(float)); }

// What a device can hold.
struct DeviceLimits {
  int processors, shared_bytes;
};
inline DeviceLimits limits_of_device() {
  return {device_attribute(cudaDevAttrMultiProcessorCount),
          device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)};
}

inline bool fits(const Tiling &t, const Patch &p, const DeviceLimits &device) {
  return t.tiles() <= device.processors && threads_of(t, p) <= p.most_threads &&
         shared_bytes_of(t) <= device.shared_bytes;
}

// The tiling of all that fit whose step should take least, or the one with the given sides where
// they are not 0. Of no tiles if none fits.
inline Tiling tiling_that_fits(const Grid &g, const Patch &p, int given_z, int given_x, int given_y,
                               const DeviceLimits &device) {
  const auto sides = [](int cells, int multiple, int given) {
    std::vector<int> all;
    for (int n = 1; n <= cells; ++n) {  // as many tiles along the axis
      const int side = ceil_div(ceil_div(cells, n), multiple) * multiple;
      if (all.empty() || all.back() != side) all.push_back(side);
    }
    if (given) all = {given};
    return all;
  };
  // Lines that end where a warp ends, so that no other warp has a line's next cell.
  std::vector<int> along_z = {given_z};
  if (!given_z) along_z = {128, 64, 32, 16, 8, 4};
  refuse_if(given_z && (given_z % 4 || 32 % (given_z / 4)),
            "a tile has 4, 8, 16, 32, 64 or 128 cells along z: its lines end where a warp ends");
  refuse_if(given_x % p.x || given_y % p.y, "a tile is a multiple of " + std::to_string(p.x) +
                                                " x " + std::to_string(p.y) +
                                                " lines, x by y, which a thread computes");
  Tiling best{};
  double least = 0;
  for (int z : along_z)
    for (int x : sides(g.nx, p.x, given_x))
      for (int y : sides(g.ny, p.y, given_y)) {
        const Tiling t = tiling_of(g, z, x, y);
        if (std::int64_t{1} * z * x * y > (1 << 17) || !fits(t, p, device)) continue;
        // Clocks: 16 cells a clock are computed, and a word crosses the second-level cache twice.
        const double cost = threads_of(t, p) * p.cells() / 10.0 + Exchange(t).words();
        if (best.z == 0 || cost < least) best = t, least = cost;
      }
  return best;
}

inline Tiling must_fit(const Tiling &t, const Patch &p, bool given, const DeviceLimits &device) {
  refuse_if(
      t.z == 0,
      given ? "tiles of this size do not cover the field with one block a multiprocessor, or a "
              "block's "
              "threads or shared memory do not suffice: leave --tile and --depth out"
            : "the field does not fit on the chip: a thread keeps " + std::to_string(p.cells()) +
                  " cells, a block has at most " + std::to_string(p.most_threads) +
                  " threads, and there are " + std::to_string(device.processors) +
                  " multiprocessors: take temporal or wide");
  return t;
}

inline Tiling choose_tiling(const Grid &g, const Patch &p, int given_z, int given_x, int given_y,
                            const DeviceLimits &device) {
  return must_fit(tiling_that_fits(g, p, given_z, given_x, given_y, device), p,
                  given_z || given_x || given_y, device);
}

using KeptKernel = void (*)(KeptCase);

class KeptRun {
 public:
  // `words`: of all blocks, for one parity of epochs.
  KeptRun(const ladder_heat &c, const Tiling &tiling, int threads, KeptKernel kernel,
          int shared_bytes, std::size_t words)
      : factor_(c.factor), tiling_(tiling), threads_(threads), shared_bytes_(shared_bytes),
        kernel_(kernel), words_(2 * words), field_(Grid(c, 4)), slots_(words_) {
    CHECK(
        cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes_));
    int blocks = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel_, threads, shared_bytes_));
    refuse_if(blocks == 0, "a block of " + std::to_string(threads) +
                               " threads does not fit a "
                               "multiprocessor: take a smaller tile");
  }

  void upload(const float *now) {
    field_.upload(now);
    forget_words();
  }

  // A launch of `count` steps, which uses as many epochs.
  void advance(int count) {
    if (count <= 0) return;
    if (epoch_ > 0xffffffffu - unsigned(count) - 1) forget_words();
    KeptCase argument = {.tiling = tiling_,
                         .g = field_.grid,
                         .factor = factor_,
                         .slots = slots_,
                         .now = field_.now(),
                         .out = field_.next(),
                         .epoch = epoch_,
                         .count = count};
    void *arguments[] = {&argument};
    CHECK(cudaLaunchCooperativeKernel(kernel_, dim3(tiling_.tiles()), dim3(threads_), arguments,
                                      shared_bytes_, nullptr));
    CHECK(cudaDeviceSynchronize());
    field_.swap();
    epoch_ += count;
  }

  void download(float *now) { field_.download(now); }

 private:
  // Epochs count on from launch to launch, so an old word is never taken for a new one.
  void forget_words() {
    CHECK(cudaMemset(slots_, 0, words_ * sizeof(Word)));
    CHECK(cudaDeviceSynchronize());
    epoch_ = 0;
  }

  const float factor_;
  const Tiling tiling_;
  const int threads_, shared_bytes_;
  const KeptKernel kernel_;
  const std::size_t words_;
  Field field_;
  const DeviceBuffer<Word> slots_;
  unsigned epoch_ = 0;
};

}  // namespace
