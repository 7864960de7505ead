// What a launch does whose blocks keep their tiles on the chip, for predictions (harness/counts.h):
// all steps of the case. No maths here.
#pragma once
#include "cuda_stages/heat/counts.cuh"
#include "cuda_stages/heat/kept_stage.cuh"

namespace {

struct KeptLaunch {
  Patch patch;
  Tiling tiling;
  int threads, lines;

  KeptLaunch(const Patch &p, const Tiling &t, int its_lines)
      : patch(p), tiling(t), threads(threads_of(t, p)), lines(its_lines) {}
  KeptLaunch(const ladder_heat &c, const ladder_launch &launch, const ladder_device_limits &device)
      : KeptLaunch(patch_of(launch),
                   choose_tiling(Grid(c), patch_of(launch), launch.knob[knob_tile][0],
                                 launch.knob[knob_tile][1], launch.knob[knob_depth][0],
                                 {device.multiprocessors, device.shared_bytes_a_block}),
                   launch.knob[knob_lines][0]) {}

  ladder_launch used() const { return {{{threads}, {tiling.z, tiling.x}, {tiling.y}, {lines}}}; }
  // Warps that have the first lines of a block along x, and along y, one behind the other.
  double warps_along_x() const {
    return std::max(1.0, tiling.x / patch.x / (32 / (tiling.z / 4.0)));
  }
  double warps_along_y() const { return tiling.y / patch.y; }
  // Of a block in a corner of the grid: the share of its warps that have cells of the border.
  double of_border() const { return 1 - (1 - 1 / warps_along_x()) * (1 - 1 / warps_along_y()); }
};

// Part of the code with accesses of shared memory alone, executed in this share of the times;
// always is what all parts are.
inline void part(ladder_kernel_counts &k, double share, int accesses, bool has_alternative) {
  if (share < 1) k.loop[k.loops++] = {share, accesses, accesses, 0, has_alternative};
}

// `kernel` without what it is made for; `other_sides`: that it knows, if not those of a cube.
// Kernel 0 of the step are the warps with cells of the border, kernel 1 the others.
inline ladder_status count_kept(const ladder_heat &c, const KeptLaunch &launch, const char *kernel,
                                ladder_step_counts *step, const char *other_sides = nullptr) {
  const Tiling &t = launch.tiling;
  const Patch &p = launch.patch;
  using Known = Sides<32, 32, 16>;
  const char *const sides = other_sides     ? other_sides
                            : Known::are(t) ? "Sides<32, 32, 16>"
                                            : "Sides<0, 0, 0>";
  const std::string name = std::string(kernel) + "<" + std::to_string(p.x) + ", " +
                           std::to_string(p.y) + ", " + std::to_string(p.most_threads) + ", " +
                           std::to_string(p.held) + ", " + sides + " >";
  const int warps = launch.threads / 32;
  const int of_border = std::clamp(int(warps * launch.of_border() + 0.5), 1, warps);
  ladder_kernel_counts k = count_cells(c, dim3(32 * of_border, 1, 1), 1, name);
  const int tile[] = {t.z, t.x, t.y};
  for (int axis = 0; axis < 3; ++axis) k.tile[axis] = tile[axis], k.halo[axis] = 0;
  k.launches = 1.0 / c.steps;
  k.blocks = t.tiles();
  k.rounds = c.steps;
  k.shared_bytes = shared_bytes_of(t);
  k.fields_with_halo = 0;
  k.reads = k.writes = k.rewritten = 4.0 * Exchange(t).words() * t.tiles() / k.cells;
  k.words = Exchange(t).words();
  k.shared_row = t.z;
  k.shared_pitch = p.x * Tile(t).pitch;
  step->launch = launch.used();
  step->kernel[step->kernels++] = k;
  k.launches = 0;
  k.block[0] = 32 * (warps - of_border);
  if (warps > of_border) step->kernel[step->kernels++] = k;
  return LADDER_OK;
}

}  // namespace
