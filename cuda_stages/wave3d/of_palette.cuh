// A stage whose (v dt)^2 are bytes, and the values that they pick. No maths here.
#pragma once
#include "cuda_stages/wave3d/palette.cuh"
#include "cuda_stages/wave3d/run.cuh"
#include "cuda_stages/wave3d/sums.cuh"

namespace {

// `Base` takes (case, launch, bytes).
template <typename Base>
class OfPalette : public Base {
 public:
  OfPalette(const ladder_wave &c, const ladder_launch &launch)
      : OfPalette(c, launch, Palette::of(c.v2dt2, c.nz, std::size_t{1} * c.nx * c.ny)) {}

 private:
  OfPalette(const ladder_wave &c, const ladder_launch &launch,
            const std::optional<Palette> &palette)
      : Base(c, launch, bytes(palette)) {}

  static Bytes bytes(const std::optional<Palette> &palette) {
    refuse_if(!palette, "the model has more than " + std::to_string(palette_values) +
                            " values of (v dt)^2, which a byte a cell cannot tell apart: take tma");
    return {palette->words(), palette->values().data(), palette_values};
  }
};

// Four cells by their bytes; `values` are in shared memory.
__device__ inline Quad look_up(const float *values, const uchar4 &of) {
  return {values[of.x], values[of.y], values[of.z], values[of.w]};
}

}  // namespace
