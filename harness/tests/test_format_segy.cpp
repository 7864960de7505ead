// SEG-Y: what is written is read again, to the byte; what is broken is refused in words before libsegyio sees it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

constexpr std::size_t text = 3200, headers = 3600, trace = 240;

class Segy : public FormatFolder {
 protected:
  std::string write(const Gather &gather, const std::string &name = "shot.sgy") const {
    write_gather(in_folder(name), gather);
    return in_folder(name);
  }
  std::string written(const Gather &gather = example_gather()) const {
    const std::string path = in_folder("written.sgy");
    write_gather(path, gather, true);
    return bytes_of(path);
  }
  Gather read(const std::string &bytes) const { return read_gather(put("read.sgy", bytes)); }
  std::string refusal(const std::string &bytes) const {
    return refusal_of([&] { read(bytes); });
  }
  std::string refusal(const Gather &gather) const {
    return refusal_of([&] { write_gather(in_folder("refused.sgy"), gather, true); });
  }
};

// Puts a big-endian number at a byte counted from 1, as the standard counts.
std::string with16(std::string bytes, std::size_t byte, int value) {
  bytes[byte - 1] = static_cast<char>(value >> 8);
  bytes[byte] = static_cast<char>(value);
  return bytes;
}
int at16(const std::string &bytes, std::size_t byte) {
  return static_cast<std::int16_t>(static_cast<unsigned char>(bytes[byte - 1]) << 8 |
                                   static_cast<unsigned char>(bytes[byte]));
}
int at32(const std::string &bytes, std::size_t byte) {
  return at16(bytes, byte) << 16 | (at16(bytes, byte + 2) & 0xffff);
}

// All numbers of the binary header, the trace headers and the samples in the other byte order.
std::string little_endian(std::string bytes, std::size_t samples, std::size_t width) {
  const auto swap = [&](std::size_t byte, std::size_t count, std::size_t size) {
    for (std::size_t i = 0; i < count; ++i)
      std::reverse(&bytes[byte - 1 + i * size], &bytes[byte - 1 + i * size] + size);
  };
  swap(3201, 3, 4);
  swap(3213, 24, 2);
  swap(3501, 3, 2);
  for (std::size_t t = headers; t < bytes.size(); t += trace + samples * width) {
    for (auto [byte, count, size] : {std::tuple{1, 7, 4},
                                     {29, 4, 2},
                                     {37, 8, 4},
                                     {69, 2, 2},
                                     {73, 4, 4},
                                     {89, 46, 2},
                                     {181, 5, 4}})
      swap(t + static_cast<std::size_t>(byte), static_cast<std::size_t>(count),
           static_cast<std::size_t>(size));
    swap(t + trace + 1, samples, width);
  }
  return bytes;
}

void expect_same(const Gather &a, const Gather &b) {
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.dt, b.dt);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.description, b.description);
  ASSERT_EQ(a.traces(), b.traces());
  const auto place = [](const Position &p) { return std::vector<double>{p.x, p.y, p.z}; };
  EXPECT_EQ(place(a.source), place(b.source));
  for (std::size_t i = 0; i < a.traces(); ++i)
    EXPECT_EQ(place(a.receivers[i]), place(b.receivers[i])) << i;
}

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
  odd.description = std::string(500, 'x') + "\n\n  indented \n\xc3\xa4\n";
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
  EXPECT_TRUE(says(read(first).description, "it did not fit"));
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
    return refusal(gather);
  };
  const double nan = std::nan("");
  for (double dt : {0.0, -0.002, 1e-7, 0.0020005, 0.04, nan, 1e300})
    EXPECT_TRUE(says(changed([&](Gather &g) { g.dt = dt; }), "sample interval")) << dt;
  for (double start : {0.0005, 40.0, nan})
    EXPECT_TRUE(says(changed([&](Gather &g) { g.start = start; }), "first sample")) << start;
  for (double x : {3e9, -3e9, nan, static_cast<double>(INFINITY)}) {
    EXPECT_TRUE(says(changed([&](Gather &g) { g.source.x = x; }), "coordinate")) << x;
    EXPECT_TRUE(says(changed([&](Gather &g) { g.receivers[2].z = x; }), "depth")) << x;
  }
  EXPECT_TRUE(says(changed([](Gather &g) {
                     g.samples = 32768;
                     g.values.resize(3 * 32768);
                   }),
                   "counts to 32767"));
  EXPECT_TRUE(says(changed([](Gather &g) { g.values.pop_back(); }), "11 values"));
  EXPECT_TRUE(says(changed([](Gather &g) {
                     g.receivers.clear();
                     g.values.clear();
                   }),
                   "at least one trace"));
  EXPECT_EQ(files_in_folder(), before);
}

TEST_F(Segy, IbmFloatsAreRead) {
  std::string bytes = with16(written(), 3225, 1);
  // 118.625 negative is the textbook's C276A000; 1 is 41100000.
  const std::string ibm("\xc2\x76\xa0\x00\x41\x10\x00\x00", 8);
  bytes.replace(headers + trace, 8, ibm);
  EXPECT_EQ(read(bytes).values[0], -118.625f);
  EXPECT_EQ(read(bytes).values[1], 1.0f);
}

TEST_F(Segy, IntegersOfOneTwoAndFourBytesAreRead) {
  const std::string whole = written();
  const std::string head = whole.substr(0, headers + trace);
  const auto one_trace = [&](int format, const std::string &samples) {
    return read(with16(head, 3225, format) + samples).values;
  };
  const std::vector<float> expected = {1, -2, 3, -4};
  EXPECT_EQ(one_trace(8, "\x01\xfe\x03\xfc"), expected);
  EXPECT_EQ(one_trace(3, std::string("\0\x01\xff\xfe\0\x03\xff\xfc", 8)), expected);
  EXPECT_EQ(one_trace(2, std::string("\0\0\0\x01\xff\xff\xff\xfe\0\0\0\x03\xff\xff\xff\xfc", 16)),
            expected);
}

TEST_F(Segy, LittleEndianFilesAreRead) {
  expect_same(read(little_endian(written(), 4, 4)), example_gather());
  // Revision 2 says its byte order.
  std::string marked = little_endian(written(), 4, 4);
  marked.replace(3296, 4, "\x04\x03\x02\x01");
  expect_same(read(marked), example_gather());
  marked.replace(3296, 4, "\x02\x01\x04\x03");
  EXPECT_TRUE(says(refusal(marked), "swapped in pairs"));
}

TEST_F(Segy, AsciiTextIsRead) {
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

TEST_F(Segy, ExtendedTextHeadersAreSkippedFromRevision1On) {
  std::string bytes = with16(written(), 3505, 2);
  bytes.insert(headers, 6400, ' ');
  expect_same(read(bytes), example_gather());
  EXPECT_TRUE(says(refusal(with16(bytes, 3505, -1)), "3505"));
  // Before revision 1 the field was anybody's.
  expect_same(read(with16(with16(written(), 3501, 0), 3505, 2)), example_gather());
}

TEST_F(Segy, WhatRevision0LeavesOutIsTakenAsNotTold) {
  std::string bytes = with16(with16(written(), 3501, 0), 3255, 0);
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t byte : {71, 89, 115, 117})
      bytes = with16(bytes, headers + t * (trace + 16) + byte, 0);
  const Gather gather = read(bytes);
  EXPECT_EQ(gather.dt, 0.002);
  EXPECT_EQ(gather.source.x, 12050) << "a scalar of 0 is 1";
}

TEST_F(Segy, FeetBecomeMetres) {
  EXPECT_NEAR(read(with16(written(), 3255, 2)).source.x, 120.5 * 0.3048, 1e-9);
}

TEST_F(Segy, DeadTracesAndTracesOfZeroesAreReadAsTheyAre) {
  Gather gather = example_gather();
  std::fill(gather.values.begin(), gather.values.begin() + 4, 0.0f);
  expect_same(read(with16(written(gather), headers + 29, 2)), gather);
}

TEST_F(Segy, EveryTruncationIsRefused) {
  const std::string whole = written();
  for (std::size_t n = 0; n < whole.size(); n += n < headers ? 97 : 1) {
    if (n > headers && (n - headers) % (trace + 16) == 0)
      continue;  // a shorter file, but a whole one
    EXPECT_NE(refusal(whole.substr(0, n)), "") << n;
  }
  EXPECT_TRUE(says(refusal(whole.substr(0, headers)), "no traces"));
  EXPECT_TRUE(says(refusal(whole + "x"), "cut short"));
}

TEST_F(Segy, ContradictionsAreToldWithTheirTrace) {
  const std::string whole = written();
  const std::size_t second = headers + trace + 16;
  EXPECT_TRUE(says(refusal(with16(whole, 3221, 0)), "0 samples"));
  EXPECT_TRUE(says(refusal(with16(whole, second + 115, 5)), "trace 2"));
  EXPECT_TRUE(says(refusal(with16(whole, second + 117, 1000)), "trace 2"));
  EXPECT_TRUE(says(refusal(with16(whole, second + 75, 3)), "more than one shot"));
  EXPECT_TRUE(says(refusal(with16(whole, second + 109, 3)), "different times"));
  EXPECT_TRUE(says(refusal(with16(whole, second + 89, 3)), "degrees"));
  EXPECT_TRUE(says(refusal(with16(whole, 3225, 77)), "77, which is none"));
  EXPECT_TRUE(says(refusal(with16(whole, 3225, 4)), "fixed point with gain"));
  EXPECT_TRUE(says(refusal(with16(whole, 3217, 4000)), "sample interval"));
  std::string untold = with16(whole, 3217, 0);
  EXPECT_EQ(read(untold).dt, 0.002) << "the trace headers tell";
  for (std::size_t t = 0; t < 3; ++t) untold = with16(untold, headers + t * (trace + 16) + 117, 0);
  EXPECT_TRUE(says(refusal(untold), "interval is 0"));
}

TEST_F(Segy, AFileOfOthersIsRead) {
  const char *real = getenv("LADDER_REAL_DATA");
  if (!real || !std::filesystem::exists(std::string(real) + "/small.sgy"))
    GTEST_SKIP() << "LADDER_REAL_DATA does not name the folder with small.sgy";
  const Gather gather = read_gather(std::string(real) + "/small.sgy");
  EXPECT_EQ(gather.traces(), 25u);
  EXPECT_EQ(gather.samples, 50);
  EXPECT_EQ(gather.dt, 0.004);
  EXPECT_NEAR(gather.values[0], 1.2, 1e-5);
  EXPECT_TRUE(says(gather.description, "Written by libsegyio"));
  const std::string first = written(gather);
  EXPECT_TRUE(written(read(first)) == first);
}

}  // namespace
}  // namespace ladder
