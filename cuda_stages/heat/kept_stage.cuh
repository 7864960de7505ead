// The host's side of the stages that keep the field on the chip: the choice of a patch, of tiles
// and of the kernel. No maths here.
#pragma once

#include "cuda_stages/heat/patch.cuh"

namespace {

constexpr Patch narrow = {.x = 2, .y = 4, .most_threads = 512, .held = 3};
constexpr Patch broad = {.x = 4, .y = 4, .most_threads = 256, .held = 6};

enum { knob_threads, knob_tile, knob_depth, knob_lines };

inline const Patch &patch_of(const ladder_launch &launch) {
  return launch.knob[knob_lines][0] == 16 ? broad : narrow;
}

// Kernels::of<X, Y, most threads, words held, known sides>() is the kernel of a patch of 4 by X by
// Y cells a thread.
template <typename Kernels>
class KeptStage {
 public:
  KeptStage(const ladder_heat &c, const ladder_launch &launch)
      : lines_(launch.knob[knob_lines][0]), patch_(patch_of(launch)),
        tiling_(choose_tiling(Grid(c), patch_, launch.knob[knob_tile][0], launch.knob[knob_tile][1],
                              launch.knob[knob_depth][0], limits_of_device())),
        threads_(threads_of(tiling_, patch_)),
        run_(c, tiling_, threads_, kernel(), shared_bytes_of(tiling_), Exchange(tiling_).all()) {
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
    using Known = Sides<32, 32, 16>;  // of 128^3 cells
    return Known::are(tiling_) ? kernel<Known>() : kernel<Sides<0, 0, 0>>();
  }
  template <typename KnownSides>
  KeptKernel kernel() const {
    constexpr Patch n = narrow, b = broad;
    return lines_ == 16 ? Kernels::template of<b.x, b.y, b.most_threads, b.held, KnownSides>()
                        : Kernels::template of<n.x, n.y, n.most_threads, n.held, KnownSides>();
  }

  const int lines_;
  const Patch patch_;
  const Tiling tiling_;
  const int threads_;
  KeptRun run_;
};

// `its_lines`: what is taken unless it is given.
#define KEPT_KNOBS(kernel, its_lines)                                                          \
  LADDER_KNOB(threads, "threads a block; its tile sets it", kernel, 1, {0}, {32}, {512}),      \
      LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {0, 0}, {4, 2}, {4096, 4096}), \
      LADDER_KNOB(depth, "cells of a block along y", nullptr, 1, {0}, {4}, {4096}),            \
      LADDER_KNOB(lines, "lines of 4 cells a thread, 8 or 16", nullptr, 1, {its_lines}, {8}, {16})

}  // namespace
