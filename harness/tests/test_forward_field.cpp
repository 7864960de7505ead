// label: physics
// How the forward field comes back: binomial checkpoints repeat no part more often than the best
// schedule, and the images are those of a run that kept the field.
#include <malloc.h>

#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/machine/environment/environment.h"
#include "harness/problems/imaging/binomial.h"
#include "harness/problems/imaging/borders.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

struct Walk {
  int repeated = 0;    // parts that were computed without being recorded
  int most_kept = 0;   // states at once
  int most_often = 0;  // that one part was repeated
  bool in_order = true;
};

// Goes through a chain from its last part to its first, by the plan.
Walk walk(int length, int slots) {
  Walk found;
  ladder_checkpoints plan;
  ladder_checkpoints_begin(&plan, slots);
  std::map<int, int> times;
  for (int wanted = length - 1; wanted >= 0; --wanted) {
    ladder_checkpoints_release(&plan, wanted);
    for (int at = plan.at[plan.taken - 1]; at < wanted;) {
      const int next = ladder_checkpoints_next(&plan, wanted);
      found.in_order = found.in_order && next > at && next <= wanted;
      if (!found.in_order) return found;
      for (; at < next; ++at) ++times[at];
      if (next < wanted) ladder_checkpoints_keep(&plan, next);
      found.most_kept = std::max(found.most_kept, int(plan.taken));
    }
  }
  for (const auto &[part, count] : times) {
    found.repeated += count;
    found.most_often = std::max(found.most_often, count);
  }
  return found;
}

// The least over all places of the next state: the parts up to it, those behind with a slot less,
// those before again.
int optimum(int length, int slots, std::map<std::pair<int, int>, int> &known) {
  if (length == 1) return 0;
  if (slots == 1) return length * (length - 1) / 2;
  const auto [at, is_new] = known.try_emplace({length, slots}, length * length);
  if (is_new)
    for (int step = 1; step < length; ++step)
      known[{length, slots}] =
          std::min(known[{length, slots}],
                   step + optimum(length - step, slots - 1, known) + optimum(step, slots, known));
  return known[{length, slots}];
}

TEST(BinomialCheckpoints, NoScheduleRepeatsFewerParts) {
  std::map<std::pair<int, int>, int> known;
  for (int length = 1; length <= 70; ++length)
    for (int slots = 1; slots <= 12; ++slots) {
      const Walk found = walk(length, slots);
      ASSERT_TRUE(found.in_order) << length << " parts, " << slots << " slots";
      ASSERT_LE(found.most_kept, slots);
      ASSERT_EQ(found.repeated, optimum(length, slots, known))
          << length << " parts, " << slots << " slots";
    }
}

TEST(BinomialCheckpoints, ThePlanIsKnownBeforeItIsCarriedOut) {
  for (int length : {1, 2, 3, 10, 57, 1000, 20000})
    for (int slots : {1, 2, 3, 10, 100}) {
      if (double(length) * length / slots > 1e7) continue;
      const Walk found = walk(length, slots);
      EXPECT_EQ(found.repeated, ladder_repeated_parts(length, slots));
      EXPECT_LE(found.most_often, ladder_most_repetitions(length, slots));
    }
  EXPECT_EQ(ladder_repeated_parts(10, 3), 15);  // 3 states, Griewank and Walther's example
}

// (4 + 5)! / (4! 5!) = 126 parts can be gone through with 4 states and each repeated 5 times at
// most.
TEST(BinomialCheckpoints, AChainGrowsAsTheBinomialOfStatesAndRepetitions) {
  EXPECT_EQ(ladder_longest_chain(4, 5, 1000), 126);
  EXPECT_EQ(ladder_most_repetitions(126, 4), 5);
  EXPECT_EQ(ladder_most_repetitions(127, 4), 6);
}

TEST(Reversible, TheBoxIsWhereBothFactorsAreOne) {
  ImagingCase c = small_imaging_case(40, 30, 5, 1, 0, 0, 4);
  const ladder_imaging seen = c.view();
  const ladder_box box = ladder_reversible(&seen);
  EXPECT_EQ(box.z0, 0);
  EXPECT_EQ(box.z1, 40 - c.sponge_bottom);
  EXPECT_EQ(box.x0, c.sponge_left);
  EXPECT_EQ(box.x1, 30 - c.sponge_right);
  c.sponge_z[3] = 0.5f;  // in the middle: nothing can be taken back
  const ladder_imaging spoilt = c.view();
  EXPECT_EQ(ladder_reversible(&spoilt).z1, ladder_reversible(&spoilt).z0);
}

struct Size {
  int nz, nx, steps, every, half_length;
};
const Size field_sizes[] = {{1, 1, 3, 1, 4},    {5, 3, 4, 5, 4},     {37, 29, 20, 3, 1},
                            {70, 17, 19, 2, 7}, {19, 45, 15, 1, 16}, {33, 41, 60, 7, 4},
                            {61, 47, 97, 1, 8}};

ImagingCase case_of(const Size &s) {
  return small_imaging_case(s.nz, s.nx, s.steps, s.every, 3, 2, s.half_length);
}

ladder::Run run_of(const ImagingCase &c, const char *name, const AskedKnobs &knobs = {}) {
  const ladder_stage &stage = *find_stage(name, "imaging").stage;
  AskedKnobs asked = knobs;
  if (stage.device == LADDER_ON_HOST) asked["threads"] = {2};  // a busy machine has no more
  ladder::Run run = run_once(c, stage, make_launch(stage, asked), {.start = Start{1, 0.5f}});
  EXPECT_TRUE(run.ok()) << run.error.words;
  EXPECT_EQ(run.foreign_write, "");
  return run;
}

void expect_same_bits(const ImagingCase &c, const ladder::Run &run, const ladder::Run &kept) {
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < kept.arrays[k]->size(); ++i)
      ASSERT_EQ((*run.arrays[k])[i], (*kept.arrays[k])[i])
          << c.size_text() << ": " << c.place(k, std::int64_t(i));
}

TEST(ForwardField, CheckpointsGiveTheBitsOfAFieldThatWasKept) {
  for (const Size &s : field_sizes) {
    const ImagingCase c = case_of(s);
    const ladder::Run kept = run_of(c, "c-omp");
    for (int checkpoints : {1, 2, 3, 7})
      for (int times : {1, 2, 5}) {
        SCOPED_TRACE(fmt::format("{} checkpoints, {} times", checkpoints, times));
        const AskedKnobs knobs = {{"checkpoints", {checkpoints}}, {"times", {times}}};
        expect_same_bits(c, run_of(c, "c-checkpoints", knobs), kept);
      }
  }
}

// Where there is a GPU. The field that waits on the host, or is computed again, is the same bits.
TEST(ForwardField, OnADeviceHostAndCheckpointsGiveTheBitsOfGroups) {
  const Environment machine = read_environment();
  const auto built = [](const std::string &name) {
    return std::ranges::any_of(built_in_stages(), [&](const StageEntry &entry) {
      return entry.ladder == "imaging" && entry.name() == name;
    });
  };
  if (!built("groups") || !machine.gpu) GTEST_SKIP() << machine.why_no_gpu << why_no_cuda();
  for (const Size &s : field_sizes) {
    const ImagingCase c = case_of(s);
    for (int times : {1, 2, 5}) {
      const ladder::Run kept = run_of(c, "groups", {{"times", {times}}});
      for (const auto &[name, knobs] : {std::pair<const char *, AskedKnobs>{"host", {}},
                                        {"checkpoints", {{"checkpoints", {1}}}},
                                        {"checkpoints", {{"checkpoints", {3}}}}}) {
        AskedKnobs asked = knobs;
        asked["times"] = {times};
        SCOPED_TRACE(name);
        expect_same_bits(c, run_of(c, name, asked), kept);
      }
    }
  }
}

// 8 sqrt(2 N) u times the gain of the equation, of the largest value of the field
// (11b_c_borders.c); the product of two fields takes that share of its own largest value, the
// illumination twice.
TEST(ForwardField, BordersGiveItBackToRounding) {
  bool differs = false;
  for (const Size &s : field_sizes) {
    const ImagingCase c = case_of(s);
    const ladder::Run kept = run_of(c, "c-omp"), back = run_of(c, "c-borders");
    const double share = std::sqrt(2.0) * c.arrays()[0].relative_rounding / 2;
    for (std::size_t k = 0; k < 4; ++k) {
      double largest = 0, off = 0;
      for (std::size_t i = 0; i < kept.arrays[k]->size(); ++i) {
        largest = std::max(largest, std::abs(double((*kept.arrays[k])[i])));
        off = std::max(off, std::abs(double((*back.arrays[k])[i]) - double((*kept.arrays[k])[i])));
      }
      EXPECT_LE(off, 2 * share * largest) << c.size_text() << ", " << c.arrays()[k].name;
      differs = differs || off > 0;
    }
  }
  EXPECT_TRUE(differs) << "no case was taken back at all";
}

// Within the smallest pieces that are lent, and what the C library adds to each.
TEST(ForwardField, AStageTellsTheMemoryThatItTakes) {
  const ImagingCase c = small_imaging_case(300, 200, 100, 2, 4, 3, 4);
  const ladder_imaging seen = c.view();
  for (const auto &entry : built_in_stages()) {
    const auto &entries = imaging_entries(*entry.stage);
    if (entry.ladder != "imaging" || entry.stage->device == LADDER_ON_CUDA || !entries.memory)
      continue;
    const ladder_launch launch = make_launch(*entry.stage, {});
    ladder_imaging_memory declared{};
    ASSERT_EQ(entries.memory(&seen, &launch, &declared), LADDER_OK);
    const auto in_use = [] {
      const struct mallinfo2 now = mallinfo2();
      return double(now.uordblks) + double(now.hblkhd);
    };
    ladder_state *state = nullptr;
    // Once before: the C library keeps small pieces that were given back, and counts them as in
    // use.
    ASSERT_EQ(entry.stage->create(&seen, &launch, &state), LADDER_OK);
    entry.stage->destroy(state);
    const double before = in_use();
    ASSERT_EQ(entry.stage->create(&seen, &launch, &state), LADDER_OK);
    EXPECT_NEAR(in_use() - before, declared.host, 2e5) << entry.name();
    entry.stage->destroy(state);
    EXPECT_NEAR(in_use(), before, 1e3) << entry.name() << " keeps memory";
  }
}

}  // namespace
}  // namespace ladder
