// The probe of a stage of the wave: one that gives the operator alone is tried on random fields,
// every cell judged by itself.
#pragma once
#include <string>
#include <vector>

#include "harness/base/buffers.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// On one case: sizes, spacings and operator are taken from it.
Probe probe_wave(const WaveCase &, const ladder_stage &, const ladder_launch &);

// The largest error of one cell that rounding can explain, in any order of summation: gamma(n)
// times the sum of |tap||p|, with n operations a cell (Higham, Accuracy and Stability, 2002,
// section 3.1).
struct Reference {
  std::vector<double> lap, bound;  // [nz nx ny]
};
Reference reference(const WaveCase &, const float *p);
// That gamma(n).
double rounding_of_sums(const WaveCase &);

// What a wrong result looks like: the sentence that saves its author an hour.

// `lap` is what a stage made of `p`; `truth` what it should have made. Never empty.
std::string diagnose(const WaveCase &, const float *p, const GuardedBuffer<float> &lap,
                     const Reference &truth);

}  // namespace ladder
