// Which stage a command of waves runs on: the last of the ladder, unless records say that another
// one is faster.
#include "harness/answers/records/experiments.h"
#include "harness/bench/run/launch.h"
#include "harness/seismic/shots/engine.h"
#include "harness/tests/example_records.h"
#include "harness/tests/physics_case.h"

namespace ladder {
namespace {

using Names = std::vector<std::string>;

Json record_of(const std::string &stage, std::int64_t wall_ns, const std::string &session = "a") {
  return example_record(stage, {wall_ns}, session);
}

Json of_size(Json record, int nz) {
  record["case"]["nz"] = nz;
  record["case"]["hash"] = std::to_string(nz);
  return record;
}

const Medium small = {20, 20};

constexpr double cells = 310.0 * 775;

TEST(OnRecord, TheFastestComesFirst) {
  EXPECT_EQ(faster_on_record({record_of("last", 100), record_of("slow", 200),
                              record_of("faster", 90), record_of("fastest", 50)},
                             "last", cells),
            (Names{"fastest", "faster"}));
}

TEST(OnRecord, ASessionThatDidNotMeasureTheStageSaysNothing) {
  EXPECT_EQ(faster_on_record({}, "last", cells), std::nullopt);
  EXPECT_EQ(faster_on_record({record_of("other", 1)}, "last", cells), std::nullopt);
  EXPECT_EQ(faster_on_record({record_of("last", 100), record_of("other", 1, "b")}, "last", cells),
            Names{});
}

TEST(OnRecord, WrongResultsAndColdCachesDoNotCount) {
  Json cold = with(record_of("cold", 1), "/cache", "cold");
  EXPECT_EQ(faster_on_record({record_of("last", 100), failed(record_of("wrong", 1), "off"), cold},
                             "last", cells),
            Names{});
}

TEST(OnRecord, TheCaseNearestInSizeCounts) {
  const std::vector<Json> records = {
      of_size(record_of("last", 100), 10), of_size(record_of("fast when small", 1), 10),
      of_size(record_of("last", 100), 1000), of_size(record_of("fast when large", 1), 1000)};
  EXPECT_EQ(faster_on_record(records, "last", 12 * 775), (Names{"fast when small"}));
  EXPECT_EQ(faster_on_record(records, "last", 400 * 775), (Names{"fast when large"}));
}

TEST(OnRecord, TheNewestSessionOfACaseCounts) {
  const std::string old_time = "2026-01-01T00:00:00Z", new_time = "2026-01-02T00:00:00Z";
  EXPECT_EQ(faster_on_record({with(record_of("last", 100, "new"), "/time", new_time),
                              with(record_of("now faster", 50, "new"), "/time", new_time),
                              with(record_of("last", 100, "old"), "/time", old_time),
                              with(record_of("once faster", 50, "old"), "/time", old_time)},
                             "last", cells),
            (Names{"now faster"}));
}

TEST(OnRecord, EachStageHasItsTimeInTheSessionThatIsNearest) {
  const auto apart = [](const Json &c) { return std::abs(c.at("nz").get<double>() - 100); };
  const auto walls = walls_on_record(
      {of_size(record_of("both", 100, "near"), 110), of_size(record_of("both", 7, "far"), 900),
       of_size(record_of("far alone", 8, "far"), 900),
       failed(of_size(record_of("wrong", 1, "near"), 110), "off")},
      apart);
  EXPECT_EQ(walls, (std::map<std::string, double>{{"both", 100}, {"far alone", 8}}));
}

// A tree without records but those that a test puts there; no GPU.
class FastestEngine : public TestFolder {
 protected:
  FastestEngine() {
    for (const char *file : {"data/wave/thesis.toml", "harness/stage.h"}) put(file, "\n");
    machine_.cpu = "A CPU";
  }

  static Json measured(const std::string &stage, std::int64_t wall_ns) {
    const ladder_stage &table = *find_stage(stage, "wave").stage;
    Json record = record_of(stage, wall_ns), &asked = record["launch"]["asked"];
    for (const auto &[knob, values] : knobs_of(table, make_launch(table, {}))) asked[knob] = values;
    return record;
  }
  void keep(const std::string &where, const std::vector<Json> &records) const {
    std::string lines;
    for (const Json &record : records) lines += record.dump() + "\n";
    put(where + "/2026-01-01-thesis/ladder.jsonl", lines);
  }
  std::string here() const { return machine_folder(machine_).string(); }
  std::string elsewhere() const { return in_folder("results/elsewhere"); }
  std::string chosen() const {
    return fastest_engine(make_case(small, {4, 4, 0}, {{4, 6, 0}}), machine_).entry.name();
  }
  static std::string last_of_the_ladder() {
    std::string last;
    for (const StageEntry &entry : built_in_stages())
      if (entry.ladder == "wave" && entry.stage->owns_time_loop &&
          entry.stage->device == LADDER_ON_HOST && entry.name() != several_ranks)
        last = entry.name();
    return last;
  }

  static constexpr const char *several_ranks = "mpi-omp";

  const Variable home_{"LADDER_HOME", folder};
  Environment machine_;
};

TEST_F(FastestEngine, WithoutRecordsIsTheLastOfTheLadderThatNeedsNoSeveralRanks) {
  EXPECT_EQ(chosen(), last_of_the_ladder());
}

TEST_F(FastestEngine, IsTheOneThatRecordsOfThisMachineCallFastest) {
  const std::string last = last_of_the_ladder();
  keep(here(), {measured(last, 100), measured("c-simd", 50)});
  keep(elsewhere(), {measured(last, 100), measured("c-omp", 50)});
  EXPECT_EQ(chosen(), "c-simd");
}

TEST_F(FastestEngine, ElseTheOneThatRecordsOfOtherMachinesCallFastest) {
  keep(elsewhere(), {measured(last_of_the_ladder(), 100), measured("c-omp", 50)});
  EXPECT_EQ(chosen(), "c-omp");
}

TEST_F(FastestEngine, AnInstalledProgramKnowsTheRecordsThatCameWithIt) {
  const std::filesystem::path before = std::filesystem::current_path();
  keep(elsewhere(), {measured(last_of_the_ladder(), 100), measured("c-omp", 50)});
  std::filesystem::remove(folder / "harness/stage.h");  // which a source tree alone has
  std::filesystem::current_path(folder / "data");
  const std::string stage = chosen();
  std::filesystem::current_path(before);
  EXPECT_EQ(stage, "c-omp");
}

TEST_F(FastestEngine, AStageThatDoesNotOwnTheTimeLoopOrRanWithAnotherLaunchIsNotTaken) {
  const std::string last = last_of_the_ladder();
  Json other_launch = with(measured("c-omp", 1), "/launch/asked/threads", {3});
  keep(here(), {measured(last, 100), measured("c-O3", 1), other_launch});
  EXPECT_EQ(chosen(), last);
}

TEST_F(FastestEngine, RecordsThatCannotBeReadAreNoReasonToFail) {
  put(here() + "/2026-01-01-thesis/ladder.jsonl", "no record");
  EXPECT_EQ(chosen(), last_of_the_ladder());
}

}  // namespace
}  // namespace ladder
