// Checkpoints hold all that a run needs, and go on with nothing but the run that they are of. Shots
// that a stage sums or overlaps are shots one by one.
#include "harness/bench/run/run.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/engine.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/small_survey.h"
#include "harness/tests/summing_stage.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

class Checkpoints : public TestFolder {
 protected:
  Checkpoints() {
    random_field(field.now.data(), field.now.size(), 1);
    random_field(field.traces.data(), field.traces.size(), 2);
    field.step = 17;
  }

  std::string path = in_folder("shot.checkpoint");
  WaveCase c = small_case(13, 17, 1, 40, 4);
  Inputs inputs = {{"case", c.hash}, {"gather", "0123"}, {"stage", "c-simd"}, {"program", "4567"}};
  Wavefield field{c};
  std::vector<float> kept = {1, 2, 3};
};

TEST_F(Checkpoints, HoldAllThatARunNeeds) {
  save_checkpoint(path, inputs, field, {&kept});
  Wavefield read(c);
  std::vector<float> read_kept(3);
  load_checkpoint(path, inputs, c, read, {&read_kept});
  EXPECT_EQ(read.now, field.now);
  EXPECT_EQ(read.before, field.before);
  EXPECT_EQ(read.traces, field.traces);
  EXPECT_EQ(read.step, 17);
  EXPECT_EQ(read_kept, kept);
}

TEST_F(Checkpoints, OfAnythingElseAreNotComparableAndSayOfWhat) {
  for (const auto &[key, value] : inputs.items()) {
    save_checkpoint(path, inputs, field, {});
    Inputs other = inputs;
    other[key] = "something else";
    Wavefield read(c);
    const auto load = [&] { load_checkpoint(path, other, c, read, {}); };
    EXPECT_EQ(exit_of(load, "the " + key + " differs"), Exit::not_comparable);
    EXPECT_EQ(read.step, 0);
  }
  Inputs more = inputs;  // one that is new, and one that is gone
  more["snapshots"] = "10";
  Wavefield read(c);
  EXPECT_THROW(load_checkpoint(path, more, c, read, {}), Error);
  save_checkpoint(path, more, field, {});
  EXPECT_THROW(load_checkpoint(path, inputs, c, read, {}), Error);
}

TEST_F(Checkpoints, NeverReplaceAnotherFile) {
  refuse_foreign_checkpoint(path);  // there is none
  save_checkpoint(path, inputs, field, {});
  refuse_foreign_checkpoint(path);
  std::ofstream(path) << "notes of the day\n";
  EXPECT_THROW(refuse_foreign_checkpoint(path), FileError);
}

TEST(InputsOfRuns, TellCaseStageLaunchAndProgram) {
  const WaveCase c = small_case(13, 17, 1, 4, 4), other = small_case(13, 17, 1, 4, 4, 2);
  const auto engine = [](const char *name) {
    return with_its_own_launch(find_stage(name, "wave"));
  };
  const Inputs one = inputs_of(c, engine("c-O3"));
  EXPECT_EQ(difference(one, inputs_of(c, engine("c-O3"))), "");
  EXPECT_HAS(difference(one, inputs_of(other, engine("c-O3"))), "the case");
  EXPECT_HAS(difference(one, inputs_of(c, engine("c-O2"))), "the stage");
  WaveCase elsewhere = c;  // the focus is looked for within the model
  elsewhere.corner.x = 1;
  EXPECT_NE(difference(one, inputs_of(elsewhere, engine("c-O3"))), "");
  EXPECT_EQ(one.at("program").get<std::string>().size(), 16u);
}

TEST(HashOfAGather, IsOfAllThatASentGatherHolds) {
  const Gather gather = example_gather();
  std::set<std::string> hashes = {hash_of(gather)};
  const auto changed = [&](auto change) {
    Gather other = gather;
    change(other);
    EXPECT_TRUE(hashes.insert(hash_of(other)).second);
  };
  changed([](Gather &g) { g.values[3] = 5; });
  changed([](Gather &g) { g.receivers[1].z = 6; });
  changed([](Gather &g) { g.source.x = 5; });
  changed([](Gather &g) { g.dt = 0.004; });
  changed([](Gather &g) { g.start = 0.004; });
}

TEST_F(Checkpoints, CutShortAnywhereAreRefused) {
  save_checkpoint(path, inputs, field, {&kept});
  const auto size = fs::file_size(path);
  for (std::uintmax_t length = 0; length < size; length += 97) {
    save_checkpoint(path, inputs, field, {&kept});
    fs::resize_file(path, length);
    Wavefield read(c);
    std::vector<float> read_kept(3);
    EXPECT_THROW(load_checkpoint(path, inputs, c, read, {&read_kept}), FileError) << length;
  }
}

// Shots that a stage sums by itself give the bits of shots that are handed over and added.

constexpr int most_angle = 60;

class SummedSurvey : public TestFolder, public testing::WithParamInterface<int> {
 protected:
  Stack handed_over(std::size_t shots) const {
    Stack stack(survey_);
    ShotsInTurn in_turn(survey_, handing_over_,
                        [&](const ShotResult &one) { add_shot(stack, one); });
    in_turn.run_all(0, shots, [] {});
    return stack;
  }
  void sum_up(
      Stack &stack, DeviceSums &sums, const std::function<void()> &ran = [] {},
      WritingPace pace = {}) const {
    KeptStack checkpoint(in_folder("sums"), {}, stack, pace);
    migrate_on_device(survey_, engine_, sums, stack, checkpoint, ran);
  }
  std::vector<double> angles_of(const Stack &stack) const {
    const ImagingCase &c = survey_.shared();
    return angle_gathers(stack.gather_x, survey_.part().nz, survey_.part().nx,
                         survey_.kept_offsets(c.offsets_x), c.dz, c.dx, survey_.offset_step(),
                         angles_up_to(most_angle));
  }
  static void same(Stack &a, Stack &b) {
    EXPECT_EQ(a.shots, b.shots);
    for (std::size_t k = 0; k < a.arrays().size(); ++k) EXPECT_EQ(*a.arrays()[k], *b.arrays()[k]);
  }

  const SurveyCase survey_ = small_survey(5, 2, GetParam());
  const Engine handing_over_ = with_its_own_launch(find_stage("c", "imaging"));
  const Engine engine_ = summing::engine();
};

TEST_P(SummedSurvey, HasTheSumsOfShotsThatAreHandedOver) {
  Stack added = handed_over(survey_.shots()), summed(survey_);
  DeviceSums sums(survey_, engine_);
  sum_up(summed, sums);
  EXPECT_GT(*std::ranges::max_element(added.gather_x), 0);
  same(summed, added);
}

TEST_P(SummedSurvey, HasTheAnglesOfItsOffsets) {
  Stack stack(survey_);
  DeviceSums sums(survey_, engine_);
  sum_up(stack, sums);
  EXPECT_EQ(sums.angles(most_angle, {}), angles_of(stack));
  const auto over_illumination = sums.angles(most_angle, divisor_of(stack.illumination));
  compensate(stack.gather_x, stack.illumination);
  EXPECT_EQ(over_illumination, angles_of(stack));
}

TEST_P(SummedSurvey, GoesOnFromTheShotsOfAStack) {
  Stack whole = handed_over(survey_.shots()), resumed = handed_over(2);
  DeviceSums sums(survey_, engine_);
  sum_up(resumed, sums);
  same(resumed, whole);
}

TEST_P(SummedSurvey, KeepsTheShotsBeforeAnInterruption) {
  Stack some = handed_over(3), summed(survey_);
  DeviceSums sums(survey_, engine_);
  std::size_t ran = 0;
  const auto interrupt = [&] {
    if (++ran == 3) throw Error(Exit::interrupted, "by the user");
  };
  WritingPace never_due;
  never_due.wrote(0, 1e12);
  EXPECT_THROW(sum_up(summed, sums, interrupt, never_due), Error);
  same(summed, some);
}

INSTANTIATE_TEST_SUITE_P(OffsetSteps, SummedSurvey, testing::Values(1, 2, 3));

// Shots that overlap on a device give the results of shots one by one, in their order.

// The stage `c`, as if it ran on a device.
struct Overlapping {
  Engine engine = with_its_own_launch(find_stage("c", "imaging"));
  ladder_stage stage = *engine.entry.stage;
  Overlapping() {
    stage.device = LADDER_ON_CUDA;
    engine.entry.stage = &stage;
  }
};

std::vector<ShotResult> results(const SurveyCase &survey, const Engine &engine) {
  std::vector<ShotResult> all;
  ShotsInTurn shots(survey, engine, [&](const ShotResult &one) { all.push_back(one); });
  std::size_t ran = 0;
  shots.run_all(0, survey.shots(), [&] { ++ran; });
  EXPECT_EQ(ran, survey.shots());
  return all;
}

TEST(ShotsInTurn, GiveTheBitsOfShotsOneByOne) {
  const SurveyCase s = small_survey();
  const Overlapping both;
  const auto one_by_one = results(s, with_its_own_launch(find_stage("c", "imaging")));
  ASSERT_EQ(one_by_one.size(), shots_of_small_survey);
  EXPECT_NE(one_by_one[0], one_by_one[1]);
  EXPECT_EQ(results(s, both.engine), one_by_one);
}

TEST(ShotsInTurn, ThrowWhatHandingOnThrew) {
  const SurveyCase s = small_survey();
  const Overlapping both;
  ShotsInTurn shots(s, both.engine,
                    [](const ShotResult &) { throw Error(Exit::file, "the disk is full"); });
  shots.ask(0), shots.ask(1);
  shots.run();
  EXPECT_THROW(shots.run(), Error);
}

TEST(ShotsInTurn, HandOnAnEarlierShotWhereALaterOneFails) {
  const SurveyCase s = small_survey();
  Overlapping both;
  std::size_t handed = 0;
  {
    ShotsInTurn shots(s, both.engine, [&](const ShotResult &) { ++handed; });
    shots.ask(0), shots.ask(1);
    shots.run();
    both.stage.create = [](const void *, const ladder_launch *, ladder_state **) {
      return LADDER_DEVICE_FAILED;
    };
    EXPECT_THROW(shots.run(), Error);
  }
  EXPECT_EQ(handed, 1u);
}

}  // namespace
}  // namespace ladder
