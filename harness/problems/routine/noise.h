// Fresh inputs: the recorded ones with noise, so that what was recorded near zero, or exactly
// symmetric, hides no mistake.
#pragma once
#include <cstdint>

#include "harness/problems/routine/routine_case.h"

namespace ladder {

// An amplitude is at most 1; times this, zeros get noise as well: else an output that was zero
// before the call hides what is not written. Some routines take none there, as where a zero is a
// mask.
inline constexpr float noise_on_zeros = 4096;

// Changes elements of an array, or a scalar that draws vary, by up to a sixteenth of `amplitude`
// times their component's largest value; the same for the same seed. All else stays.
void add_noise(const RecordedValue &, std::byte *data, std::uint64_t seed, float amplitude);

// Changes numbers that are not whole by about a unit in the last place, up or down: what rounding
// might have given.
void change_last_bits(const RecordedValue &, std::byte *data, std::uint64_t seed);

// The largest of a few amplitudes from which step 0 computes numbers wherever it does from the
// recorded inputs, on zeros too where its runs then take the same branches; 0 where it fails on
// all.
float largest_noise(const RoutineCase &);

}  // namespace ladder
