// Velocities as text: headings, units, missing values and separators, each as other programs write
// them. What is read is one model, or the file is refused in words.
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

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
