// VTK's ImageData is read in all its encodings, and written as readers expect it.
#include <stdlib.h>

#include <cstring>

#include "harness/tests/vti_files.h"

namespace ladder {
namespace {

using namespace vti_files;

class Vti : public FormatFolder {
 protected:
  Grid read(const std::string &bytes) const { return read_grid(put("m.vti", bytes)); }
  std::string refusal(const std::string &bytes) const {
    return refusal_of([&] { read(bytes); });
  }
};

TEST_F(Vti, EveryEncodingIsRead) {
  for (const VtiKind &kind : all_kinds()) {
    const Grid grid = read(file(kind));
    EXPECT_EQ(grid.values, along_x) << file(kind);
    ASSERT_EQ(grid.axes.size(), 2u);
    EXPECT_EQ(grid.axes[0].cells, 3) << "the slowest first";
    EXPECT_EQ(grid.axes[0].spacing, 20);
    EXPECT_EQ(grid.axes[1].cells, 2);
    EXPECT_EQ(grid.axes[1].spacing, 10);
    EXPECT_EQ(grid.axes[1].origin, 5);
    EXPECT_EQ(grid.axes[1].name, '?');
    EXPECT_EQ(grid.quantity, "vp");
  }
}

TEST_F(Vti, TextIsRead) {
  const std::string open = "<DataArray type=\"Float32\" Name=\"vp\" format=\"ascii\">";
  EXPECT_EQ(read(file("", open + "\n 0 10 1\n 11 2 12\n</DataArray>", "")).values, along_x);
  for (const char *text : {"0 10 1 11 2", "0 10 1 11 2 12 13", "0 10 1 11 2 twelve", ""})
    EXPECT_TRUE(says(refusal(file("", open + text + "</DataArray>", "")), "6 numbers")) << text;
}

TEST_F(Vti, CountsBeforeTheDataMayBeEncodedApart) {
  const std::string data =
      to_base64(counts({}, {24})) + to_base64(bytes_of_numbers(along_x, false));
  EXPECT_EQ(read(file("header_type=\"UInt64\"",
                      "<DataArray type=\"Float32\" Name=\"vp\" format=\"binary\">" + data +
                          "</DataArray>",
                      ""))
                .values,
            along_x);
}

TEST_F(Vti, RawDataMayHoldAnyByte) {
  Grid grid = example_grid();
  const std::string nasty = "</AppendedData></VTKFile>\0\r\n_";
  grid.axes[1].cells = 4;
  grid.values.resize(8);
  std::memcpy(grid.values.data(), nasty.data(), nasty.size());
  write_grid(in_folder("m.vti"), grid);
  const Grid back = read_grid(in_folder("m.vti"));
  ASSERT_EQ(back.values.size(), 8u);
  // Written x fastest: cell (x, z) lies at 2 z + x.
  for (std::size_t x = 0; x < 2; ++x)
    for (std::size_t z = 0; z < 4; ++z)
      EXPECT_EQ(std::memcmp(&back.values[2 * z + x], &grid.values[4 * x + z], 4), 0);
}

TEST_F(Vti, ANameOfAnyCharactersIsReadBack) {
  Grid grid = example_grid();
  grid.quantity = "p < \"q\" & 'r' > s\xC3\xA9\x01\n";
  write_grid(in_folder("m.vti"), grid);
  EXPECT_EQ(read_grid(in_folder("m.vti")).quantity, "p < \"q\" & 'r' > s\xC3\xA9  ")
      << "XML has no control characters";
}

TEST_F(Vti, WhatIsWrittenSaysHowItLies) {
  write_grid(in_folder("m.vti"), example_cube());
  const std::string bytes = bytes_of_file(in_folder("m.vti"));
  for (const char *part :
       {"version=\"1.0\"", "header_type=\"UInt64\"", "WholeExtent=\"0 1 0 3 0 2\"",
        "Origin=\"100 0 0\"", "Spacing=\"12.5 25 20\"",
        "Axes, fastest first: x y z; z is the depth and points down", "Name=\"velocity\"",
        "<AppendedData encoding=\"raw\">"})
    EXPECT_TRUE(says(bytes, part)) << part;
}

TEST_F(Vti, CellsAreReadWhereThereAreNoPoints) {
  std::string whole = file(VtiKind{});
  for (const char *word : {"<PointData", "</PointData"}) {
    const std::string from = word, to = from.substr(0, from.find('P')) + "CellData";
    whole.replace(whole.find(from), from.size(), to);
  }
  for (const char *extent : {"WholeExtent", "Piece Extent"})
    whole.replace(whole.find("0 1 0 2 0 0", whole.find(extent)), 11, "0 2 0 3 0 0");
  const Grid grid = read(whole);
  EXPECT_EQ(grid.values, along_x);
  EXPECT_EQ(grid.axes[1].origin, 10) << "the middle of the first cell";
}

TEST_F(Vti, AFileOfOthersIsRead) {
  const char *real = getenv("LADDER_REAL_DATA");
  if (!real || !std::filesystem::exists(std::string(real) + "/cube.vti"))
    GTEST_SKIP() << "LADDER_REAL_DATA does not name the folder with cube.vti";
  const Grid grid = read_grid(std::string(real) + "/cube.vti");
  EXPECT_EQ(grid.axes.size(), 3u);
  EXPECT_EQ(grid.values.size(), 27u);
  EXPECT_EQ(grid.quantity, "scalars");
  for (float v : grid.values) {
    EXPECT_GE(v, 0);
    EXPECT_LE(v, 1);
  }
}

}  // namespace
}  // namespace ladder
