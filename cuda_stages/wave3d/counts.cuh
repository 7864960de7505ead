// What a step of the stages with a thread a cell does, for predictions (harness/counts.h). No maths
// here.
#pragma once
#include "cuda_stages/shared/counts.cuh"
#include "harness/problems/wave/wave.h"

namespace {

inline std::string with_half_length_of(const ladder_wave &c, const std::string &kernel) {
  return kernel + "<" + std::to_string(c.half_length) + ">";
}

// A launch with a thread a cell.
inline ladder_kernel_counts thread_a_cell(const ladder_wave &c, dim3 threads,
                                          const std::string &name) {
  return cover(name, {c.nz, c.nx, c.ny}, {int(threads.x), int(threads.y), int(threads.z)}, threads);
}

// A launch for few values, in blocks of one row: `loops` 1 if its threads take several.
inline ladder_kernel_counts few_threads(const ladder_wave &c, const char *name, int count,
                                        int threads, int loops) {
  ladder_kernel_counts k = thread_a_cell(c, dim3(threads), name);
  k.blocks = whole_blocks(count, threads);
  k.reads = k.writes = 1;
  k.cells = count;
  k.loops = loops;
  k.loop[0] = {1, 3};  // number of the receiver, its value, the trace
  return k;
}

// p(n) with its neighbours, p(n-1) and (v dt)^2 in, p(n+1) out over p(n-1).
inline ladder_kernel_counts step_of_a_cell(const ladder_wave &c, dim3 block,
                                           const std::string &name) {
  ladder_kernel_counts k = thread_a_cell(c, block, name);
  for (int &cells : k.halo) cells = c.half_length;
  k.fields_with_halo = 1;
  k.reads = 2;
  k.writes = k.rewritten = 1;
  return k;
}

inline int cells_without_sponge(const float *factors, int count) {
  int ones = 0;
  for (int i = 0; i < count; ++i) ones += factors[i] == 1.0f;
  return ones;
}

// The kernels other than that of the step, where they are apart.
inline void add_record_inject_taper(const ladder_wave &c, dim3 block, ladder_step_counts &step) {
  if (c.receivers)
    step.kernel[step.kernels++] = few_threads(c, "record_sample", c.receivers, 256, 1);
  if (c.sources) step.kernel[step.kernels++] = few_threads(c, "inject", c.sources, 64, 0);
  ladder_kernel_counts taper = thread_a_cell(c, block, "taper_both");
  taper.reads = taper.writes = taper.rewritten = 2;
  taper.uniform_accesses = 3;  // the factors, which lie in one line
  taper.cells -= 1.0 * cells_without_sponge(c.sponge_z, c.nz) *
                 cells_without_sponge(c.sponge_x, c.nx) * cells_without_sponge(c.sponge_y, c.ny);
  step.kernel[step.kernels++] = taper;
}

// The stages before `fused`; `name` of their kernel, with the half-length where it is compiled in.
inline ladder_status count_apart(const void *the_case, dim3 block, ladder_step_counts *step,
                                 bool compiled_in, bool taps_loaded) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  ladder_kernel_counts k =
      step_of_a_cell(c, block, compiled_in ? with_half_length_of(c, "stencil") : "stencil");
  if (taps_loaded) k.uniform_accesses = 3.0 * (c.half_length + 1);
  if (!compiled_in) {
    k.loops = 1;
    k.loop[0] = {double(c.half_length), 9};  // three taps and six neighbours
  }
  step->kernel[step->kernels++] = k;
  add_record_inject_taper(c, block, *step);
  return LADDER_OK;
}

// One kernel a step, as `fused` and `graph` have it.
inline ladder_status count_fused(const void *the_case, dim3 block, ladder_step_counts *step,
                                 const char *kernel, bool in_graph) {
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  ladder_kernel_counts k = step_of_a_cell(c, block, with_half_length_of(c, kernel));
  k.in_graph = in_graph;
  k.uniform_accesses = 4;  // two factors of the sponge, the sources of the block
  return count_one(step, k);
}

}  // namespace
