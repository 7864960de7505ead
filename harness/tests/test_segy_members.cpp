// What the headers of SEG-Y and SU state: directions of lines, kinds of traces, formats of samples,
// intervals. It is read, or refused with the field and its value.
// Bytes are counted from 1, as the standard does.
#include "harness/formats/byte_order.h"
#include "harness/formats/gather.h"
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

using namespace segy_bytes;

std::string float_bytes(float value) { return bytes_of<float>({value}, true); }

struct OneTrace {
  HeaderFields fields;
  std::vector<float> samples;
};

// Revision 1, IEEE, unless the fields of the binary header say otherwise.
std::string segy_of(const std::vector<OneTrace> &traces, const HeaderFields &binary = {}) {
  const int samples = static_cast<int>(traces[0].samples.size());
  std::string bytes(headers, '\0');
  std::fill_n(bytes.begin(), text, ' ');
  bytes = put_fields(bytes, {{3217, 2, 10000}, {3221, 2, samples}, {3225, 2, 5}, {3501, 1, 1}});
  bytes = put_fields(bytes, binary);
  for (const OneTrace &one : traces) {
    bytes += put_fields(std::string(trace, '\0'), {{71, 2, 1}, {69, 2, 1}, {29, 2, 1}});
    bytes.replace(bytes.size() - trace, trace,
                  put_fields(bytes.substr(bytes.size() - trace), one.fields));
    for (const float v : one.samples) bytes += float_bytes(v);
  }
  return bytes;
}

// A column of the model at x and y, whose values say where it is.
OneTrace column(int x, int y = 0, std::size_t byte = 81) {
  const float v = 1500 + float(x) + 10 * float(y);
  return {{{byte, 4, x}, {byte + 4, 4, y}}, {v, v + 1}};
}

OneTrace live(int x, int kind, float size = 1) {
  OneTrace one{{{9, 4, 4}, {29, 2, kind}, {81, 4, x}}, {}};
  for (int n = 0; n < 20; ++n) one.samples.push_back(size * std::sin(0.3f * float(n)));
  return one;
}

class SegyMembers : public TestFolder {
 protected:
  Grid model(const std::string &bytes) const { return read_grid(put("m.sgy", bytes)); }
  Gather gather(const std::string &bytes, const GatherOverrides &over = {}) const {
    return read_gather(put("g.sgy", bytes), over);
  }
  void expect_refused(const std::string &bytes, const std::string &words, bool as_gather) const {
    const auto found = refusal_of([&] { as_gather ? (void)gather(bytes) : (void)model(bytes); });
    EXPECT_HAS(found, words);
  }
};

TEST_F(SegyMembers, ColumnsLieWhereTheirPlacesSay) {
  const std::vector<std::vector<OneTrace>> lines = {
      {column(0), column(10), column(20)},
      {column(20), column(10), column(0)},
      {column(10), column(20), column(0)},
      {column(20, 0, 73), column(0, 0, 73), column(10, 0, 73)},
      {column(20, 0, 181), column(10, 0, 181), column(0, 0, 181)}};
  for (const auto &line : lines) {
    const Grid grid = model(segy_of(line));
    ASSERT_EQ(grid.axes.size(), 2u);
    EXPECT_EQ(grid.axes[0].spacing, 10);
    EXPECT_EQ(grid.values, (std::vector<float>{1500, 1501, 1510, 1511, 1520, 1521}));
    EXPECT_EQ(grid.notes.empty(), &line == &lines[0]);
  }
  // Across y, and along a diagonal, whose length counts.
  EXPECT_EQ(model(segy_of({column(5, 20), column(5, 10), column(5, 0)})).axes[0].spacing, 10);
  EXPECT_DOUBLE_EQ(model(segy_of({column(60, 80), column(0, 0), column(30, 40)})).axes[0].spacing,
                   50);
}

TEST_F(SegyMembers, ColumnsOfAVolumeMayBeInAnyOrder) {
  std::vector<OneTrace> traces;
  for (const int x : {20, 0, 10})
    for (const int y : {0, 30}) traces.push_back(column(x, y));
  const Grid grid = model(segy_of(traces));
  ASSERT_EQ(grid.axes.size(), 3u);
  EXPECT_EQ(grid.axes[0].name, 'y');
  EXPECT_EQ(grid.axes[0].spacing, 30);
  EXPECT_EQ(grid.values, (std::vector<float>{1500, 1501, 1510, 1511, 1520, 1521, 1800, 1801, 1810,
                                             1811, 1820, 1821}));
}

TEST_F(SegyMembers, PlacesWithTwoReadingsAreRefusedOrSaid) {
  expect_refused(segy_of({column(0), column(10), column(10)}), "traces 2 and 3", false);
  const Grid crooked = model(segy_of({column(0, 0), column(10, 7), column(20, 0)}));
  EXPECT_EQ(crooked.axes[0].spacing, 0);
  EXPECT_HAS(crooked.notes.at(0), "order of the file");
  EXPECT_TRUE(model(segy_of({column(7), column(7), column(7)})).notes.empty()) << "no places";
}

TEST_F(SegyMembers, TracesThatHoldNoDataAreLeftOut) {
  for (const int kind : {2, 3, 4, 5, 6, 7, 8, 9, 22}) {
    SCOPED_TRACE(kind);
    const auto bytes = segy_of({live(0, 1), live(10, kind, 5), live(20, 1)});
    const Gather found = gather(bytes);
    EXPECT_EQ(found.traces(), 2u);
    EXPECT_EQ(found.receivers[1].x, 20);
    EXPECT_HAS(found.notes.at(0), "1 of 3 traces");
    const auto shots = read_survey(in_folder("g.sgy"));
    ASSERT_EQ(shots.size(), 1u);
    EXPECT_EQ(shots[0].gather.values, found.values);
    EXPECT_EQ(shots[0].gather.notes, found.notes);
    expect_refused(bytes, fmt::format("byte 29 is {}", kind), false);
  }
  for (const int kind : {0, 1, 11, 23})
    EXPECT_EQ(gather(segy_of({live(0, kind), live(10, kind)})).traces(), 2u) << kind;
  expect_refused(segy_of({live(0, 2), live(10, 3)}), "all 2 traces", true);
  expect_refused(segy_of({live(0, 12), live(10, 14)}), "several components", true);
}

TEST(IbmFloat, EveryLegalWordIsItsNumber) {
  const std::pair<std::uint32_t, float> words[] = {
      {0x435dc000, 1500},      {0x4405dc00, 1500},     {0x45005dc0, 1500},     {0x460005dc, 1500},
      {0x00000000, 0},         {0x80000000, 0},        {0x42000000, 0},        {0x00100000, 0},
      {0xc276a000, -118.625f}, {0x7fffffff, INFINITY}, {0xffffffff, -INFINITY}};
  for (const auto &[word, value] : words) EXPECT_EQ(float_of_ibm(word), value) << std::hex << word;
  EXPECT_EQ(float_of_ibm(0x40ffffff), 16777215 / 16777216.0f) << "all 24 bits";
}

std::int64_t bits_of(double value) {
  std::int64_t bits = 0;
  std::memcpy(&bits, &value, 8);
  return bits;
}

TEST_F(SegyMembers, AnIntervalOfRevision2Counts) {
  const auto bytes = [](double interval, int whole, int of_trace) {
    OneTrace one = live(0, 1);
    one.fields.push_back({117, 2, of_trace});
    return segy_of({one}, {{3501, 1, 2}, {3217, 2, whole}, {3273, 8, bits_of(interval)}});
  };
  EXPECT_DOUBLE_EQ(gather(bytes(62.5, 62, 62)).dt, 62.5e-6);
  EXPECT_DOUBLE_EQ(gather(bytes(62.5, 62, 63)).dt, 62.5e-6) << "rounded otherwise";
  EXPECT_DOUBLE_EQ(gather(bytes(62.5, 62, 0)).dt, 62.5e-6);
  EXPECT_DOUBLE_EQ(gather(bytes(0.25, 0, 0)).dt, 0.25e-6);
  EXPECT_DOUBLE_EQ(gather(bytes(0, 62, 62)).dt, 62e-6) << "0 states none";
  EXPECT_DOUBLE_EQ(gather(bytes(100000, 34464, 34464)).dt, 0.1) << "beyond 16 bits";
  expect_refused(bytes(-2, 62, 62), "byte 3273", true);
  expect_refused(bytes(NAN, 62, 62), "byte 3273", true);
  expect_refused(bytes(62.5, 62, 70), "70 us", true);
  expect_refused(put_fields(bytes(62.5, 62, 62), {{3521, 8, 6800}}), "byte 3521", true);
}

TEST_F(SegyMembers, TheFloatOfSuCountsWhereItIsFiner) {
  const auto read = [&](int whole, float d1, float f1 = 0, const GatherOverrides &over = {}) {
    OneTrace one = live(0, 1);
    std::string bytes = put_fields(segy_of({one}).substr(headers), {{115, 2, 20}, {117, 2, whole}});
    bytes.replace(180, 4, float_bytes(d1));
    bytes.replace(184, 4, float_bytes(f1));
    return read_gather(put("g.su", bytes), over);
  };
  EXPECT_DOUBLE_EQ(read(62, 62.5e-6f).dt, 62.5e-6);
  EXPECT_EQ(read(4000, 0.004f).dt, 4000 / 1e6);
  EXPECT_EQ(read(4000, 0).dt, 4000 / 1e6);
  EXPECT_DOUBLE_EQ(read(0, 1e-7f).dt, 1e-7);
  EXPECT_HAS(refusal_of([&] { read(4000, 0.002f); }), "d1 = 0.002");
  EXPECT_EQ(read(4000, 0.002f, 0, {.dt = 0.004}).dt, 0.004);
  EXPECT_HAS(refusal_of([&] { read(4000, 0, 0.5f); }), "f1 = 0.5");
}

TEST_F(SegyMembers, AFormatThatIsLikelyWrongIsSaid) {
  const std::vector<OneTrace> traces = {live(0, 1), live(10, 1)};
  const std::string right = segy_of(traces), wrong = segy_of(traces, {{3225, 2, 1}});
  EXPECT_TRUE(gather(right).notes.empty());
  EXPECT_HAS(gather(wrong).notes.at(0), "--gather-format=ieee");
  const Gather asked = gather(wrong, {.format = "ieee"});
  EXPECT_EQ(asked.values, gather(right).values);
  EXPECT_TRUE(asked.notes.empty());
  // IBM floats labelled as IEEE.
  std::string ibm = segy_of({{{}, {0, 0, 0, 0, 0}}});
  for (int i = 0; i < 5; ++i)
    ibm =
        put_fields(ibm, {{headers + trace + 1 + std::size_t(4 * i), 4, 0x42640000 + i * 0x10000}});
  EXPECT_EQ(gather(ibm, {.format = "ibm"}).values[4], 104);
  EXPECT_THROW(
      gather(put_fields(segy_of({live(0, 1)}).substr(0, headers + trace + 40), {{3225, 2, 3}}),
             {.format = "ibm"}),
      UsageError);
}

}  // namespace
}  // namespace ladder
