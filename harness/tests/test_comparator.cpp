// The comparator must see what is wrong with a field, and tell it by name.
#include <bit>

#include "harness/answers/verdict/status.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/verify/truth.h"
#include "harness/problems/wave/operator_probe.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// A truth that the original meets with an error of 1e-6, and the field that meets it.
struct Comparator : testing::Test {
  WaveCase problem = small_case(41, 37, 1, 4, 8);
  Truth truth = make_truth(problem, 2, Start{1});
  std::vector<float> field;

  Comparator() {
    for (double value : truth.checkpoints.back().values) field.push_back(float(value));
  }
  Verdict judged() const { return judge_field(problem, truth.checkpoints.back(), field.data()); }
};

TEST_F(Comparator, PassesTheOracleRoundedToFloat) {
  EXPECT_TRUE(judged().passed) << judged().words;
}

TEST_F(Comparator, FailsOnWhatIsWrongWithAField) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  using Field = std::vector<float>;
  const std::pair<const char *, void (*)(Field &)> mistakes[] = {
      {"one NaN", [](Field &f) { f[700] = std::nanf(""); }},
      {"one infinity", [](Field &f) { f[3] = -infinity; }},
      {"all NaN", [](Field &f) { std::ranges::fill(f, std::nanf("")); }},
      {"a flipped sign", [](Field &f) { std::ranges::transform(f, f.begin(), std::negate<>()); }},
      {"a shift by one cell", [](Field &f) { std::rotate(f.begin(), f.begin() + 1, f.end()); }},
      // A signed reference must not hide an error.
      {"one negative cell off", [](Field &f) { *std::ranges::min_element(f) *= 1.001f; }}};
  const Field right = field;
  for (const auto &[what, spoil] : mistakes) {
    field = right;
    spoil(field);
    EXPECT_FALSE(judged().passed) << what;
  }
}

TEST_F(Comparator, SaysWhetherTheInteriorOrTheBorderIsWrong) {
  field[0] += 1;
  EXPECT_HAS(judged().words, "border");
  field[0] -= 1;
  field[20 + 41 * 18] += 1;
  EXPECT_HAS(judged().words, "interior");
}

TEST_F(Comparator, TellsTheFirstStepOfATraceThatIsOff) {
  const Output &expected = truth.outputs.at(0);
  std::vector<float> traces(expected.values.begin(), expected.values.end());
  EXPECT_TRUE(judge_output(problem, truth, expected, traces.data()).passed);
  const std::size_t receivers = problem.receiver_cells.size();
  traces[3 * receivers] += 1;
  EXPECT_EQ(judge_output(problem, truth, expected, traces.data()).first_step, 3);
  traces[2 * receivers + 1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(judge_output(problem, truth, expected, traces.data()).first_step, 2);
}

// One application of the operator, as the probe sees it.
struct Diagnosis : testing::Test {
  WaveCase problem = small_case(41, 37, 1, 1, 8);
  std::vector<float> p = std::vector<float>(41 * 37);
  Reference truth;
  GuardedBuffer<float> lap{41 * 37};

  Diagnosis() {
    random_field(p.data(), p.size(), 5);
    truth = reference(problem, p.data());
    for (std::size_t i = 0; i < p.size(); ++i) lap[i] = static_cast<float>(truth.lap[i]);
  }
  std::string words() { return diagnose(problem, p.data(), lap, truth); }
};

TEST_F(Diagnosis, NamesTheFirstUnwrittenCell) {
  lap[5 + 41] = std::bit_cast<float>(GuardedBuffer<float>::poison_bits);
  EXPECT_HAS(words(), "1 of 1517 cells were not written, first (z 5, x 1, y 0)");
}

TEST_F(Diagnosis, NamesAShiftATransposedResultAndAFlippedSign) {
  for (std::size_t i = p.size() - 1; i > 0; --i) lap[i] = float(truth.lap[i - 1]);
  EXPECT_EQ(words(), "the result is shifted by one cell to larger z");
  for (std::size_t z = 0; z < 41; ++z)
    for (std::size_t x = 0; x < 37; ++x) lap[z * 37 + x] = float(truth.lap[z + 41 * x]);
  EXPECT_HAS(words(), "written transposed");
  for (std::size_t i = 0; i < p.size(); ++i) lap[i] = -float(truth.lap[i]);
  EXPECT_EQ(words(), "the sign is wrong everywhere");
}

TEST(Reference, BoundsEveryOrderOfSummation) {
  // The same sum backwards, in float: never outside the bound.
  const WaveCase problem = small_case(19, 1, 1, 1, 5);
  std::vector<float> p(19);
  random_field(p.data(), p.size(), 9);
  const Reference truth = reference(problem, p.data());
  for (int z = 0; z < 19; ++z) {
    float sum = 0;
    for (int k = 5; k >= -5; --k)
      if (z + k >= 0 && z + k < 19) sum += problem.taps_z[k + 5] * p[z + k];
    EXPECT_LE(std::abs(sum - truth.lap[z]), truth.bound[z]);
  }
}

// What is wrong has one status, and what the emulation says in a sentence has fields.

Proof proof_of(Cause cause, ladder_status status = LADDER_OK, const char *words = "why") {
  Proof proof;
  proof.outcome = Proof::failed;
  proof.cause = cause, proof.status = status, proof.words = words;
  return proof;
}

TEST(Status, OfAProofIsOfItsCauseFirst) {
  EXPECT_EQ(status_of(proof_of(Cause::crashed, LADDER_FAILED), false), Status::crashed);
  EXPECT_EQ(status_of(proof_of(Cause::none, LADDER_FAILED), false), Status::failed);
  EXPECT_EQ(status_of(proof_of(Cause::none), true), Status::wrong);
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
