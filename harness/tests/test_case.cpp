// Cases: what a file and the command line say is what is assembled, or it is refused in words.
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

// 8 rows and 12 columns of 10 m.
const std::string plain = R"([model]
recipe = "constant"
velocity = 2000.0
nz = 8
nx = 12
spacing = 10.0
[pad]
left = 2
right = 3
bottom = 4
[sponge]
right = 3
[operator]
family = "taylor"
half_length = 1
[time]
dt = 0.001
samples = 11
[wavelet]
peak = 20.0
[[source]]
name = "a"
x = 50.0
z = 20.0
)";

class CaseFiles : public TestFolder {
 protected:
  WaveCase load(const std::string &text, const CaseOverrides &over = {}) {
    return load_wave_case(put("mine.toml", text), over);
  }
  // The case above with one text in the place of another.
  static std::string with(const std::string &from, const std::string &to) {
    std::string text = plain;
    return text.replace(text.find(from), from.size(), to);
  }
  std::string refusal(const std::string &text) {
    const std::string words = refusal_of([&] { load(text); });
    EXPECT_TRUE(words.starts_with(in_folder("mine.toml"))) << words;
    return words;
  }
  std::string usage(const CaseOverrides &over) {
    return refusal_of<UsageError>([&] { load(plain, over); });
  }
};

CaseOverrides source(const std::string &words) { return {.source = words}; }

TEST_F(CaseFiles, ThePaddedGridSourcesAndReceiversAreWhereTheFileSays) {
  const WaveCase c = load(plain);
  EXPECT_EQ(c.nz, 12);
  EXPECT_EQ(c.nx, 17);
  EXPECT_EQ(c.ny, 1);
  EXPECT_EQ(c.steps, 10);
  EXPECT_EQ(c.source_cells[0].x, 7);
  EXPECT_EQ(c.source_cells[0].z, 2);
  ASSERT_EQ(c.receiver_cells.size(), 12u) << "the model's columns, not the padding";
  EXPECT_EQ(c.receiver_cells[0].x, 2);
  EXPECT_EQ(c.receiver_cells[11].x, 13);
  EXPECT_EQ(c.wavelets.size(), 10u);
  EXPECT_EQ(c.name, "mine");
}

TEST_F(CaseFiles, TheArraysFollowTheEquation) {
  const WaveCase c = load(plain);
  EXPECT_FLOAT_EQ(c.v2dt2[0], 4);
  EXPECT_EQ(c.taps_y, std::vector<float>(3, 0.0f)) << "an axis of one cell";
  EXPECT_FLOAT_EQ(c.taps_z[1], -0.02f);
  EXPECT_EQ(c.sponge_x[13], 1);
  EXPECT_LT(c.sponge_x[16], c.sponge_x[14]);
  // Ricker at n dt, times (v dt)^2 over the area of a cell.
  const double a = std::pow(M_PI * 20 * (0.003 - 0.06), 2);
  EXPECT_NEAR(c.wavelets[3], 0.04 * (1 - 2 * a) * std::exp(-a), 1e-8);
}

TEST_F(CaseFiles, TheDefaultSourceIsTheNamedOneElseTheFirst) {
  const std::string two = plain + "[[source]]\nname = \"b\"\nx = 0\nz = 0\n";
  EXPECT_EQ(load(two).source_cells[0].x, 7);
  EXPECT_EQ(load("default_source = \"b\"\n" + two).source_cells[0].x, 2);
  EXPECT_HAS(refusal("default_source = \"c\"\n" + two), ":1: 'default_source'");
  EXPECT_HAS(refusal(plain + "[[source]]\nname = \"a\"\nx = 0\nz = 0\n"), "another source");
}

TEST_F(CaseFiles, AModelFileIsFoundNextToTheCase) {
  const std::vector<float> v(8 * 12, 1800.0f);
  put("v.f32", {reinterpret_cast<const char *>(v.data()), 4 * 8 * 12});
  const std::string text = with("recipe = \"constant\"\nvelocity = 2000.0",
                                "file = \"v.f32\"\naxes = \"xz\"\nunits = \"m/s\"");
  const WaveCase c = load(text);
  EXPECT_EQ(c.fastest, 1800);
  EXPECT_EQ(c.model, "v.f32");
}

TEST_F(CaseFiles, AnUnknownKeyIsRefusedWithItsLineAndTheNearestKnownOne) {
  EXPECT_HAS(refusal(with("bottom = 4", "botom = 4")), ":10: 'botom' of [pad]");
  EXPECT_HAS(refusal(with("bottom = 4", "botom = 4")), "did you mean 'bottom'?");
  EXPECT_HAS(refusal(with("[sponge]", "[spong]")), "did you mean 'sponge'?");
  EXPECT_HAS(refusal(with("velocity", "unit = 1\nvelocity")), ":3: 'unit' of [model]");
}

TEST_F(CaseFiles, AWrongTypeIsRefusedWithItsLine) {
  EXPECT_HAS(refusal(with("nz = 8", "nz = 8.5")), ":4: 'nz' of [model]: expected a whole number");
  EXPECT_HAS(refusal(with("nz = 8", "nz = \"8\"")), "expected a whole number");
  EXPECT_HAS(refusal(with("dt = 0.001", "dt = true")), ":17: 'dt' of [time]: expected a number");
  EXPECT_HAS(refusal(with("name = \"a\"", "name = 1")), "expected a string");
  EXPECT_HAS(refusal("pad = 3\n" + with("[pad]", "[pat]")),
             ":1: 'pad' of the file: expected a table");
  EXPECT_HAS(refusal(with("[[source]]", "[source]")), "expected tables, [[source]]");
}

TEST_F(CaseFiles, ImpossibleValuesAreRefused) {
  const std::pair<const char *, const char *> changes[] = {
      {"nz = 8", "nz = 0"},
      {"nx = 12", "nx = -3"},
      {"nx = 12", "nx = 99999999999"},
      {"spacing = 10.0", "spacing = 0.0"},
      {"spacing = 10.0", "dz = 10.0"},
      {"spacing = 10.0", "spacing = nan"},
      {"dt = 0.001", "dt = 0.0"},
      {"dt = 0.001", "dt = -0.001"},
      {"dt = 0.001", "dt = inf"},
      {"samples = 11", "samples = 1"},
      {"half_length = 1", "half_length = 0"},
      {"half_length = 1", "half_length = 17"},
      {"\"taylor\"", "\"spectral\""},
      {"velocity = 2000.0", "velocity = -1.0"},
      {"velocity = 2000.0\n", ""},
      {"peak = 20.0", "peak = 0"},
      {"left = 2", "left = -1"},
      {"right = 3\n[op", "right = 18\n[op"},
      {"x = 50.0", "x = 120.0"},
      {"z = 20.0", "z = -10.0"},
      {"x = 50.0\n", ""},
      {"\"constant\"", "\"rocks\""},
      {"nz = 8\nnx = 12", "nz = 1000000\nnx = 1000000"}};
  for (const auto &[from, to] : changes) EXPECT_NE(refusal(with(from, to)), "") << to;
  EXPECT_HAS(refusal(plain + "[receivers]\nz = 80.0\n"), "receiver");
  EXPECT_HAS(refusal("nz == 3\n"), ":1: ");
  EXPECT_HAS(refusal(""), "[model]");
}

TEST_F(CaseFiles, BeyondTheStabilityLimitItIsRefusedWithTheLargestTimeStep) {
  // Second order, two dimensions: dt <= h / (v sqrt 2).
  const double limit = 10 / (2000 * std::sqrt(2.0));
  EXPECT_NEAR(largest_stable_dt(load(plain)), limit, 1e-8);
  EXPECT_EQ(load(with("dt = 0.001", "dt = 0.003535")).steps, 10);
  const std::string words = refusal(with("dt = 0.001", "dt = 0.003536"));
  EXPECT_HAS(words, "3.53553 ms");
  EXPECT_HAS(words, "taylor operator of half-length 1");
  EXPECT_THROW(load(with("dt = 0.001", "dt = 0.0035"), {.half_length = 8}), UsageError);
}

TEST_F(CaseFiles, OverridesThatCannotBeAreRefused) {
  EXPECT_HAS(usage({.half_length = 17}), "--half-length=17: 1 to 16");
  EXPECT_HAS(usage({.samples = 1}), "--nt=1: at least 2");
  EXPECT_HAS(usage({.operator_family = "spectral"}), "windowed or taylor");
  EXPECT_HAS(usage({.units = "m/s"}), "--model");
  EXPECT_HAS(usage(source("b")), "names a;");
  EXPECT_HAS(usage(source("111,0")), "x = 0 to 110 m, z = 0 to 70 m");
  for (const char *bad : {"-10,0", "1,2,3", "1,", ",1", "1,2x", "nan,0", "1e300,0", "inf,0"})
    EXPECT_NE(usage(source(bad)), "") << bad;
}

TEST_F(CaseFiles, ASourceBetweenCellsIsSpreadAndSaid) {
  const std::string whole = with("samples = 11", "samples = 200");  // its wavelet is within the run
  EXPECT_TRUE(load(whole, source("60,30")).notes.empty());
  const WaveCase c = load(whole, source("64,30"));
  EXPECT_EQ(c.source_cells.size(), 8u);
  EXPECT_EQ(c.wavelets.size(), 8u * 199u);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_HAS(c.notes[0], "x = 64 m, z = 30 m lies between cells");
}

TEST_F(CaseFiles, WhatDeterminesTheResultChangesTheHash) {
  std::set<std::string> seen = {load(plain).hash};
  EXPECT_EQ(load(plain).hash, *seen.begin());
  EXPECT_EQ(load("description = \"words\"\n" + plain).hash, *seen.begin());
  for (const CaseOverrides &over : {CaseOverrides{.half_length = 2},
                                    {.samples = 12},
                                    {.operator_family = "windowed"},
                                    source("60,30")})
    EXPECT_TRUE(seen.insert(load(plain, over).hash).second);
  for (const auto &[from, to] : std::initializer_list<std::pair<const char *, const char *>>{
           {"2000.0", "2001.0"},
           {"spacing = 10.0", "spacing = 11.0"},
           {"0.001", "0.0011"},
           {"peak = 20.0", "peak = 21.0"},
           {"right = 3\n[op", "right = 4\n[op"}})
    EXPECT_TRUE(seen.insert(load(with(from, to)).hash).second) << to;
  EXPECT_EQ(seen.begin()->size(), 16u);
}

}  // namespace
}  // namespace ladder
