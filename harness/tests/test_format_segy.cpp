// SEG-Y that is written is to the standard, and read again to the byte; that of others is read, and
// what is broken is refused in words before libsegyio sees it.
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
  const std::pair<int, int> binary[] = {{3213, 3}, {3217, 2000},   {3221, 4}, {3225, 5},
                                        {3255, 1}, {3501, 0x0100}, {3503, 1}, {3505, 0}},
                            of_16[] = {{29, 1},  {69, 1},  {71, -100}, {89, 1},
                                       {109, 0}, {115, 4}, {117, 2000}},
                            of_32[] = {{1, 2},     {5, 2},   {9, 1},      {13, 2},
                                       {37, -108}, {41, -5}, {49, 10},    {73, 12050},
                                       {81, 1225}, {85, 0},  {181, 6638}, {185, 0}};
  for (const auto &[byte, value] : binary) EXPECT_EQ(at16(bytes, byte), value) << byte;
  const std::string second = bytes.substr(headers + trace + 16, trace);
  for (const auto &[byte, value] : of_16) EXPECT_EQ(at16(second, byte), value) << byte;
  for (const auto &[byte, value] : of_32) EXPECT_EQ(at32(second, byte), value) << byte;
}

TEST_F(Segy, TheScaleOfCoordinatesIsTheCoarsestThatIsExact) {
  const std::pair<double, int> scales[] = {{12.0, 1},          {12.5, -10},      {12.25, -100},
                                           {12.125, -1000},    {1.0 / 3, -1000}, {2e7, 1},
                                           {21e6 + 0.25, -100}};
  for (const auto &[x, scalar] : scales) {
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
  EXPECT_HAS(changed([](Gather &g) { g.values.pop_back(); }), "11 values");
  EXPECT_HAS(changed([](Gather &g) {
               g.receivers.clear();
               g.values.clear();
             }),
             "at least one trace");
  EXPECT_EQ(files_in_folder(), before);
}

// SEG-Y of others.

using SegyRead = TraceFiles;

TEST_F(SegyRead, IbmFloatsAreRead) {
  std::string bytes = with16(written(), 3225, 1);
  // 118.625 negative is the textbook's C276A000; 1 is 41100000.
  const std::string ibm("\xc2\x76\xa0\x00\x41\x10\x00\x00", 8);
  bytes.replace(headers + trace, 8, ibm);
  EXPECT_EQ(read(bytes).values[0], -118.625f);
  EXPECT_EQ(read(bytes).values[1], 1.0f);
}

TEST_F(SegyRead, IntegersOfOneTwoAndFourBytesAreRead) {
  const std::string whole = written();
  const std::string head = with16(whole.substr(0, headers + trace), 3213, 1);
  const auto one_trace = [&](int format, const std::string &samples) {
    return read(with16(head, 3225, format) + samples).values;
  };
  const std::vector<float> expected = {1, -2, 3, -4};
  EXPECT_EQ(one_trace(8, "\x01\xfe\x03\xfc"), expected);
  EXPECT_EQ(one_trace(3, std::string("\0\x01\xff\xfe\0\x03\xff\xfc", 8)), expected);
  EXPECT_EQ(one_trace(2, std::string("\0\0\0\x01\xff\xff\xff\xfe\0\0\0\x03\xff\xff\xff\xfc", 16)),
            expected);
}

TEST_F(SegyRead, LittleEndianFilesAreRead) {
  expect_same(read(little_endian(written(), 4)), example_gather());
  // Revision 2 says its byte order.
  std::string marked = little_endian(written(), 4);
  marked.replace(3296, 4, "\x04\x03\x02\x01");
  expect_same(read(marked), example_gather());
  EXPECT_HAS(refusal(with16(marked, 3225, 77)), "which does not exist");
  marked.replace(3296, 4, "\x02\x01\x04\x03");
  EXPECT_HAS(refusal(marked), "swapped in pairs");
}

TEST_F(SegyRead, AsciiTextIsRead) {
  std::string bytes = written();
  std::string lines;
  for (int i = 1; i <= 40; ++i) {
    std::string line = "C" + std::string(i < 10 ? " " : "") + std::to_string(i) + " ";
    line += i == 1 ? "made elsewhere" : i == 40 ? "END EBCDIC" : "";
    line.resize(80, ' ');
    lines += line;
  }
  bytes.replace(0, text, lines);
  EXPECT_EQ(read(bytes).description, "made elsewhere");
}

TEST_F(SegyRead, ExtendedTextHeadersAreSkippedFromRevision1On) {
  std::string bytes = with16(written(), 3505, 2);
  bytes.insert(headers, 6400, ' ');
  expect_same(read(bytes), example_gather());
  EXPECT_HAS(refusal(with16(bytes, 3505, -1)), "3505");
  // Before revision 1 the field was anybody's.
  expect_same(read(with16(with16(written(), 3501, 0), 3505, 2)), example_gather());
}

TEST_F(SegyRead, WhatRevision0LeavesOutIsTakenAsNotStated) {
  std::string bytes = with16(with16(written(), 3501, 0), 3255, 0);
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t byte : {71, 89, 115, 117})
      bytes = with16(bytes, headers + t * (trace + 16) + byte, 0);
  const Gather gather = read(bytes);
  EXPECT_EQ(gather.dt, 0.002);
  EXPECT_EQ(gather.source.x, 12050) << "a scalar of 0 is 1";
}

TEST_F(SegyRead, FeetBecomeMetres) {
  EXPECT_NEAR(read(with16(written(), 3255, 2)).source.x, 120.5 * 0.3048, 1e-9);
}

TEST_F(SegyRead, TracesOfZeroesAreReadAsTheyAre) {
  Gather gather = example_gather();
  std::fill(gather.values.begin(), gather.values.begin() + 4, 0.0f);
  expect_same(read(written(gather)), gather);
}

TEST_F(SegyRead, EveryTruncationIsRefused) {
  const std::string whole = written();
  for (std::size_t n = 0; n < whole.size(); n += n < headers ? 97 : 1)
    EXPECT_NE(refusal(whole.substr(0, n)), "") << n;
  // Other programs keep the number of traces of the file that they take some from.
  const std::string other =
      std::string(text, ' ') + whole.substr(text, headers + trace + 16 - text);
  EXPECT_EQ(read(other).traces(), 1u);
  EXPECT_HAS(refusal(whole.substr(0, headers)), "no traces");
  EXPECT_HAS(refusal(whole + "x"), "was truncated");
}

TEST_F(SegyRead, ContradictionsAreReportedWithTheirTrace) {
  const std::string whole = written();
  const std::size_t second = headers + trace + 16;
  EXPECT_HAS(refusal(with16(whole, 3221, 0)), "0 samples");
  EXPECT_HAS(refusal(with16(whole, second + 115, 5)), "trace 2");
  EXPECT_HAS(refusal(with16(whole, second + 117, 1000)), "trace 2");
  EXPECT_HAS(refusal(with16(whole, second + 75, 3)), "more than one shot");
  EXPECT_HAS(refusal(with16(whole, second + 109, 3)), "different times");
  EXPECT_HAS(refusal(with16(whole, second + 89, 3)), "degrees");
  EXPECT_HAS(refusal(with16(whole, 3225, 77)), "77, which does not exist");
  EXPECT_HAS(refusal(with16(whole, 3225, 4)), "fixed point with gain");
  EXPECT_HAS(refusal(with16(whole, 3217, 4000)), "sample interval");
  std::string unstated = with16(whole, 3217, 0);
  EXPECT_EQ(read(unstated).dt, 0.002) << "the trace headers tell";
  for (std::size_t t = 0; t < 3; ++t)
    unstated = with16(unstated, headers + t * (trace + 16) + 117, 0);
  EXPECT_HAS(refusal(unstated), "interval 0");
}

}  // namespace
}  // namespace ladder
