// Captured calls as files: what is written comes back, and nothing else is taken.
#include "harness/formats/captured_call.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/captured_example.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

class CapturedCalls : public TestFolder {};

TEST_F(CapturedCalls, ComeBackAsTheyWere) {
  const CapturedCall call = captured_example();
  write_captured_call(in_folder("c.call"), call, false);
  ASSERT_TRUE(is_captured_call(in_folder("c.call")));
  const CapturedCall read = read_captured_call(in_folder("c.call"));
  const auto all_but_arrays = [](const CapturedCall &c) {
    return std::tuple(c.ladder, c.first_step, c.steps, c.cells, c.half_length, c.spacing, c.dt,
                      c.source_cells, c.receiver_cells);
  };
  EXPECT_EQ(all_but_arrays(read), all_but_arrays(call));
  for (const auto array :
       {&CapturedCall::taps_z, &CapturedCall::taps_x, &CapturedCall::taps_y, &CapturedCall::v2dt2,
        &CapturedCall::sponge_z, &CapturedCall::sponge_x, &CapturedCall::sponge_y,
        &CapturedCall::wavelets, &CapturedCall::now, &CapturedCall::before, &CapturedCall::after})
    EXPECT_EQ(read.*array, call.*array);
}

TEST(CapturedCall, WhatNoStageCanComputeHasADefect) {
  EXPECT_EQ(defect(captured_example()), "");
  const auto spoilt = [](auto spoil) {
    CapturedCall call = captured_example();
    spoil(call);
    return defect(call);
  };
  EXPECT_NE(spoilt([](CapturedCall &c) { c.taps_x[0] = 7; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.v2dt2[3] = 0; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.v2dt2[3] = NAN; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.sponge_z[0] = 1.5f; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.dt = 0; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.wavelets[0] = INFINITY; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.source_cells[0] = {0, 3, 0}; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.receiver_cells[0] = {-1, 0, 0}; }), "");
  EXPECT_NE(spoilt([](CapturedCall &c) { c.source_cells[1] = c.source_cells[0]; }), "");
}

TEST_F(CapturedCalls, AreCasesThatStartFromTheirFields) {
  const CapturedCall call = captured_example();
  write_captured_call(in_folder("c.call"), call, false);
  const WaveCase c = replayed_case(in_folder("c.call"), {});
  const auto started = [](const Case &one, const Start &start) {
    std::vector<float> now(6), before(6), rest(64);
    one.start(start, {now.data(), before.data(), rest.data(), rest.data()});
    return std::pair(now, before);
  };
  EXPECT_EQ(started(c, {}), std::pair(call.now, call.before));
  // A start that nobody knows lies around the captured one.
  const auto [random, random_before] = started(c, {.seed = 7, .amplitude = 0.25f});
  EXPECT_NE(random, call.now);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_LE(std::abs(random[i] - call.now[i]), 0.25f);
    EXPECT_LE(std::abs(random_before[i] - call.before[i]), 0.25f);
  }
}

TEST_F(CapturedCalls, TakeFewerStepsAndNoOtherOverride) {
  write_captured_call(in_folder("c.call"), captured_example(), false);
  const WaveCase c = replayed_case(in_folder("c.call"), {.samples = 2});
  EXPECT_EQ(c.steps, 1);
  EXPECT_EQ(c.wavelets,
            (std::vector{captured_example().wavelets[0], captured_example().wavelets[2]}));
  EXPECT_THROW(replayed_case(in_folder("c.call"), {.samples = 4}), UsageError);
  EXPECT_THROW(replayed_case(in_folder("c.call"), {.half_length = 4}), UsageError);
}

TEST_F(CapturedCalls, OfANumberThatIsNoneAreRefused) {
  CapturedCall call = captured_example();
  call.before[2] = NAN;
  write_captured_call(in_folder("c.call"), call, false);
  EXPECT_THROW(replayed_case(in_folder("c.call"), {}), FileError);
}

}  // namespace
}  // namespace ladder
