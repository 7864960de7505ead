// SU: SEG-Y's traces alone, in either byte order, which the file does not state it.
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

// One shot of a file with several, and what the caller says in the place of a file's headers.
// test_seismic_geometry.py has more of it.

using namespace segy_bytes;

std::string with32(const std::string &bytes, std::size_t byte, int value) {
  return put_fields(bytes, {{byte, 4, value}});
}

class OneShot : public TraceFiles {
 protected:
  // The trace header's field of all traces from `first` on.
  static std::string with_field(std::string bytes, std::size_t byte, int value,
                                std::size_t first = 0) {
    for (std::size_t t = headers + first * length; t < bytes.size(); t += length)
      bytes = with32(bytes, t + byte, value);
    return bytes;
  }
  // The shot of the example, of record 101, and one 1 m further.
  std::string two() const {
    const std::string second = with_field(with_field(one, 9, 205), 73, 12150);
    return with_field(one, 9, 101) + second.substr(headers);
  }
  static GatherOverrides shot(int number) { return {.shot = number}; }

  static constexpr std::size_t length = trace + 16;
  const std::string one = written();
};

TEST_F(OneShot, IsCountedFromOneWhereFieldRecordsTellNothingApart) {
  const std::string bytes = with_field(with_field(two(), 9, 0), 17, 0);
  EXPECT_HAS(refusal(bytes), "\n  2: 3 traces");
  EXPECT_EQ(read(bytes, shot(2)).source.x, 121.5);
}

TEST_F(OneShot, IsFoundByItsRecordWhereNoSourceIs) {
  EXPECT_HAS(refusal(with_field(two(), 73, 0)), "205: 3 traces");
}

TEST_F(OneShot, IsOneWhereTheRecordCountsTraces) {
  std::string bytes = one;
  for (std::size_t t = 0; t < 3; ++t)
    bytes = with32(bytes, headers + t * length + 9, static_cast<int>(t) + 1);
  EXPECT_EQ(read(bytes).traces(), 3u);
}

TEST_F(OneShot, OfASuFileIsChosenToo) {
  write_gather(in_folder("one.su"), example_gather());
  std::string bytes = bytes_of_file(in_folder("one.su")), other = bytes;
  for (std::size_t t = 0; t < other.size(); t += length) other[t + 8] = 7;
  put("two.su", bytes + other);
  EXPECT_HAS(refusal_of([&] { read_gather(in_folder("two.su")); }), "\n  7: 3 traces");
  EXPECT_EQ(read_gather(in_folder("two.su"), shot(7)).traces(), 3u);
}

TEST_F(OneShot, ItsIntervalMayBeSaid) {
  GatherOverrides over{.dt = 0.00125};
  EXPECT_EQ(read(one, over).dt, 0.00125);
  const std::string unstated = with_field(with16(one, 3217, 0), 115, 4 << 16);
  EXPECT_HAS(refusal(unstated), "--gather-dt");
  EXPECT_EQ(read(unstated, over).dt, 0.00125);
  EXPECT_HAS(refusal(with16(one, 3217, 4000)), "--gather-dt");
  EXPECT_EQ(read(with16(one, 3217, 4000), over).dt, 0.00125);
}

TEST_F(OneShot, ItsUnitOfLengthMayBeSaid) {
  GatherOverrides over{.units = "ft"};
  EXPECT_NEAR(read(one, over).receivers[2].x, 24.5 * 0.3048, 1e-9);
  EXPECT_NEAR(read(one, over).source.z, 10 * 0.3048, 1e-9);
  over.units = "m";
  EXPECT_EQ(read(with16(one, 3255, 2), over).receivers[2].x, 24.5);
  // Code 2 says seconds of arc, and is often wrong.
  std::string arc = one;
  for (std::size_t t = 0; t < 3; ++t) arc = with16(arc, headers + t * length + 89, 2);
  EXPECT_HAS(refusal(arc), "--gather-units");
  EXPECT_EQ(read(arc, over).receivers[2].x, 24.5);
}

}  // namespace
}  // namespace ladder
