// Checkpoints: they hold all that a run needs, and go on with nothing but the run that they are of.
#include "harness/bench/run/run.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/engine.h"
#include "harness/tests/format_examples.h"

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
}

TEST_F(Checkpoints, OfAnInputThatIsNewOrGoneAreNotComparable) {
  Inputs more = inputs;
  more["snapshots"] = "10";
  Wavefield read(c);
  save_checkpoint(path, inputs, field, {});
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

}  // namespace
}  // namespace ladder
