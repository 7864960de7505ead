// The host's side of a stage whose threads exchange words with each other: tiles in which no patch
// has two opposite sides, and how many slots there are. No maths here.
#pragma once
#include "cuda_stages/heat/kept_stage.cuh"
#include "cuda_stages/heat/thread_words.cuh"

namespace {

// A patch whose words no thread has to hold but its own.
constexpr Patch with_own_words(Patch p) {
  p.held = 1 << 20;
  return p;
}

// As many cells along z as the grid has, or more, that a warp's lines may have; 0 if that is too
// many.
inline int whole_line(const Grid &g) {
  for (int z = 4; z <= 128; z *= 2)
    if (z >= g.nz) return z;
  return 0;
}

// The tiling of kept_run.cuh, or one of whole lines where it takes less: without sides along z a
// warp issues 431 instructions a step instead of 494, by the machine code of 128^3. Longer tiles
// where one patch would be all of a side.
inline Tiling choose_tiling_of_words(const Grid &g, const Patch &p, int given_z, int given_x,
                                     int given_y, const DeviceLimits &device) {
  Tiling t = tiling_that_fits(g, p, given_z, given_x, given_y, device);
  if (!given_z && whole_line(g)) {
    const Tiling whole = tiling_that_fits(g, p, whole_line(g), given_x, given_y, device);
    const auto cost = [&](const Tiling &one) {
      return threads_of(one, p) * (one.nz > 1 ? 494 : 431);
    };
    if (whole.z && cost(whole) <= cost(t)) t = whole;
  }
  must_fit(t, p, given_z || given_x || given_y, device);
  if (one_side_an_axis(t, p.x, p.y)) return t;
  const auto longer = [](int tiles, int side, int patch, int given) {
    const bool one = tiles > 1 && side == patch;
    refuse_if(one && given, "tiles of " + std::to_string(side) + " cells along an axis with " +
                                std::to_string(tiles) + " of them: a thread has all of these " +
                                "cells, and can have neighbours on one side: take longer tiles");
    return one ? 2 * patch : side;
  };
  return choose_tiling_of_words(g, p, longer(t.nz, t.z, 4, given_z),
                                longer(t.nx, t.x, p.x, given_x), longer(t.ny, t.y, p.y, given_y),
                                device);
}

// Bytes of T(n) and T(n+1).
inline int two_tiles(const Tiling &t) { return 2 * Tile(t).lines * int(sizeof(float)); }

inline std::size_t all_words(const Tiling &t, const Patch &p) {
  return std::size_t{1} * WordPlaces(t, p.x, p.y).of_block() * t.tiles();
}

// Kernels::of<X, Y, most threads, 0, known sides>() is the kernel of a patch of 4 by X by Y cells a
// thread.
template <typename Kernels>
class ThreadWordsStage {
 public:
  ThreadWordsStage(const ladder_heat &c, const ladder_launch &launch)
      : lines_(launch.knob[knob_lines][0]), patch_(with_own_words(patch_of(launch))),
        tiling_(choose_tiling_of_words(Grid(c), patch_, launch.knob[knob_tile][0],
                                       launch.knob[knob_tile][1], launch.knob[knob_depth][0],
                                       limits_of_device())),
        threads_(threads_of(tiling_, patch_)),
        run_(c, tiling_, threads_, kernel(), two_tiles(tiling_), all_words(tiling_, patch_)) {
    refuse_if(lines_ != 8 && lines_ != 16, "lines is 8 or 16");
    refuse_if(launch.knob[knob_threads][0] && launch.knob[knob_threads][0] != threads_,
              "this tile takes " + std::to_string(threads_) + " threads: leave --threads out");
  }

  void upload(const float *now) { run_.upload(now); }
  void advance(int count) { run_.advance(count); }
  void download(float *now) { run_.download(now); }

  ladder_launch used() const {
    return {{{threads_}, {tiling_.z, tiling_.x}, {tiling_.y}, {lines_}}};
  }

 private:
  KeptKernel kernel() const {
    // Of 128^3 cells.
    using Boxes = Sides<32, 32, 16>;
    using Lines = WholeLines<128, 16, 8>;
    return Boxes::are(tiling_)   ? kernel<Boxes>()
           : Lines::are(tiling_) ? kernel<Lines>()
                                 : kernel<Sides<0, 0, 0>>();
  }
  template <typename KnownSides>
  KeptKernel kernel() const {
    constexpr Patch n = narrow, b = broad;
    return lines_ == 16 ? Kernels::template of<b.x, b.y, b.most_threads, 0, KnownSides>()
                        : Kernels::template of<n.x, n.y, n.most_threads, 0, KnownSides>();
  }

  const int lines_;
  const Patch patch_;
  const Tiling tiling_;
  const int threads_;
  KeptRun run_;
};

}  // namespace
