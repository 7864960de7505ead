// SEG-Y that is written: to the standard, and read again to the byte.
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

using namespace segy_bytes;

class Segy : public TraceFiles {
 protected:
  std::string write(const Gather &gather, const std::string &name = "shot.sgy") const {
    write_gather(in_folder(name), gather);
    return in_folder(name);
  }
};

TEST_F(Segy, WhatIsWrittenIsRead) {
  expect_same(read_gather(write(example_gather())), example_gather());
  expect_same(read_gather(write(example_gather(), "shot.SEGY")), example_gather());
}

TEST_F(Segy, WrittenAgainItIsTheSameToTheByte) {
  Gather odd = example_gather();
  odd.source = {1.0 / 3, -2e6, 0.0004};
  odd.receivers[1] = {-1234.5678, 7, -3};
  odd.start = -0.016;
  odd.values[3] = std::numeric_limits<float>::quiet_NaN();
  odd.description.assign(500, 'x');
  odd.description += "\n\n  indented \n\xc3\xa4\n";
  for (char c = ' '; c <= '~'; ++c) odd.description += c;
  for (const Gather &gather : {example_gather(), odd}) {
    const std::string first = written(gather);
    EXPECT_TRUE(written(read(first)) == first);
  }
}

TEST_F(Segy, ADescriptionThatIsTooLongIsCutAndSaysSo) {
  Gather gather = example_gather();
  gather.description.clear();
  for (int i = 0; i < 50; ++i) gather.description += "line\n";
  const std::string first = written(gather);
  EXPECT_HAS(read(first).description, "it did not fit");
  EXPECT_TRUE(written(read(first)) == first);
}

TEST_F(Segy, HeadersSayWhatTheStandardAsksFor) {
  const std::string bytes = written();
  ASSERT_EQ(bytes.size(), headers + 3 * (trace + 4 * 4));
  EXPECT_EQ(static_cast<unsigned char>(bytes[0]), 0xc3) << "C in EBCDIC";
  for (auto [byte, value] : {std::pair{3213, 3},
                             {3217, 2000},
                             {3221, 4},
                             {3225, 5},
                             {3255, 1},
                             {3501, 0x0100},
                             {3503, 1},
                             {3505, 0}})
    EXPECT_EQ(at16(bytes, static_cast<std::size_t>(byte)), value) << byte;
  const std::string second = bytes.substr(headers + trace + 16, trace);
  for (auto [byte, value] :
       {std::pair{29, 1}, {69, 1}, {71, -100}, {89, 1}, {109, 0}, {115, 4}, {117, 2000}})
    EXPECT_EQ(at16(second, static_cast<std::size_t>(byte)), value) << byte;
  for (auto [byte, value] : {std::pair{1, 2},
                             {5, 2},
                             {9, 1},
                             {13, 2},
                             {37, -108},
                             {41, -5},
                             {49, 10},
                             {73, 12050},
                             {81, 1225},
                             {85, 0},
                             {181, 6638},
                             {185, 0}})
    EXPECT_EQ(at32(second, static_cast<std::size_t>(byte)), value) << byte;
}

TEST_F(Segy, TheScaleOfCoordinatesIsTheCoarsestThatIsExact) {
  for (auto [x, scalar] : {std::pair{12.0, 1},
                           {12.5, -10},
                           {12.25, -100},
                           {12.125, -1000},
                           {1.0 / 3, -1000},
                           {2e7, 1},
                           {21e6 + 0.25, -100}}) {
    Gather gather = example_gather();
    gather.source = {x, 0, 0};
    gather.receivers = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    const std::string bytes = written(gather);
    EXPECT_EQ(at16(bytes, headers + 71), scalar) << x;
    EXPECT_NEAR(read(bytes).source.x, x, 0.0005);
  }
}

TEST_F(Segy, WhatTheHeadersCannotHoldIsRefusedAndNothingIsWritten) {
  const std::size_t before = files_in_folder();
  const auto changed = [&](auto change) {
    Gather gather = example_gather();
    change(gather);
    return refusal_of([&] { write_gather(in_folder("refused.sgy"), gather, true); });
  };
  const double nan = std::nan("");
  for (double dt : {0.0, -0.002, 1e-7, 0.0020005, 0.04, nan, 1e300})
    EXPECT_HAS(changed([&](Gather &g) { g.dt = dt; }), "sample interval") << dt;
  for (double start : {0.0005, 40.0, nan})
    EXPECT_HAS(changed([&](Gather &g) { g.start = start; }), "first sample") << start;
  for (double x : {3e9, -3e9, nan, static_cast<double>(INFINITY)}) {
    EXPECT_HAS(changed([&](Gather &g) { g.source.x = x; }), "coordinate") << x;
    EXPECT_HAS(changed([&](Gather &g) { g.receivers[2].z = x; }), "depth") << x;
  }
  EXPECT_HAS(changed([](Gather &g) {
               g.samples = 32768;
               g.values.resize(3 * 32768);
             }),
             "hold at most 32767");
  EXPECT_HAS(changed([](Gather &g) { g.values.pop_back(); }), "11 values");
  EXPECT_HAS(changed([](Gather &g) {
               g.receivers.clear();
               g.values.clear();
             }),
             "at least one trace");
  EXPECT_EQ(files_in_folder(), before);
}

}  // namespace
}  // namespace ladder
