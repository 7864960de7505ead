// Runs that are proven together: the mean of honest ones is that of the oracle, and a cheat that
// replays any of them is found. harness/bench/verify/PROOF.md gives the numbers.
#include "harness/bench/measure/proofs.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/verify/batch.h"
#include "harness/bench/verify/truth.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

Start start_of(const Case &c, std::uint64_t seed) {
  return {.seed = seed, .amplitude = c.start_amplitude()};
}

// Honest runs, each from a start of its own, and what a single one may err.
class Runs {
 public:
  Runs(const Case &c, const std::string &stage, int count)
      : c_(c), first_(errors_alone(make_truth(c, 1, start_of(c, 1)))) {
    const StageEntry entry = find_stage(stage, c.ladder);
    for (int i = 0; i < count; ++i) {
      runs_.push_back(run_once(c, *entry.stage, make_launch(*entry.stage, {}),
                               {.start = start_of(c, 100 + static_cast<std::uint64_t>(i))}));
      EXPECT_TRUE(runs_.back().ok()) << runs_.back().error.words;
    }
  }

  // Of the first runs, where run i shows the results of run shown[i].
  Verdict judged(const std::vector<std::size_t> &shown) const {
    Batch batch(c_);
    for (std::size_t i = 0; i < shown.size(); ++i)
      batch.add({start_of(c_, 100 + i), secret_weight()}, runs_[shown[i]]);
    return judge_results(c_, make_truth_like(first_, c_, batch.start()), batch.results());
  }

 private:
  const Case &c_;
  Truth first_;
  std::vector<Run> runs_;
};

std::vector<std::size_t> honest(int runs) {
  std::vector<std::size_t> shown(runs);
  std::iota(shown.begin(), shown.end(), 0);
  return shown;
}

WaveCase wave() { return small_case(37, 29, 1, 60, 4); }
WaveCase volume() { return small_case(17, 12, 15, 40, 2); }

HeatCase heat() {
  return dynamic_cast<const HeatCase &>(*heat_problem.random({17, 13, 15}, 50, {}));
}
ImagingCase imaging() { return small_imaging_case(41, 37, 60, 5, 4, 3, 4); }

template <typename Work>
void each_case(const Work &work) {
  work(wave());
  work(volume());
  work(heat());
  work(imaging());
}

TEST(Batch, TheMeanOfHonestRunsIsThatOfTheOracle) {
  each_case([](const auto &c) {
    for (const char *stage : {"fortran", c.ladder == "imaging" ? "c" : "c-O3"}) {
      const Runs runs(c, stage, most_runs_together);
      for (const int count : {1, 2, 7, most_runs_together}) {
        const Verdict verdict = runs.judged(honest(count));
        EXPECT_TRUE(verdict.passed) << c.ladder << " " << stage << ": " << verdict.words;
        EXPECT_GT(verdict.limit, 0) << "nothing was compared";
      }
    }
  });
}

TEST(Batch, OneReplayedRunOfAFullBatchIsFoundWhereverItIs) {
  each_case([](const auto &c) {
    const Runs runs(c, "fortran", most_runs_together);
    for (const std::size_t place : {1, 16, 31}) {
      std::vector<std::size_t> shown = honest(most_runs_together);
      shown[place] = 0;
      const Verdict verdict = runs.judged(shown);
      EXPECT_FALSE(verdict.passed) << c.ladder << ": run " << place;
      EXPECT_GT(verdict.error, 10 * verdict.limit) << c.ladder << ": run " << place;
    }
  });
}

// The derivation of the largest batch: what one start leaves in the results, in limits, is at least
// ten times what a run with the smallest weight needs.
TEST(Batch, AStartLeavesEnoughInTheResultsOfEveryCase) {
  for (const char *name : {"small", "wave3d-small", "heat-small", "imaging-small"}) {
    const auto c = load_case(name);
    const Truth one = make_truth(*c, 1, start_of(*c, 1)),
                other = make_truth_like(one, *c, start_of(*c, 2));
    std::vector<const double *> results(c->arrays().size());
    results[0] = other.checkpoints.back().values.data();
    for (const Output &output : other.outputs) results[output.array] = output.values.data();
    const Verdict verdict = judge_results(*c, one, results);
    EXPECT_GT(verdict.error / verdict.limit, 10 * 3 * most_runs_together) << name;
  }
}

TEST(Batch, OfAnArrayThatIsNoAffineFunctionAMeanSaysNothing) {
  const ImagingCase c = imaging();
  const StageEntry entry = find_stage("fortran", "imaging");
  Batch batch(c);
  for (const bool several : {false, true}) {
    RunOptions options{.start = start_of(c, 5 + several)};
    batch.add({options.start, 1},
              run_once(c, *entry.stage, make_launch(*entry.stage, {}), options));
    const std::size_t illumination = 3;
    EXPECT_EQ(batch.results()[illumination] == nullptr, several);
    EXPECT_NE(batch.results()[0], nullptr);
  }
}

struct NotAffine : HeatCase {
  NotAffine() : HeatCase(heat()) {}
  std::vector<Array> arrays() const override {
    std::vector<Array> all = HeatCase::arrays();
    all.front().affine = false;
    return all;
  }
};

bool is_full_after_one_run(const HeatCase &c) {
  const StageEntry entry = find_stage("fortran", "heat");
  Point point{.entry = entry, .launch = make_launch(*entry.stage, {})};
  std::shared_ptr<const Truth> original;
  Proofs proofs(c, true, 60, original);
  const Drawn drawn = {start_of(c, 5), 1};
  proofs.taken(0, drawn, run_once(c, *entry.stage, point.launch, {.start = drawn.start}), point);
  return proofs.batch_is_full(0);
}

TEST(Batch, HasOneRunWhereTheCaseIsNoAffineFunctionAndIsProvenBeforeItGetsMore) {
  EXPECT_EQ(most_runs(NotAffine()), 1);
  EXPECT_EQ(most_runs(heat()), most_runs_together);
  EXPECT_TRUE(is_full_after_one_run(NotAffine()));
  EXPECT_FALSE(is_full_after_one_run(heat()));
}

TEST(Batch, WeightsDifferAndNoneIsSmall) {
  double before = 0;
  for (int i = 0; i < 1000; ++i) {
    const double weight = secret_weight();
    EXPECT_GE(weight, 0.5);
    EXPECT_LT(weight, 1.5);
    EXPECT_NE(weight, before);
    before = weight;
  }
}

}  // namespace
}  // namespace ladder
