// A grid in every format: what is written is read again, with axes and units where the format holds
// them.
#include <iostream>

#include "harness/formats/series.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

class Grids : public TestFolder {
 protected:
  Grid back(const Grid &grid, const std::string &name) const {
    write_grid(in_folder(name), grid, true);
    return read_grid(in_folder(name));
  }
  std::string refusal(const Grid &grid, const std::string &name) const {
    return refusal_of([&] { back(grid, name); });
  }
};

// Cell by cell, by the names of the axes.
void expect_same(const Grid &grid, const Grid &expected, const std::string &what) {
  ASSERT_EQ(grid.axes.size(), expected.axes.size()) << what;
  ASSERT_EQ(grid.values.size(), expected.values.size()) << what;
  std::string order;
  for (const Axis &axis : grid.axes) order += axis.name;
  for (std::size_t i = 0; i < expected.axes.size(); ++i) {
    const auto at = order.find(expected.axes[i].name);
    ASSERT_NE(at, std::string::npos) << what;
    EXPECT_EQ(grid.axes[at], expected.axes[i]) << what;
  }
  std::vector<std::int64_t> cell(expected.axes.size(), 0);
  for (float value : expected.values) {
    std::int64_t at = 0;
    for (const Axis &axis : grid.axes)
      for (std::size_t i = 0; i < cell.size(); ++i)
        if (expected.axes[i].name == axis.name) at = at * axis.cells + cell[i];
    ASSERT_EQ(grid.values[at], value) << what;
    for (std::size_t i = cell.size(); i-- > 0;) {
      if (++cell[i] < expected.axes[i].cells) break;
      cell[i] = 0;
    }
  }
}

const char *const grids_with_axes[] = {"g.rsf", "g.vti", "g.sgy", "g.segy", "g.su", "g.VTI"};

TEST_F(Grids, WhatIsWrittenIsReadWithItsAxes) {
  for (const char *name : grids_with_axes) {
    expect_same(back(example_grid(), name), example_grid(), name);
    expect_same(back(example_cube(), name), example_cube(), name);
  }
}

TEST_F(Grids, UnitAndQuantityAreKeptWhereTheFormatHoldsThem) {
  for (const char *name : {"g.rsf", "g.vti", "g.sgy"}) {
    const Grid grid = back(example_grid(), name);
    EXPECT_EQ(grid.quantity, "velocity") << name;
    EXPECT_EQ(grid.unit, "m/s") << name;
    Grid strange = example_grid();
    strange.quantity = "a < b & \"c\" > d";
    EXPECT_EQ(back(strange, name).values, grid.values) << name;
  }
  for (const char *name : {"g.npy", "g.su"}) EXPECT_EQ(back(example_grid(), name).unit, "") << name;
}

TEST_F(Grids, WrittenAgainItIsTheSameToTheByte) {
  for (const char *name : {"g.rsf", "g.vti", "g.sgy", "g.su", "g.npy"})
    for (const Grid &grid : {example_grid(), example_cube()}) {
      write_grid(in_folder(name), grid, true);
      const std::string first = bytes_of_file(in_folder(name));
      write_grid(in_folder(name), read_grid(in_folder(name)), true);
      EXPECT_TRUE(bytes_of_file(in_folder(name)) == first) << name;
    }
}

TEST_F(Grids, NpyKeepsTheOrderAndNoAxes) {
  const Grid grid = back(example_cube(), "g.npy");
  EXPECT_EQ(grid.values, example_cube().values);
  EXPECT_EQ(grid.axes[0], (Axis{'?', 4, 0, 0}));
  const std::string bytes = bytes_of_file(in_folder("g.npy"));
  EXPECT_EQ(bytes.size() % 64, 24u * 4 % 64) << "the data begins at a multiple of 64";
  EXPECT_HAS(bytes, "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 2, 3), }");
}

TEST_F(Grids, OneAxisIsEnough) {
  Grid line;
  line.axes = {{'z', 5, 10, 0}};
  line.values = {1, 2, 3, 4, 5};
  for (const char *name : {"g.npy", "g.rsf", "g.vti"}) {
    const Grid grid = back(line, name);
    EXPECT_EQ(grid.values, line.values) << name;
    EXPECT_EQ(grid.axes.size(), 1u) << name;
  }
  write_grid(in_folder("g.npy"), line, true);
  EXPECT_HAS(bytes_of_file(in_folder("g.npy")), "(5,)");
}

TEST_F(Grids, AnUnknownSpacingStaysUnknown) {
  Grid grid = example_grid();
  for (Axis &axis : grid.axes) axis.spacing = axis.origin = 0;
  for (const char *name : {"g.rsf", "g.vti", "g.sgy", "g.su", "g.npy"})
    for (const Axis &axis : back(grid, name).axes) EXPECT_EQ(axis.spacing, 0) << name;
}

TEST_F(Grids, AnAxisWithoutNameTakesOneThatIsLeft) {
  Grid grid = example_grid();
  grid.axes[0].name = 'z';
  grid.axes[1].name = '?';
  const Grid turned = back(grid, "g.vti");
  EXPECT_EQ(turned.axes[0].name, 'z');
  EXPECT_EQ(turned.axes[0].cells, 2);
  EXPECT_EQ(turned.axes[1].name, 'x');
}

TEST_F(Grids, RawIsLittleEndianFloatsAndNothingElse) {
  for (const char *name : {"g.f32", "g.raw"}) {
    write_grid(in_folder(name), example_grid());
    EXPECT_EQ(bytes_of_file(in_folder(name)), bytes_of(example_grid().values));
    EXPECT_HAS(refusal_of([&] { read_grid(in_folder(name)); }), "which gives its format");
  }
}

TEST_F(Grids, SegyRefusesADepthStepItCannotHold) {
  for (double step : {40.0, 0.0005, 6.66666, -1.0, std::nan("")}) {
    Grid grid = example_grid();
    grid.axes[1].spacing = step;
    EXPECT_HAS(refusal(grid, "g.sgy"), "depth step") << step;
    if (step > 0) {  // SU has it as a float too
      EXPECT_NEAR(back(grid, "g.su").axes[1].spacing, step, 1e-6 * step);
    }
  }
  Grid flat = example_grid();
  flat.axes[1].name = 'y';
  EXPECT_HAS(refusal(flat, "g.sgy"), "along z");
}

TEST_F(Grids, WhatIsNoGridIsRefused) {
  Grid grid = example_grid();
  grid.values.pop_back();
  EXPECT_HAS(refusal(grid, "g.npy"), "another size");
  grid = example_grid();
  grid.axes[0].cells = 0;
  EXPECT_HAS(refusal(grid, "g.npy"), "an empty grid");
  grid.axes.clear();
  EXPECT_HAS(refusal(grid, "g.npy"), "0 axes");
  EXPECT_HAS(refusal(example_grid(), "g.png"), ".npy, .rsf, .vti");
  EXPECT_EQ(files_in_folder(), 0u);
}

// Writes a file of every format for the readers of others: test_format_readers.py opens them.

TEST(FormatSamples, AreWritten) {
  const char *folder = getenv("LADDER_WRITE_SAMPLES");
  if (!folder) GTEST_SKIP() << "LADDER_WRITE_SAMPLES does not name a folder";
  const auto path = [&](const char *name) {
    return (std::filesystem::path(folder) / name).string();
  };
  Gather gather = example_gather();
  gather.start = -0.016;
  for (const char *name : {"gather.sgy", "gather.su"}) write_gather(path(name), gather);
  for (const char *name :
       {"model.sgy", "model.su", "model.rsf", "model.vti", "model.npy", "model.f32"})
    write_grid(path(name), example_grid());
  for (const char *name : {"cube.vti", "cube.npy", "cube.rsf", "cube.sgy"})
    write_grid(path(name), example_cube());
  write_pvd(path("series.pvd"), {{0, "model.vti"}, {0.25, "cube.vti"}});
}

// The other way round: every encoding that VTK itself writes.
TEST(FormatSamples, OfVtkAreRead) {
  const char *folder = getenv("LADDER_READ_SAMPLES");
  if (!folder) GTEST_SKIP() << "LADDER_READ_SAMPLES does not name a folder";
  int files = 0;
  for (const auto &file : std::filesystem::directory_iterator(folder)) {
    ++files;
    const Grid grid = read_grid(file.path().string());
    EXPECT_EQ(grid.values, (std::vector<float>{1500, 1600, 1501, 1601, 1502, 1602})) << file.path();
    ASSERT_EQ(grid.axes.size(), 2u);
    EXPECT_EQ(grid.axes[0].spacing, 20);
    EXPECT_EQ(grid.axes[1].origin, 100);
  }
  std::cout << files << " files\n";
}

}  // namespace
}  // namespace ladder
