// room: predict
// A pass over a volume of the host, in chunks.
#include "harness/predict/model/bus.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

TEST(Pass, AChunkIsMadeWhenItHasComeAndGoesWhenItIsMade) {
  const auto record = [] {
    MachineRecord one = made_up_gpu();
    for (const char *way : {"host_to_device", "device_to_host"})
      one.found.measured.push_back({.name = std::string("copy.") + way + ".page_locked",
                                    .unit = "s",
                                    .over = "B",
                                    .at = 64 << 20,
                                    .value = 1});
    return one;
  };
  const Machine machine(record());
  constexpr double second = 64 << 20;  // bytes of it
  Prediction step;
  step.seconds = 1;
  const auto seconds = [&](std::vector<ladder_chunk> chunks, double steps) {
    return pass_by_the_bus(machine, chunks, steps, step).seconds * steps;
  };
  EXPECT_NEAR(seconds({{second, 1, 2 * second}}, 4), 1 + 4 + 2, 1e-9);
  // Kernels take longer, then copies in, then copies out.
  EXPECT_NEAR(seconds({{second, 0.5, second}, {second, 0.5, second}}, 4), 1 + 4 + 1, 1e-9);
  EXPECT_NEAR(seconds({{3 * second, 0.5, second}, {3 * second, 0.5, second}}, 4), 6 + 2 + 1, 1e-9);
  EXPECT_NEAR(seconds({{second, 0.5, 5 * second}, {second, 0.5, 5 * second}}, 4), 1 + 2 + 10, 1e-9);
  EXPECT_EQ(pass_by_the_bus(machine, {{5 * second, 1, 0}}, 4, step).regime, "bus");
}

}  // namespace
}  // namespace ladder
