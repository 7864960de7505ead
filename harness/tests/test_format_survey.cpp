// Files of several shots, written and read.
#include "harness/formats/survey.h"
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

class Survey : public FormatFolder {
 protected:
  // Shots 7, 3 and 12, distinguished by their sources too; each with other values.
  static std::vector<Shot> three() {
    std::vector<Shot> shots;
    for (const int number : {7, 3, 12}) {
      Shot shot{number, example_gather()};
      shot.gather.description.clear();
      shot.gather.source.x += number;
      for (float &value : shot.gather.values) value *= static_cast<float>(number);
      shots.push_back(shot);
    }
    return shots;
  }
  static void expect_equal(const std::vector<Shot> &read, const std::vector<Shot> &written) {
    ASSERT_EQ(read.size(), written.size());
    for (std::size_t s = 0; s < read.size(); ++s) {
      EXPECT_EQ(read[s].number, written[s].number);
      segy_bytes::expect_same(read[s].gather, written[s].gather);
    }
  }
};

TEST_F(Survey, ComesBackFromSegyAndSuInItsOrder) {
  for (const char *name : {"survey.sgy", "survey.su"}) {
    write_survey(in_folder(name), three());
    expect_equal(read_survey(in_folder(name)), three());
  }
}

TEST_F(Survey, OfInterleavedTracesIsSortedByShot) {
  write_survey(in_folder("survey.su"), three());
  const std::string bytes = bytes_of_file(in_folder("survey.su"));
  const std::size_t length = bytes.size() / 9;
  std::string mixed;
  for (std::size_t trace = 0; trace < 3; ++trace)
    for (std::size_t shot = 0; shot < 3; ++shot)
      mixed += bytes.substr((3 * shot + trace) * length, length);
  put("mixed.su", mixed);
  expect_equal(read_survey(in_folder("mixed.su")), three());
}

TEST_F(Survey, OfOneShotIsAGatherAndTheOtherWayRound) {
  write_gather(in_folder("one.sgy"), example_gather());
  expect_equal(read_survey(in_folder("one.sgy")), {{1, example_gather()}});
  write_survey(in_folder("again.sgy"), {{1, example_gather()}});
  EXPECT_EQ(bytes_of_file(in_folder("again.sgy")), bytes_of_file(in_folder("one.sgy")));
  write_gather(in_folder("one.rsf"), example_gather());
  EXPECT_EQ(read_survey(in_folder("one.rsf")).size(), 1u);
}

TEST_F(Survey, OfDifferentTimesIsRefused) {
  std::vector<Shot> shots = three();
  shots[1].gather.dt = 0.004;
  EXPECT_TRUE(says(refusal_of([&] { write_survey(in_folder("survey.sgy"), shots); }),
                   "cannot hold shot 3"));
}

TEST_F(Survey, IsNotWrittenAsRsf) {
  EXPECT_TRUE(says(refusal_of([&] { write_survey(in_folder("survey.rsf"), three()); }),
                   "written as .sgy, .segy or .su"));
}

}  // namespace
}  // namespace ladder
