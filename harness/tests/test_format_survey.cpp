// SU: SEG-Y's traces alone, in either byte order, which the file does not state it.
#include "harness/formats/gather.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

using namespace segy_bytes;

class Su : public TraceFiles {
 protected:
  Su() { ending = ".su"; }
};

// SU has no place for a description.
Gather undescribed() {
  Gather gather = example_gather();
  gather.description.clear();
  return gather;
}

TEST_F(Su, WhatIsWrittenIsReadAndWrittenAgainTheSame) {
  Gather gather = undescribed();
  gather.start = -0.25;
  const std::string first = written(gather);
  ASSERT_EQ(first.size(), 3 * (trace + 16));
  expect_same(read(first), gather);
  EXPECT_TRUE(written(read(first)) == first);
}

TEST_F(Su, HeadersAreLittleEndianAtThePlacesOfSegy) {
  const std::string bytes = written();
  for (const auto &[byte, value] : {std::pair{115, 4}, {117, 2000}, {71, -100}, {29, 1}})
    EXPECT_EQ(at16(bytes, byte, true), value) << byte;
}

TEST_F(Su, BigEndianFilesAreFoundOutByTheirSize) {
  expect_same(read(with_swapped_traces(written(), 4)), undescribed());
}

TEST_F(Su, WhereTheSizeAllowsBothOrdersTheKindOfTraceTells) {
  Gather gather = undescribed();
  gather.samples = 257;  // 0x0101
  gather.values.assign(3 * 257, 0.5f);
  expect_same(read(written(gather)), gather);
  expect_same(read(with_swapped_traces(written(gather), 257)), gather);
}

TEST_F(Su, EveryTruncationIsRefused) {
  const std::string whole = written();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    if (n > 0 && n % (trace + 16) == 0) continue;  // a shorter file, but a whole one
    EXPECT_NE(refusal(whole.substr(0, n)), "") << n;
  }
  EXPECT_HAS(refusal(""), "no traces");
  EXPECT_HAS(refusal(whole + "x"), "was truncated");
}

TEST_F(Su, ContradictionsAreReportedWithTheirTrace) {
  const std::size_t second = trace + 16;
  const auto with16 = [](const std::string &bytes, std::size_t byte, int value) {
    return put_fields(bytes, {{byte, 2, value}}, true);
  };
  EXPECT_HAS(refusal(with16(written(), second + 115, 3)), "trace 2");
  EXPECT_HAS(refusal(with16(written(), second + 117, 1)), "trace 2");
  std::string unstated = written();
  for (std::size_t t = 0; t < 3; ++t) unstated = with16(unstated, t * second + 117, 0);
  EXPECT_HAS(refusal(unstated), "interval 0");
}

TEST_F(Su, AGatherOfAnotherEndingIsRefused) {
  EXPECT_HAS(refusal_of([&] { read_gather(in_folder("shot.dat")); }), ".sgy, .segy, .su or .rsf");
  EXPECT_HAS(refusal_of([&] { write_gather(in_folder("shot"), example_gather()); }), ".sgy");
}

// Files of several shots, written and read.

class Survey : public TestFolder {
 protected:
  // Shots 7, 3 and 12, distinguished by their sources too; each with other values.
  static std::vector<Shot> three() {
    std::vector<Shot> shots;
    for (const int number : {7, 3, 12}) {
      Shot shot{number, undescribed()};
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
      expect_same(read[s].gather, written[s].gather);
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
  for (std::size_t number = 0; number < 3; ++number)
    for (std::size_t shot = 0; shot < 3; ++shot)
      mixed += bytes.substr((3 * shot + number) * length, length);
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
  EXPECT_HAS(refusal_of([&] { write_survey(in_folder("survey.sgy"), shots); }),
             "cannot hold shot 3");
}

TEST_F(Survey, IsNotWrittenAsRsf) {
  EXPECT_HAS(refusal_of([&] { write_survey(in_folder("survey.rsf"), three()); }),
             "written as .sgy, .segy or .su");
}

}  // namespace
}  // namespace ladder
