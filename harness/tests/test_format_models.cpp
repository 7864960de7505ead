// A model in any format gives the same velocities, and one that does not belong to the case is
// refused.
#include "harness/problems/wave/model.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

class Models : public TestFolder {
 protected:
  ModelRequest request(const std::string &name) const {
    ModelRequest r{in_folder(name), 3, 2};
    r.dz = 20;
    r.dx = 12.5;
    return r;
  }
  std::string write(const Grid &grid, const std::string &name) const {
    write_grid(in_folder(name), grid, true);
    return name;
  }
  std::string refusal(const ModelRequest &r) {
    return refusal_of([&] { read_model(r, notes); });
  }

  std::vector<std::string> notes;
};

const char *const with_axes[] = {"m.rsf", "m.vti", "m.sgy", "m.su"};
const char *const with_units[] = {"m.rsf", "m.vti", "m.sgy"};

TEST_F(Models, EveryFormatGivesTheSameVelocities) {
  for (const char *name : {"m.npy", "m.rsf", "m.vti", "m.sgy", "m.segy", "m.su"}) {
    EXPECT_EQ(read_model(request(write(example_grid(), name)), notes), example_grid().values)
        << name;
    ModelRequest volume = request(write(example_cube(), name));
    volume.ny = 4;
    volume.dy = 25;
    EXPECT_EQ(read_model(volume, notes), example_cube().values) << name;
  }
}

TEST_F(Models, AnotherSpacingOrSizeIsRefusedWithBoth) {
  for (const char *name : with_axes) {
    ModelRequest r = request(write(example_grid(), name));
    r.dz = 10;
    EXPECT_HAS(refusal(r), "cells of 20 m along z, but the case has 10 m");
    r = request(name);
    r.dx = 12.6;
    EXPECT_HAS(refusal(r), "cells of 12.5 m along x");
    r.dx = 0;
    EXPECT_EQ(refusal(r), "") << "any will do";
    r.nx = 5;
    EXPECT_HAS(refusal(r), "3 x 5 cells");
  }
}

TEST_F(Models, ASpacingRoundedToTheMillimetreIsTheSame) {
  Grid grid = example_grid();
  grid.axes[0].spacing = 20.0 / 3;
  for (const char *name : with_axes) {
    ModelRequest r = request(write(grid, name));
    r.dx = 20.0 / 3;
    EXPECT_EQ(refusal(r), "") << name;
  }
}

TEST_F(Models, TheFilesNamesDecideWhereSizesDoNot) {
  Grid square = example_grid();
  square.axes[1].cells = 2;
  square.values = {1500, 1501, 1600, 1601};
  for (const char *name : with_axes) {
    ModelRequest r = request(write(square, name));
    r.nz = 2;
    EXPECT_EQ(read_model(r, notes), square.values) << name;
  }
  ModelRequest r = request(write(square, "m.npy"));
  r.nz = 2;
  EXPECT_THROW(read_model(r, notes), UsageError) << "NPY states no names";
}

TEST_F(Models, TheUnitOfTheFileIsUsedUnlessAnotherIsGiven) {
  Grid grid = example_grid();
  for (float &v : grid.values) v /= 1000;
  grid.unit = "km/s";
  for (const char *name : with_units) {
    notes.clear();
    EXPECT_EQ(read_model(request(write(grid, name)), notes), example_grid().values) << name;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], "units: km/s, as stated in the model's file");
    ModelRequest r = request(name);
    r.units = "m/s";
    EXPECT_HAS(refusal(r), "check --units") << name;
  }
  grid.unit = "furlong/s";
  for (const char *name : with_units) {
    EXPECT_HAS(refusal(request(write(grid, name))),
               "has the unit 'furlong/s', but only m/s, km/s, ft/s")
        << name;
    ModelRequest r = request(name);
    r.units = "km/s";
    EXPECT_EQ(refusal(r), "") << name;
  }
}

TEST_F(Models, EveryUnitOfTheFileIsConverted) {
  Grid grid = example_grid();
  for (float &v : grid.values) v = static_cast<float>(1e6 / (double{v} * v));
  for (const char *unit : {"s2/km2", "s^2/km^2", "S²/KM²", "sec**2 / km**2"}) {
    grid.unit = unit;
    EXPECT_EQ(read_model(request(write(grid, "m.rsf")), notes), example_grid().values) << unit;
  }
  EXPECT_EQ(notes.back(), "units: s2/km2, as stated in the model's file");
}

TEST_F(Models, AHeaderOfSepIsRead) {
  const std::string values = "1500 1600 1700 1501 1601 1701\n";
  put("m.H@", values);
  put("m.H",
      "SEP:  made\n\tsets next: in=\"m.H@\"\n\tn1=3 n2=2 d1=20 d2=12.5 data_format=ascii_float\n");
  const std::vector<float> whole = {1500, 1600, 1700, 1501, 1601, 1701};
  EXPECT_EQ(read_model(request("m.H"), notes), whole);
  put("m.H", "in=m.H@ n1=3 n2=2\n");
  EXPECT_HAS(refusal(request("m.H")), "'" + in_folder("m.H") + "' is not a usable .H file");
  EXPECT_HAS(refusal(request("m.H")), "add data_format=\"native_float\"");
}

TEST_F(Models, AModelOfOneLineIsRefusedWithWhatItLacks) {
  put("m.rsf@", "1500 1600 1700 1501 1601 1701\n");
  put("m.rsf", "in=m.rsf@ n1=6 n2=1 data_format=ascii_float\n");
  const std::string all = refusal(request("m.rsf"));
  EXPECT_HAS(all, "one line of 6 values (n2=1 in a header)");
  EXPECT_HAS(all, "n1=3 n2=2 in an RSF or SEP header (z fastest)");
  put("m.rsf", "in=m.rsf@ n1=3 n2=1 data_format=ascii_float\n");
  put("m.rsf@", "1500 1600 1700\n");
  EXPECT_HAS(refusal(request("m.rsf")), "a single column is not a model");
}

TEST_F(Models, AFileOfAnotherProgramIsRefusedWithHowToConvertIt) {
  using namespace std::string_literals;
  const std::tuple<const char *, std::string, const char *> files[] = {
      {"m.mat5", std::string(108, '\0').replace(0, 8, "\x89HDF\r\n\x1a\n"),
       "is read with the ending .h5"},
      {"m.nc", "CDF\x01"s, "netcdf_file"},
      {"m.mat", "MATLAB 5.0 MAT-file", "loadmat"},
      {"m.npz", "PK\x03\x04", "numpy.load"},
      {"m.bin", "\x93NUMPY\x01", "without the ending .npy"},
      {"m.vtk", "# vtk DataFile Version 3.0\n", "write it as .vti"},
      {"m.gz", "\x1f\x8b\x08", "gunzip"},
      {"m.dat", "# velocities\n1500 1600\n1501 1601\n", "text, which is read with the ending .txt"},
      {"m.hdr", "n1=3 n2=2 in=m.bin", "with the ending .rsf or .H"},
      {"m.md", "# A model of salt\nIt is blue.\n", "text, and no model"}};
  for (const auto &[name, bytes, words] : files) {
    put(name, bytes);
    ModelRequest r = request(name);
    EXPECT_HAS(refusal(r), words);
    r.axes = "xz";  // as if it were raw float32
    EXPECT_HAS(refusal(r), words);
  }
}

TEST_F(Models, AnEndianIsRefusedSinceTheFileTellsIt) {
  for (const char *name : {"m.npy", "m.rsf", "m.vti", "m.sgy", "m.su"}) {
    ModelRequest r = request(write(example_grid(), name));
    r.endian = "big";
    EXPECT_THROW(read_model(r, notes), UsageError) << name;
  }
}

TEST_F(Models, TheCasesSpacingReachesTheReader) {
  const std::string path = put("c.toml", R"(
model = { file = "m.vti", nz = 3, nx = 2, dz = 20.0, dx = 12.5 }
time = { dt = 0.0005, samples = 2 }
wavelet = { peak = 10.0 }
source = [{ name = "a", x = 0.0, z = 0.0 }]
)");
  write(example_grid(), "m.vti");
  EXPECT_EQ(load_wave_case(path).velocity, example_grid().values);
  Grid other = example_grid();
  other.axes[0].spacing = 25;
  write(other, "m.vti");
  EXPECT_HAS(refusal_of([&] { load_wave_case(path); }), "cells of 25 m along x");
}

}  // namespace
}  // namespace ladder
