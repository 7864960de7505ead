// What all multiprocessors need for a turn of a loop, a block on each, by their own clocks.
#pragma once
#include "harness/predict/microbench/bench.h"

namespace ladder::microbench {

constexpr int samples_of_cycles = 5;

// Cycles of a turn: the mean over the blocks, sample by sample. launch(cycles, turns) starts a
// block a multiprocessor.
template <class Launch>
Samples cycles_of_turn(Bench &bench, int turns, const Launch &launch) {
  const int blocks = bench.device().multiProcessorCount;
  Device<Cycles> cycles(blocks);
  const auto mean = [&](int turns_now) {
    launch(cycles.get(), turns_now, blocks);
    check(cudaGetLastError());
    double sum = 0;
    for (const Cycles each : cycles.host()) sum += static_cast<double>(each);
    return sum / blocks;
  };
  mean(turns);
  Samples found;
  for (int sample = 0; sample < samples_of_cycles; ++sample) {
    const double few = mean(turns), many = mean(3 * turns);
    found.push_back((many - few) / (2.0 * turns));
  }
  return found;
}

}  // namespace ladder::microbench
