// What a kernel asks of a machine follows from knobs, case and code; where it does not, the reason is told.
#include <gtest/gtest.h>

#include <functional>

#include "harness/base/error.h"
#include "harness/model/demand.h"

namespace ladder {
namespace {

const ladder_knob knobs[] = {{"block", "", nullptr, 2, {64, 8}, {1, 1}, {1024, 1024}},
                             {"depth", "", nullptr, 1, {1}, {1}, {64}},
                             {"cells", "", nullptr, 1, {1}, {1}, {16}},
                             {"planes", "", nullptr, 1, {1}, {1}, {16}}};

ladder_stage stage_of(int count) {
  ladder_stage stage{};
  stage.name = "made-up";
  stage.device = LADDER_ON_CUDA;
  stage.knobs = count;
  stage.knob = knobs;
  return stage;
}

ladder_launch launch() { return {{{32, 4}, {2, 0}, {4, 0}, {8, 0}}}; }

std::string reason(const std::function<void()> &action) {
  try {
    action();
  } catch (const UsageError &why) {
    return why.what();
  }
  return "";
}

TEST(Demand, TheShapeFollowsFromTheKnobs) {
  const LaunchShape shape = shape_of(stage_of(3), launch());
  EXPECT_EQ(shape.block[0], 32);
  EXPECT_EQ(shape.block[1], 4);
  EXPECT_EQ(shape.block[2], 2);
  EXPECT_EQ(shape.cells, 4);
}

TEST(Demand, AKnobOfUnknownEffectAndALaunchWithoutKnobsAreRefused) {
  EXPECT_NE(reason([] { shape_of(stage_of(4), launch()); }).find("--planes"), std::string::npos);
  EXPECT_NE(reason([] { shape_of(stage_of(0), launch()); }).find("no knob"), std::string::npos);
}

CompiledKernel kernel(const char *name, int loops = 0) {
  CompiledKernel one;
  one.stage = "heat.made-up";
  one.kernel = name;
  one.loops = loops;
  one.classes = {{"float32", 7}};
  return one;
}

TEST(Demand, TheKernelIsTheOnlyOneOrThatOfTheCells) {
  const ladder_stage stage = stage_of(3);
  StageEntry entry;
  entry.stage = &stage;
  entry.ladder = "heat";
  LaunchShape shape;
  shape.cells = 4;
  CompiledKernel other = kernel("other");
  other.stage = "heat.another";
  const auto name = [&](const std::vector<CompiledKernel> &kernels) {
    return kernel_of(entry, shape, kernels).kernel;
  };
  EXPECT_EQ(name({other, kernel("step")}), "step");
  EXPECT_EQ(name({kernel("step<14>"), kernel("step<4>")}), "step<4>");
  EXPECT_NE(reason([&] { name({kernel("a"), kernel("b")}); }), "");
  EXPECT_NE(reason([&] { name({other}); }), "");
  EXPECT_NE(reason([&] { name({kernel("step", 1)}); }).find("loops"), std::string::npos);
}

TEST(Demand, ABlockReadsItselfItsFacesAndWritesItself) {
  LaunchShape shape;
  shape.block[0] = 32;
  shape.block[1] = 4;
  // 128 cells in and out; a sector at either end of 4 rows; 2 faces of 32 x 4 in y and 2 of 32 in x.
  EXPECT_EQ(second_level_bytes(shape, 1), 2 * 512 + 2 * 32 * 4 + 4 * (2 * 32 * 4 + 2 * 32));
  // Nine cells beside a row are two sectors.
  EXPECT_EQ(second_level_bytes(shape, 9) - second_level_bytes(shape, 8),
            2 * 32 * 4 + 4 * (2 * 32 * 4 + 2 * 32));
}

}  // namespace
}  // namespace ladder
