// SU: SEG-Y's traces alone, in either byte order, which the file does not state it.
#include "harness/formats/gather.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

constexpr std::size_t header = 240;

class Su : public segy_bytes::TraceFiles {
 protected:
  Su() { ending = ".su"; }
};

int at16(const std::string &bytes, std::size_t byte) {
  std::int16_t value;
  std::memcpy(&value, &bytes[byte - 1], 2);
  return value;
}

std::string with16(std::string bytes, std::size_t byte, int value) {
  const auto narrow = static_cast<std::int16_t>(value);
  std::memcpy(&bytes[byte - 1], &narrow, 2);
  return bytes;
}

std::string big_endian(std::string bytes, std::size_t samples) {
  for (std::size_t t = 0; t < bytes.size(); t += header + 4 * samples) {
    const auto swap = [&](std::size_t byte, std::size_t count, std::size_t size) {
      for (std::size_t i = 0; i < count; ++i)
        std::reverse(&bytes[t + byte - 1 + i * size], &bytes[t + byte - 1 + i * size] + size);
    };
    swap(1, 7, 4);
    swap(29, 4, 2);
    swap(37, 8, 4);
    swap(69, 2, 2);
    swap(73, 4, 4);
    swap(89, 46, 2);
    swap(181, 6, 4);
    swap(header + 1, samples, 4);
  }
  return bytes;
}

void expect_example(const Gather &read, int samples = 4) {
  const Gather example = example_gather();
  ASSERT_EQ(read.traces(), example.traces());
  EXPECT_EQ(read.samples, samples);
  EXPECT_EQ(read.dt, example.dt);
  EXPECT_EQ(read.source.x, example.source.x);
  EXPECT_EQ(read.source.z, example.source.z);
  EXPECT_EQ(read.receivers[2].x, example.receivers[2].x);
  EXPECT_EQ(read.receivers[2].z, example.receivers[2].z);
}

TEST_F(Su, WhatIsWrittenIsReadAndWrittenAgainTheSame) {
  Gather gather = example_gather();
  gather.start = -0.25;
  const std::string first = written(gather);
  ASSERT_EQ(first.size(), 3 * (header + 16));
  const Gather back = read(first);
  expect_example(back);
  EXPECT_EQ(back.values, gather.values);
  EXPECT_EQ(back.start, -0.25);
  EXPECT_TRUE(written(back) == first);
}

TEST_F(Su, HeadersAreLittleEndianAtThePlacesOfSegy) {
  const std::string bytes = written();
  EXPECT_EQ(at16(bytes, 115), 4);
  EXPECT_EQ(at16(bytes, 117), 2000);
  EXPECT_EQ(at16(bytes, 71), -100);
  EXPECT_EQ(at16(bytes, 29), 1);
}

TEST_F(Su, BigEndianFilesAreFoundOutByTheirSize) {
  const Gather back = read(big_endian(written(), 4));
  expect_example(back);
  EXPECT_EQ(back.values, example_gather().values);
}

TEST_F(Su, WhereTheSizeAllowsBothOrdersTheKindOfTraceTells) {
  Gather gather = example_gather();
  gather.samples = 257;  // 0x0101
  gather.values.assign(3 * 257, 0.5f);
  expect_example(read(written(gather)), 257);
  const Gather back = read(big_endian(written(gather), 257));
  expect_example(back, 257);
  EXPECT_EQ(back.values, gather.values);
}

TEST_F(Su, EveryTruncationIsRefused) {
  const std::string whole = written();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    if (n > 0 && n % (header + 16) == 0) continue;  // a shorter file, but a whole one
    EXPECT_NE(refusal(whole.substr(0, n)), "") << n;
  }
  EXPECT_HAS(refusal(""), "no traces");
  EXPECT_HAS(refusal(whole + "x"), "was truncated");
}

TEST_F(Su, ContradictionsAreReportedWithTheirTrace) {
  const std::size_t second = header + 16;
  EXPECT_HAS(refusal(with16(written(), second + 115, 3)), "trace 2");
  EXPECT_HAS(refusal(with16(written(), second + 117, 1)), "trace 2");
  std::string unstated = written();
  for (std::size_t t = 0; t < 3; ++t) unstated = with16(unstated, t * second + 117, 0);
  EXPECT_HAS(refusal(unstated), "interval 0");
}

TEST_F(Su, MoreSamplesThanItCountsAreRefused) {
  Gather gather = example_gather();
  gather.samples = 32768;
  gather.values.resize(3 * 32768);
  EXPECT_HAS(refusal_of([&] { written(gather); }), "hold at most 32767");
  EXPECT_EQ(files_in_folder(), 0u);
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
  EXPECT_HAS(refusal_of([&] { write_survey(in_folder("survey.sgy"), shots); }),
             "cannot hold shot 3");
}

TEST_F(Survey, IsNotWrittenAsRsf) {
  EXPECT_HAS(refusal_of([&] { write_survey(in_folder("survey.rsf"), three()); }),
             "written as .sgy, .segy or .su");
}

}  // namespace
}  // namespace ladder
