// What a step of stream does, for predictions (harness/counts.h).
//
// Assumption: the window has the planes of a pass, so nothing moves on the device.
#pragma once
#include "cuda_stages/wave3d/ring_counts.cuh"

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  static thread_local std::vector<ladder_chunk> chunks;
  const auto &c = *static_cast<const ladder_wave *>(the_case);
  const int chunk = std::min(launch->knob[knob_chunk][0], c.ny),
            steps = std::min(launch->knob[knob_steps][0], c.steps);
  // A launch makes a step of a chunk; a block goes through all of its planes.
  ladder_wave part = c;
  part.ny = chunk;
  ladder_launch of_part = *launch;
  of_part.knob[knob_planes][0] = chunk;
  const ladder_status status = count_ring(&part, &of_part, step, "stream_step");
  if (status != LADDER_OK) return status;
  step->kernel[0].launches = double(c.ny) / chunk;
  const int ring = step->launch.knob[knob_ring][0];
  step->launch = *launch;
  step->launch.knob[knob_threads][0] = step->kernel[0].block[0];
  step->launch.knob[knob_ring][0] = ring;
  const double plane = Grid(c, false).plane * sizeof(float);
  chunks.clear();
  for (const ChunkWork &one : pass_of(c.ny, chunk, steps, c.half_length, c.ny)) {
    double made = 0;
    for (const PlaneRange &planes : one.makes) made += std::max(0, planes.count());
    chunks.push_back({3 * plane * one.comes.count(), made / (double(steps) * c.ny),
                      2 * plane * std::max(0, one.leaves.count())});
  }
  step->chunks = int(chunks.size());
  step->steps_a_pass = steps;
  step->chunk = chunks.data();
  return LADDER_OK;
};
