// Cases in three dimensions, models of other sizes, and the time step that follows.
#include "harness/problems/wave/places.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

const std::string layered = R"(ladder = "wave3d"
[model]
recipe = "layers"
nz = 20
nx = 12
ny = 10
spacing = 10.0
[[model.layer]]
velocity = 1500.0
[[model.layer]]
top = 45.0
velocity = 2500.0
[[model.layer]]
top = 120.0
velocity = 3500.0
[operator]
half_length = 4
[time]
dt = 0.001
samples = 201
[wavelet]
peak = 15.0
[receivers]
z = 20.0
first = 2
last = 9
every = 3
[[source]]
name = "a"
x = 50.0
y = 40.0
z = 60.0
)";

class Volumes : public TestFolder {
 protected:
  WaveCase load(const std::string &text, const CaseOverrides &over = {}) {
    return load_wave_case(put("mine.toml", text), over);
  }
  static std::string with(const std::string &from, const std::string &to) {
    std::string text = layered;
    return text.replace(text.find(from), from.size(), to);
  }
  template <typename Refusal>
  std::string refusal(const std::string &text, const CaseOverrides &over = {}) {
    return refusal_of<Refusal>([&] { load(text, over); });
  }
};

CaseOverrides cells(const std::string &text) { return {.cells = text}; }

TEST_F(Volumes, ALayerBeginsWithTheFirstCellAtItsTop) {
  const WaveCase c = load(layered);
  for (int z = 0; z < 20; ++z) EXPECT_EQ(c.velocity[z], z < 5 ? 1500 : z < 12 ? 2500 : 3500) << z;
  EXPECT_EQ(c.slowest, 1500);
  EXPECT_EQ(c.fastest, 3500);
}

TEST_F(Volumes, LayersThatCannotBeAreRefused) {
  EXPECT_HAS(refusal<FileError>(with("top = 120.0", "top = 44.0")),
             "below the top of the layer above");
  EXPECT_HAS(refusal<FileError>(with("top = 45.0\n", "")), "'top'");
  EXPECT_HAS(refusal<FileError>(with("velocity = 3500.0", "velocity = 3.5")), "'velocity'");
  EXPECT_HAS(refusal<FileError>(with("\"layers\"", "\"leyers\"")),
             "two-layer, layers, salt, salt3d");
}

TEST_F(Volumes, TheLowerOfTwoLayersBeginsWithCellHalfNz) {
  const WaveCase c = load_wave_case("two-layer");
  for (std::size_t z = 0; z < 50; ++z) EXPECT_EQ(c.velocity[z], z < 25 ? 1500 : 4700);
  EXPECT_EQ(c.cells(), 125000);
  EXPECT_EQ(c.half_length, 8);
  EXPECT_EQ(c.operator_family, "taylor") << "the default of this ladder";
}

// Places keep their share of each axis, and stay on cells.
TEST_F(Volumes, OtherCellsStretchWhatTheModelHolds) {
  const WaveCase c = load(layered, cells("39x34x28"));
  EXPECT_EQ(c.nz, 39);
  EXPECT_EQ(c.nx, 34);
  EXPECT_EQ(c.ny, 28);
  EXPECT_EQ(c.dz, 10);
  EXPECT_EQ(c.source_cells[0].z, std::lround(6 * 38 / 19.0));
  EXPECT_EQ(c.source_cells[0].x, std::lround(5 * 33 / 11.0));
  EXPECT_EQ(c.source_cells[0].y, std::lround(4 * 27 / 9.0));
  EXPECT_EQ(std::count(c.velocity.begin(), c.velocity.begin() + 39, 1500.0f), 10) << "5 of 20";
  const WaveCase own = load(layered);
  EXPECT_NEAR(double(c.receiver_cells.size()), double(own.receiver_cells.size()), 6);
  EXPECT_NE(c.hash, own.hash);
  EXPECT_EQ(load(layered, cells("20x12x10")).hash, own.hash);
}

TEST_F(Volumes, OneNumberIsForAllAxes) {
  EXPECT_EQ(load(layered, cells("24")).size_text(), "24 x 24 x 24 cells");
  EXPECT_EQ(load_wave_case("small", cells("90x80")).size_text(), "110 x 120 cells")
      << "the padding stays";
}

TEST_F(Volumes, CellsThatCannotBeAreRefused) {
  EXPECT_HAS(refusal<UsageError>(layered, cells("24x30")), "ZxXxY");
  EXPECT_HAS(refusal<UsageError>(layered, cells("24x30x1")), "three dimensions");
  EXPECT_HAS(refusal<UsageError>(layered, cells("24xx30")), "expected whole numbers of cells");
  EXPECT_HAS(refusal<UsageError>(layered, cells("0")), "expected whole numbers of cells");
  EXPECT_HAS(refusal<UsageError>(layered, {.model = "mine.npy", .cells = "24"}),
             "is not stretched");
  EXPECT_THROW(load_wave_case("seg-eage", cells("24")), UsageError);
}

TEST_F(Volumes, DtAutoIsTheLargestStableOneOfThreeDigits) {
  for (const int half_length : {1, 4, 8, 16}) {
    CaseOverrides over{.dt = "auto", .half_length = half_length};
    const WaveCase c = load(layered, over);
    const double limit = largest_stable_dt(c);
    EXPECT_LE(c.dt, limit);
    EXPECT_GT(c.dt, 0.99 * limit);
    const double digits = c.dt * std::pow(10, 2 - std::floor(std::log10(c.dt)));
    EXPECT_NEAR(digits, std::round(digits), 1e-9);
    EXPECT_FLOAT_EQ(c.v2dt2[0], float(1500 * c.dt * 1500 * c.dt));
    over.dt = fmt::format("{}", c.dt);
    EXPECT_EQ(load(layered, over).hash, c.hash) << "the number that it says";
  }
}

TEST_F(Volumes, AnUnstableCaseIsRefusedWithTheOptionThatMendsIt) {
  EXPECT_HAS(refusal<UsageError>(layered, {.dt = "0.01"}), "--dt=auto");
  EXPECT_HAS(refusal<FileError>(with("dt = 0.001", "dt = 0.01")), "--dt=auto");
  EXPECT_HAS(refusal<UsageError>(layered, {.dt = "soon"}), "--dt=soon");
}

// Beyond 2^31 cells memory is what ends it, not a count that overflows.
TEST_F(Volumes, MoreCellsThan32BitsCountAreACaseOfThisLadderAlone) {
  const std::string of_memory = refusal<FileError>(layered, cells("100000x1000x1000"));
  EXPECT_HAS(of_memory, "GB");
  std::string flat = layered;
  flat.erase(0, flat.find('\n') + 1);  // without its ladder it is of the first one
  EXPECT_HAS(refusal<FileError>(flat, cells("1300")), "2147483647");
}

TEST_F(Volumes, CopiesShareTheirModelUntilOneChangesIt) {
  const WaveCase c = load(layered);
  const auto copy = c.warm_up(2);
  EXPECT_EQ(dynamic_cast<const WaveCase &>(*copy).v2dt2.data(), c.v2dt2.data());
  WaveCase other = c;
  other.v2dt2.change()[3] = 7;
  EXPECT_NE(other.v2dt2.data(), c.v2dt2.data());
  EXPECT_NE(c.v2dt2[3], 7);
  EXPECT_FALSE(other.v2dt2 == c.v2dt2);
}

}  // namespace
}  // namespace ladder
