// A verdict has one status, and what the emulation says in a sentence has fields.
#include "harness/answers/verdict/status.h"
#include "harness/bench/run/launch.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

Proof failed(Cause cause, ladder_status status = LADDER_OK, const char *words = "why") {
  Proof proof;
  proof.outcome = Proof::failed;
  proof.cause = cause, proof.status = status, proof.words = words;
  return proof;
}

TEST(Status, OfAProofIsOfItsCauseFirst) {
  EXPECT_EQ(status_of(failed(Cause::crashed, LADDER_FAILED), false), Status::crashed);
  EXPECT_EQ(status_of(failed(Cause::none, LADDER_FAILED), false), Status::failed);
  EXPECT_EQ(status_of(failed(Cause::none), true), Status::wrong);
  Proof passed;
  passed.outcome = Proof::passed;
  EXPECT_EQ(status_of(passed, false), Status::right);
  EXPECT_EQ(status_of(passed, true), Status::emulated_right);
}

TEST(Status, AStageThatRefusesIsNoStageThatIsMissing) {
  Proof skipped;
  EXPECT_EQ(status_of(skipped, false), Status::not_run);
  skipped.status = LADDER_REFUSED;
  EXPECT_EQ(status_of(skipped, false), Status::refused);
}

TEST(Status, OfATimedStageThatRanNoKernelOnItsDevice) {
  Measured one;
  ladder_stage stage{.device = LADDER_ON_CUDA};
  one.point.entry.stage = &stage;
  one.point.verdict.passed = true;
  one.point.samples.push_back({.wall_ns = 1000});
  EXPECT_EQ(status_of(one), Status::right);
  one.trace.traced.emplace().launch_defect = trace_defect(stage, {}, {ProfileRow{.name = "copy"}});
  EXPECT_EQ(status_of(one), Status::device_not_used);
}

TEST(KernelFinding, ARaceHasBothLines) {
  const std::string words =
      "race in kernel 'blended' on shared memory tile[3] of 34: thread (2, 0, 0) of block (0, 0, "
      "0) writes it at right.cu:18, and thread (3, 0, 0) of block (0, 0, 0) reads it at "
      "right.cu:23; nothing makes one wait for the other (and 2 more)";
  EXPECT_EQ(status_of_emulation(words), Status::race);
  const Json race = race_json(words);
  EXPECT_EQ(race.at("kernel"), "blended");
  EXPECT_EQ(race.at("what"), "shared memory tile[3] of 34");
  EXPECT_EQ(race.at("first").at("does"), "writes");
  EXPECT_EQ(race.at("second").at("line"), 23);
  EXPECT_TRUE(race_json("kernel 'a', b.cu:1: a barrier").is_null());
}

TEST(KernelFinding, APlaceIsThatOfTheFile) {
  EXPECT_EQ(place_json("kernel 'k', border.cu:13, thread (0, 0, 0) of block (0, 0, 0): touches 4 "
                       "bytes before 'p', which has 8 bytes"),
            (Json{{"file", "border.cu"}, {"line", 13}}));
  EXPECT_TRUE(place_json("no place").is_null());
}

}  // namespace
}  // namespace ladder
