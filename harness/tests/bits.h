// All bits of what a stage computes, from random fields of this size.
#pragma once
#include <bit>

#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/tests/testing.h"

namespace ladder {

inline std::vector<std::uint32_t> bits_of(const Case &c, const ladder_stage &stage,
                                          const AskedKnobs &knobs, float amplitude = 1) {
  const ladder::Run run =
      run_once(c, stage, make_launch(stage, knobs), {.start = {.seed = 1, .amplitude = amplitude}});
  EXPECT_TRUE(run.ok()) << run.error.words;
  EXPECT_EQ(run.foreign_write, "");
  std::vector<std::uint32_t> bits;
  const std::vector<Array> arrays = c.arrays();
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (arrays[k].judged)
      for (std::size_t i = 0; i < arrays[k].values; ++i)
        bits.push_back(std::bit_cast<std::uint32_t>((*run.arrays[k])[i]));
  return bits;
}

}  // namespace ladder
