// Models in files of other programs: several arrays, units in labels, other byte orders, headings,
// missing values. One of the readings is taken, or the file is refused with what it says.
#include "harness/problems/wave/model.h"
#include "harness/problems/wave/own_model.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

using Cases = std::vector<std::pair<std::string, std::string>>;

class GridMembers : public TestFolder {
 protected:
  std::string refused(const std::string &path) const {
    return refusal_of([&] { read_grid(path); });
  }
};

std::string array(const char *name, float first, int components = 1) {
  std::string text = fmt::format(
      "<DataArray type=\"Float32\" Name=\"{}\" format=\"ascii\" "
      "NumberOfComponents=\"{}\">",
      name, components);
  for (int i = 0; i < 6 * components; ++i) text += fmt::format("{} ", first + float(i));
  return text + "</DataArray>";
}

std::string vti(const std::string &points, const std::string &active = "",
                const std::string &cells = "") {
  return "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\"><ImageData "
         "WholeExtent=\"0 2 0 1 0 0\" Origin=\"0 0 0\" Spacing=\"10 10 1\"><Piece Extent=\"0 2 0 1 "
         "0 0\"><PointData" +
         active + ">" + points + "</PointData><CellData>" + cells +
         "</CellData></Piece></ImageData></VTKFile>";
}

TEST_F(GridMembers, OfSeveralArraysOneIsNamed) {
  const std::string both = array("rho", 2200) + array("vp", 1500);
  const std::string path = put("m.vti", vti(both));
  EXPECT_HAS(refused(path), "name one, such as " + path + ":rho (of rho, vp)");
  EXPECT_EQ(read_grid(path + ":vp").values[0], 1500);
  EXPECT_EQ(read_grid(path + ":rho").quantity, "rho");
  EXPECT_HAS(refused(path + ":vs"), "no array 'vs'");
  const Grid active = read_grid(put("a.vti", vti(both, " Scalars=\"vp\"")));
  EXPECT_EQ(active.values[0], 1500);
  EXPECT_HAS(active.notes.at(0), "vp is read, of rho, vp");
  EXPECT_HAS(refused(put("g.vti", vti(both, " Scalars=\"gone\""))), "several arrays");
  // Points and cells, and a vector, which is no velocity.
  EXPECT_HAS(refused(put("c.vti", vti(array("vp", 1500), "", array("vs", 800)))), "several arrays");
  EXPECT_EQ(read_grid(put("v.vti", vti(array("u", 0, 3) + array("vp", 1500)))).values[0], 1500);
  EXPECT_HAS(refused(put("u.vti", vti(array("u", 0, 3)))), "'u' has 3 components");
  EXPECT_TRUE(read_grid(put("o.vti", vti(array("vp", 1500)))).notes.empty());
}

std::string rsf(const std::string &words) {
  return "n1=2 n2=3 in=\"stdin\" data_format=\"ascii_float\" " + words +
         "\n\014\014\0041500 1600 1700 1800 1900 2000\n";
}

TEST_F(GridMembers, UnitsOfLabelsCount) {
  const auto spacing = [&](const std::string &words) {
    return read_grid(put("m.rsf", rsf("d1=0.01 d2=0.02 " + words))).axes[0].spacing;
  };
  EXPECT_DOUBLE_EQ(spacing("label1=\"Depth (km)\" label2=\"X (km)\""), 20);
  EXPECT_DOUBLE_EQ(spacing("label1=\"Depth [km]\" label2=\"X [km]\""), 20);
  EXPECT_DOUBLE_EQ(spacing("unit1=km unit2=Kilometers"), 20);
  EXPECT_DOUBLE_EQ(spacing("unit1=ft unit2=feet"), 0.02 * 0.3048);
  EXPECT_DOUBLE_EQ(spacing("label1=\"Depth (2021)\" label2=\"X\""), 0.02);
  EXPECT_EQ(read_grid(put("u.rsf", rsf("label=\"Velocity (km/s)\""))).unit, "km/s");
  EXPECT_EQ(read_grid(put("u.rsf", rsf("unit=\"m/s\" label=\"Velocity (M/S)\""))).unit, "m/s");
  for (const auto &[words, expected] :
       Cases{{"unit1=km label1=\"Depth (m)\"", "unit1=km, and label1=Depth (m)"},
             {"unit1=km d1=1 d2=1", "unit2 is missing"},
             {"unit1=fathoms", "unit1=fathoms"},
             {"label1=Time", "label1=Time"},
             {"d1=-1", "d1 is negative"},
             {"unit=km/s label=\"Velocity (m/s)\"", "unit=km/s, and label="}}) {
    SCOPED_TRACE(words);
    EXPECT_HAS(refused(put("m.rsf", rsf(words))), expected);
  }
}

// Without a unit and a few metres long it is rather in kilometres.
TEST_F(GridMembers, AModelOfAFewMetresIsDoubted) {
  const auto notes = [&](const std::string &words, const CaseOverrides &more = {}) {
    CaseOverrides over = more;
    over.model = put("m.rsf", rsf(words));
    std::string all;
    for (const auto &note : read_own_model(over).notes) all += note + "\n";
    return all;
  };
  EXPECT_HAS(notes("d1=0.01 d2=0.01"), "add --length-units=km");
  for (const std::string &right : {notes("d1=20 d2=20"), notes("d1=0.01 d2=0.01 unit1=m unit2=m"),
                                   notes("d1=0.01 d2=0.01", {.length_units = "km"}),
                                   notes("d1=0.01 d2=0.01 unit1=km unit2=km")})
    EXPECT_HAS_NOT(right, "--length-units");
  CaseOverrides over{.model = put("h.rsf", rsf("d1=10 d2=10 o1=-100 label1=Depth label2=X"))};
  EXPECT_HAS(refusal_of([&] { read_own_model(over); }), "depths from -100 to -90 m");
}

std::string floats(float value, std::size_t count, bool swapped = false) {
  return bytes_of(std::vector<float>(count, value), swapped);
}

// Values that no unit makes velocities, and that are with their bytes swapped.
TEST_F(GridMembers, AnotherByteOrderIsNamed) {
  const std::string data = floats(2000, 6, true);
  Grid swapped;
  swapped.axes = {{'x', 3, 1, 0}, {'z', 2, 1, 0}};
  swapped.values.resize(6);
  std::memcpy(swapped.values.data(), data.data(), data.size());
  write_grid(in_folder("m.npy"), swapped);
  std::vector<std::string> paths = {
      in_folder("m.npy"),
      put("m.rsf",
          "n1=2 n2=3 d1=1 d2=1 in=\"stdin\" data_format=\"native_float\"\n\014\014\004" + data),
      put("x.rsf", "n1=2 n2=3 d1=1 d2=1 in=\"stdin\" data_format=\"xdr_float\"\n\014\014\004" +
                       floats(2, 6)),
      put("m.f32", data)};
  std::vector<std::string> notes;
  for (const std::string &path : paths) {
    ModelRequest request{path, 2, 3};
    request.axes = "xz";
    const auto found = refusal_of([&] { read_model(request, notes); });
    EXPECT_HAS(found, "in another order than stated");
  }
  // What is no velocity in either order is refused for what it is.
  ModelRequest odd{put("odd.f32", floats(1e-20f, 6)), 2, 3};
  odd.axes = "xz";
  const auto found = refusal_of([&] { read_model(odd, notes); });
  EXPECT_HAS_NOT(found, "another order");
  odd.path = put("big.f32", data);
  odd.endian = "big";
  EXPECT_EQ(read_model(odd, notes)[0], 2000);
}

// Velocities as text: headings, units, missing values and separators, each as other programs write
// them.

class TextMembers : public TestFolder {
 protected:
  // The model as a list of places, depth first: 3 columns of 2 cells.
  static std::string list(const std::string &heading, const std::string &separator = ",") {
    std::string text = heading;
    for (const char *z : {"0", "10"})
      for (const char *x : {"100", "120", "140"}) {
        const int v = 1500 + 50 * (z[0] == '1') + std::stoi(x) - 100;
        text += z + separator + x + separator + std::to_string(v) + "\n";
      }
    return text;
  }
  Grid read(const std::string &text) const { return read_grid(put("m.csv", text)); }
  std::string refused(const std::string &text) const {
    return refusal_of([&] { read(text); });
  }
  void expect_model(const std::string &text, double metre = 1) const {
    const Grid grid = read(text);
    EXPECT_EQ(grid.axes, (Axes{{'x', 3, 20 * metre, 100 * metre}, {'z', 2, 10 * metre, 0}}));
    EXPECT_EQ(grid.values, (std::vector<float>{1500, 1550, 1520, 1570, 1540, 1590}));
  }
};

TEST_F(TextMembers, AHeadingNamesTheColumns) {
  for (const char *heading :
       {"depth,x,vp\n", "Depth (m),X (m),Vp (m/s)\n", "TVD,X,VP\n",
        "\"Depth [m]\",\"X [m]\",\"Vp\"\n",
        "\xef\xbb\xbf"
        "depth,x,vp\n",
        "# depth x vp\n", "# columns: depth x vp\n", "% Depth (m) X (m) Vp (m/s)\n",
        "z,x,vp\nm,m,m/s\n", "z_m,x_m,velocity\r\n", "# written by somebody\nz,easting,c\n",
        "z,x,porosity_free_velocity_guess\n"}) {
    SCOPED_TRACE(heading);
    expect_model(list(heading));
  }
  EXPECT_EQ(read(list("Depth (m),X (m),Vp (m/s)\n")).unit, "m/s");
  expect_model(list("Depth (km),X (km),Vp (m/s)\n"), 1000);
  EXPECT_EQ(read(list("z_ft,x_ft,vp\n")).length_unit, "ft");
}

TEST_F(TextMembers, WhatAHeadingLeavesOpenIsAskedFor) {
  for (const auto &[text, words] : std::vector<std::pair<std::string, std::string>>{
           {list("A,X,VP\n"), "'A,X,VP' does not say which columns are x, z and the velocity"},
           {list("x,y,vp\n"), "does not say"},
           {list("x,x,vp\n"), "does not say"},
           {list("elevation,x,vp\n"), "names elevations"},
           {list("Depth (km),X (m),Vp\n"), "others in"},
           {list("Depth (fathoms),X,Vp\n"), "'fathoms'"},
           {list("depth,x,vp\nby somebody else\n"), "second heading"},
           {"ncols 3\nnrows 2\ncellsize 10\n1 2 3\n", "line 1"}}) {
    SCOPED_TRACE(text);
    const std::string found = refused(text);
    EXPECT_HAS(found, words);
  }
  // A heading without any name of an axis is said, and the usual order taken.
  const Grid grid = read(list("one,two,three\n"));
  ASSERT_EQ(grid.notes.size(), 1u);
  EXPECT_HAS(grid.notes[0], "taken as x z velocity");
}

TEST_F(TextMembers, OtherColumnsAreLeftOutAndSaid) {
  std::string text = "id,x,z,rho,vp,vs\n";
  int id = 0;
  for (const char *place : {"100,0", "120,0", "140,0", "100,10", "120,10", "140,10"}) {
    const std::string p = place;
    const int v = 1500 + 50 * p.ends_with("10") + std::stoi(p) - 100;
    text += std::to_string(id++) + "," + p + ",2200," + std::to_string(v) + ",800\n";
  }
  expect_model(text);
  EXPECT_HAS(read(text).notes.at(0), "- x z - v -");
}

TEST_F(TextMembers, SeparatorsMayBeAnyOfThese) {
  for (const char *separator : {",", ";", "\t", " ", "   ", ", ", " ; "}) {
    SCOPED_TRACE(separator);
    expect_model(list("", separator).insert(0, "# depth x vp\n"));
  }
  expect_model(
      "# depth x vp\n0,100,\"1500\",\n0,120,+1520,\n0,140,1.54D+03,\n"
      "10,100,1550,\n10,120,1570,\n10,140,1590, # the last\n");
}

TEST_F(TextMembers, WhatIsNotANumberIsNeverLeftOut) {
  for (const char *missing : {"nan", "NaN", "NA", "null", "-nan", "N/A"}) {
    SCOPED_TRACE(missing);
    const std::string row =
        std::string(missing) + " " + missing + " " + missing + " " + missing + " " + missing + "\n";
    const Grid grid = read(row + row + "1 2 3 4 5\n");
    ASSERT_EQ(grid.axes[0].cells, 3);
    EXPECT_TRUE(std::isnan(grid.values[0]) && std::isnan(grid.values[9]));
    EXPECT_EQ(grid.values[10], 1);
  }
  EXPECT_EQ(read("1 2 3 4 inf\n").values[4], INFINITY);
  for (const auto &[text, words] : std::vector<std::pair<std::string, std::string>>{
           {"0,0,1500\n0,nan,1510\n", "line 2 has the z nan"},
           {"0,0,1500\n0,,1510\n", "line 2 has no value in column 2"},
           {"0;0;1500,5\n", "decimal comma"},
           {"1 2 3 4 5\n1 2 -1.#IND 4 5\n", "line 2 is not a line of numbers"},
           {"1 2 3 4 5\nthree of them\n", "line 2"},
           {"\xff\xfe"
            "1 2",
            "UTF-16"}}) {
    SCOPED_TRACE(text);
    EXPECT_HAS(refused(text), words);
  }
}

}  // namespace
}  // namespace ladder
