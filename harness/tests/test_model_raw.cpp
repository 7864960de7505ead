// Raw files, and what holds for the velocities of every file: units, and which values can be.
#include "harness/problems/wave/model.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

class RawModel : public TestFolder {
 protected:
  void write(const std::vector<float> &values, bool big = false) {
    put("model.f32", bytes_of(values, big));
  }
  std::vector<float> read(const std::string &units = "m/s", const std::string &axes = "xz",
                          const std::string &endian = "") {
    return read_model({path, 3, 2, 1, units, axes, endian}, notes);
  }
  // The words of the refusal; empty when the file is read.
  std::string refusal(const std::string &units = "m/s") {
    return refusal_of([&] { read(units); });
  }

  std::string path = in_folder("model.f32");
  std::vector<std::string> notes;
};

const std::vector<float> columns = {1500, 1600, 1700, 2500, 2600, 4482};

TEST_F(RawModel, TheAxesNameTheIndicesSlowestFirst) {
  write(columns);
  EXPECT_EQ(read(), columns);
  EXPECT_EQ(read("m/s", "zx"), (std::vector<float>{1500, 1700, 2600, 1600, 2500, 4482}));
}

TEST_F(RawModel, WithoutAxesItIsRefused) {
  write(columns);
  EXPECT_THROW(read("m/s", ""), UsageError);
}

TEST_F(RawModel, AxesUnitsAndEndiansThatAreNoneAreRefused) {
  write(columns);
  for (const char *axes : {"xx", "x", "xyz", "XZ", "xzz"})
    EXPECT_THROW(read("m/s", axes), UsageError) << axes;
  EXPECT_THROW(read("furlong/s"), UsageError);
  EXPECT_THROW(read("m/s", "xz", "middle"), UsageError);
}

TEST_F(RawModel, BothByteOrdersAreRead) {
  write(columns, true);
  EXPECT_EQ(read("m/s", "xz", "big"), columns);
  EXPECT_NE(refusal(), "");
}

TEST_F(RawModel, AnotherSizeIsReportedInBytes) {
  write({1500, 1600, 1700, 2500, 2600});
  EXPECT_TRUE(says(refusal(), "20 bytes") && says(refusal(), "take 24")) << refusal();
  write({1500, 1600, 1700, 2500, 2600, 4482, 1});
  EXPECT_HAS(refusal(), "28 bytes");
  write({});
  EXPECT_HAS(refusal(), "0 bytes");
}

TEST_F(RawModel, WhatIsNoReadableFileIsRefused) {
  EXPECT_HAS(refusal(), "does not exist");
  fs::create_directory(path);
  EXPECT_HAS(refusal(), "is a folder");
  fs::remove(path);
  write(columns);
  fs::permissions(path, fs::perms::none);
  if (geteuid() != 0) {  // root may read everything
    EXPECT_HAS(refusal(), "cannot be opened");
  }
  path = "/dev/null";
  EXPECT_HAS(refusal(), "not a regular file");
}

const std::vector<float> in_km_per_s = {1.5f, 1.6f, 1.7f, 2.5f, 2.6f, 4.482f};

TEST_F(RawModel, UnitsAreSeenInTheValuesAndSaid) {
  write(columns);
  EXPECT_EQ(read(""), columns);
  write(in_km_per_s);
  EXPECT_EQ(read(""), columns) << "whole m/s come back whole";
  EXPECT_EQ(notes, (std::vector<std::string>{"units: m/s, since the values lie in 1500 to 4482",
                                             "units: km/s, since the values lie in 1.5 to 4.482"}));
}

TEST_F(RawModel, UnitsThatAreGivenAreNotGuessed) {
  write(in_km_per_s);
  EXPECT_EQ(read("km/s"), columns);
  EXPECT_TRUE(notes.empty());
  EXPECT_HAS(refusal("m/s"), "check --units");
}

TEST_F(RawModel, ValuesOfNeitherUnitNeedUnits) {
  write({150, 1600, 1700, 2500, 2600, 4482});
  EXPECT_HAS(refusal(""), "give --units=");
  EXPECT_EQ(refusal("m/s"), "");
}

TEST_F(RawModel, AUnitThatTheValuesLookLikeIsOfferedAndReadWhenGiven) {
  struct Example {
    const char *unit;
    double (*of)(double);
  };
  for (const Example &one : {Example{"ft/s", [](double v) { return v / 0.3048; }},
                             {"s/m", [](double v) { return 1 / v; }},
                             {"s/km", [](double v) { return 1e3 / v; }},
                             {"s2/m2", [](double v) { return 1 / (v * v); }},
                             {"s2/km2", [](double v) { return 1e6 / (v * v); }}}) {
    std::vector<float> values;
    for (float v : columns) values.push_back(static_cast<float>(one.of(v)));
    write(values);
    EXPECT_HAS(refusal(""), fmt::format("--units={} (1500 to 4482 m/s)", one.unit));
    EXPECT_EQ(read(one.unit), columns) << one.unit;
  }
}

TEST_F(RawModel, ValuesThatTwoUnitsAllowAreNotGuessed) {
  write({0.4f, 0.5f, 0.5f, 0.5f, 0.6f, 0.66f});
  EXPECT_HAS(refusal(""), "--units=s/km (1515 to 2500 m/s), or --units=km/s");
  write({4921, 5000, 6000, 7000, 8000, 8500});
  EXPECT_HAS(refusal(""), "--units=m/s (4921 to 8500 m/s), or --units=ft/s");
  write({500, 600, 600, 700, 700, 2500});  // the near surface is slow
  EXPECT_EQ(refusal(""), "");
}

TEST_F(RawModel, AnImpossibleVelocityIsReportedWithItsCell) {
  const float inf = std::numeric_limits<float>::infinity();
  for (float bad : {std::nanf(""), inf, -inf, 0.0f, -0.0f, -1500.0f, 99.0f, 12001.0f}) {
    std::vector<float> v = columns;
    v[4] = bad;
    write(v);
    EXPECT_HAS(refusal(), "cell x 1, z 1") << bad;
  }
  write({1500, -7, 1700, 2500, 2600, 4482});
  EXPECT_HAS(refusal(), "-7 at cell x 0, z 1");
}

}  // namespace
}  // namespace ladder
