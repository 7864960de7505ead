// Stages of several GPUs give the bits of one, for any number of parts. Where there are fewer GPUs
// than parts, `peer` puts several parts on one.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/bench/registry/registry.h"
#include "harness/bench/verify/judge.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/bits.h"

namespace ladder {
namespace {

class SeveralDevices : public testing::Test {
 protected:
  void SetUp() override {
    if (const Environment e = read_environment(); !e.gpu) GTEST_SKIP() << e.why_no_gpu;
    if (!why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
  }
};

const ladder_stage *built(const std::string &name, const std::string &ladder) {
  for (const StageEntry &entry : built_in_stages())
    if (entry.ladder == ladder && entry.name() == name) return entry.stage;
  return nullptr;
}

bool is_refused(const Case &c, const ladder_stage &stage, const AskedKnobs &knobs) {
  const ladder_launch launch = make_launch(stage, knobs);
  ladder_state *state = nullptr;
  const auto view = c.stage_view();
  const ladder_status status = stage.create(view.get(), &launch, &state);
  stage.destroy(state);
  return status == LADDER_REFUSED;
}

// No multiple of anything; parts of unlike sizes; parts as thin as the operator is long.
TEST_F(SeveralDevices, GiveTheBitsOfOneForTheWave) {
  for (const auto &[cells, half_length] : {std::pair{std::array{43, 37, 31}, 4},
                                           {{70, 3, 9}, 2},
                                           {{36, 40, 33}, 8},
                                           {{64, 32, 20}, 1}}) {
    const WaveCase c = small_case(cells[0], cells[1], cells[2], 9, half_length);
    const auto one = bits_of(c, *built("tma", "wave3d"), {});
    for (const char *name : {"peer", "nccl", "nccl-overlap"})
      for (int parts = 1; parts <= 4; ++parts) {
        const ladder_stage *stage = built(name, "wave3d");
        const AskedKnobs knobs{{"devices", {parts}}};
        if (!stage || (std::string(name) != "peer" && is_refused(c, *stage, knobs))) continue;
        EXPECT_EQ(bits_of(c, *stage, knobs), one) << name << ", " << parts << " parts";
      }
  }
}

// Steps that fill no graph, one graph, and several, from either field.
TEST_F(SeveralDevices, GiveTheBitsOfOneForAPlane) {
  for (const auto &[z, x, half_length] :
       {std::array{43, 37, 4}, {70, 9, 2}, {37, 64, 16}, {3, 5, 1}}) {
    const WaveCase c = small_case(z, x, 1, 9, half_length);
    const auto one = bits_of(c, *built("graph", "wave"), {});
    for (int parts = 1; parts <= std::min(4, x / half_length); ++parts)
      for (const int steps : {1, 2, 3, 100})
        EXPECT_EQ(bits_of(c, *built("peer", "wave"), {{"devices", {parts}}, {"steps", {steps}}}),
                  one)
            << parts << " parts, " << steps << " steps of a graph";
  }
}

TEST_F(SeveralDevices, GiveTheBitsOfOneForHeat) {
  for (const std::array<int, 3> &cells : {std::array{43, 37, 31}, {7, 9, 4}, {64, 64, 20}}) {
    const auto c = problem_named("heat")->random(cells, 9, {});
    const auto one = bits_of(*c, *built("wide", "heat"), {});
    for (int parts = 1; parts <= 4; ++parts)
      EXPECT_EQ(bits_of(*c, *built("peer", "heat"), {{"devices", {parts}}}), one)
          << parts << " parts";
  }
}

TEST_F(SeveralDevices, RefusePartsThatAreThinnerThanTheOperator) {
  const WaveCase c = small_case(20, 21, 11, 3, 4);
  EXPECT_FALSE(is_refused(c, *built("peer", "wave3d"), {{"devices", {2}}}));
  EXPECT_TRUE(is_refused(c, *built("peer", "wave3d"), {{"devices", {3}}}));
  EXPECT_TRUE(is_refused(c, *built("peer", "wave"), {{"devices", {2}}})) << "a volume";
  const WaveCase plane = small_case(20, 11, 1, 3, 4);
  EXPECT_FALSE(is_refused(plane, *built("peer", "wave"), {{"devices", {2}}}));
  EXPECT_TRUE(is_refused(plane, *built("peer", "wave"), {{"devices", {3}}}));
}

}  // namespace
}  // namespace ladder
