// VTK's ImageData is read in all its encodings, and written as readers expect it.
#include "harness/formats/vti_data.h"
#include "harness/tests/vti_files.h"

namespace ladder {
namespace {

using namespace vti_files;

class Vti : public TestFolder {
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
    EXPECT_EQ(grid.axes, (Axes{{'?', 3, 20, 0}, {'?', 2, 10, 5}})) << "the slowest first";
    EXPECT_EQ(grid.quantity, "vp");
  }
}

TEST_F(Vti, TextIsRead) {
  const std::string open = "<DataArray type=\"Float32\" Name=\"vp\" format=\"ascii\">";
  EXPECT_EQ(read(file("", open + "\n 0 10 1\n 11 2 12\n</DataArray>", "")).values, along_x);
  for (const char *text : {"0 10 1 11 2", "0 10 1 11 2 12 13", "0 10 1 11 2 twelve", ""})
    EXPECT_HAS(refusal(file("", open + text + "</DataArray>", "")), "6 numbers") << text;
}

TEST_F(Vti, CountsBeforeTheDataMayBeEncodedApart) {
  const std::string data = to_base64(counts({}, {24})) + to_base64(bytes_of(along_x));
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
    EXPECT_HAS(bytes, part) << part;
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

// VTK's ImageData that is broken, or that is not read, is refused in words.

const std::string appended_array =
    "<DataArray type=\"Float32\" Name=\"vp\" format=\"appended\" offset=\"0\"/>";

TEST_F(Vti, EveryTruncationIsRefused) {
  for (const VtiKind &kind : all_kinds()) {
    // Byte orders and widths end alike.
    if (kind.big || kind.wide_values || kind.wide_counts) continue;
    const std::string whole = file(kind);
    for (std::size_t n = 0; n + 12 < whole.size(); ++n)
      ASSERT_NE(refusal(whole.substr(0, n)), "") << n << " of " << whole;
  }
}

TEST_F(Vti, ImpossibleSizesAreRefusedBeforeAnythingIsAllocated) {
  const auto huge = [&](const std::string &extent, const std::string &words) {
    const std::string appended = "<AppendedData encoding=\"raw\">_" + counts({}, {24}) +
                                 bytes_of(along_x) + "</AppendedData>";
    EXPECT_HAS(refusal(file("header_type=\"UInt64\"", appended_array, appended, extent)), words)
        << extent;
  };
  huge("0 2147483646 0 2147483646 0 2147483646", "more cells");
  huge("-2147483648 2147483647 0 0 0 0", "its data has 24 bytes");
  huge("0 99999999999 0 0 0 0", "expected 6 numbers");
  huge("0 1 0 -1 0 0", "goes from 0 to -1");
  huge("0 1 0 2 0", "expected 6 numbers");
}

TEST_F(Vti, CompressedBlocksThatDoNotMakeTheGridAreRefused) {
  const VtiKind kind{false, true, false, true, "appended", "raw"};
  const std::string good = squeezed(bytes_of(along_x));
  const auto refused = [&](const std::vector<std::uint64_t> &numbers,
                           const std::string &data = "") {
    return refusal(file("header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"",
                        appended_array,
                        "<AppendedData encoding=\"raw\">_" + counts(kind, numbers) +
                            (data.empty() ? good : data) + "</AppendedData>"));
  };
  const std::uint64_t n = good.size(), most = ~std::uint64_t{0};
  EXPECT_EQ(refused({1, 24, 0, n}), "");
  EXPECT_EQ(refused({1, 32768, 24, n}), "") << "a last block may be the only one";
  for (const auto &numbers : std::vector<std::vector<std::uint64_t>>{{0, 24, 0, n},
                                                                     {1, 0, 24, n},
                                                                     {1, 24, 23, n},
                                                                     {1, 32, 0, n},
                                                                     {2, 24, 0, n, 0},
                                                                     {most, 24, 0, n},
                                                                     {1, 24, most, n},
                                                                     {1, 24, 0, n + 1},
                                                                     {1, 24, 0, n - 1},
                                                                     {1, 24, 0, most}})
    EXPECT_NE(refused(numbers), "");
  EXPECT_HAS(refused({1, 24, 0, n}, std::string(n, 'x')), "zlib cannot expand");
}

TEST_F(Vti, WhatIsNotReadIsNamed) {
  const std::string whole = file(VtiKind{});
  const auto with = [&](const std::string &from, const std::string &to) {
    std::string bytes = whole;
    bytes.replace(bytes.find(from), from.size(), to);
    return refusal(bytes);
  };
  EXPECT_HAS(with("type=\"ImageData\"", "type=\"PolyData\""), "ImageData");
  EXPECT_HAS(with("LittleEndian", "MiddleEndian"), "MiddleEndian");
  EXPECT_HAS(with("UInt64", "UInt16"), "UInt16");
  EXPECT_HAS(with("header_type", "compressor=\"vtkLZ4DataCompressor\" header_type"), "vtkLZ4");
  EXPECT_HAS(with("Float32", "Int16"), "Int16");
  EXPECT_HAS(with("Name=\"vp\"", "Name=\"vp\" NumberOfComponents=\"3\""), "3 components");
  EXPECT_HAS(with("Spacing=\"10 20 1\"", "Spacing=\"10 -20 1\""), "must be positive");
  EXPECT_HAS(with("Spacing", "Direction=\"0 1 0 1 0 0 0 0 1\" Spacing"), "rotated");
  EXPECT_HAS(with("offset=\"0\"", "offset=\"9999\""), "after the end of the file");
  EXPECT_HAS(with("<Piece Extent=\"0 1 0 2 0 0\">", "<Piece Extent=\"0 1 0 1 0 0\">"),
             "whole grid");
  EXPECT_HAS(with("encoding=\"raw\"", "encoding=\"hex\""), "'hex'");
  EXPECT_HAS(with("format=\"appended\"", "format=\"morse\""), "'morse'");
  EXPECT_HAS(refusal("not xml at all"), "no XML");
  EXPECT_HAS(refusal("<VTKFile type=\"ImageData\"/>"), "it has no");
}

TEST_F(Vti, Base64IsStrict) {
  EXPECT_EQ(from_base64("TWFu"), "Man");
  EXPECT_EQ(from_base64("TWE=\n TQ=="), "MaM");
  for (const char *text : {"TWF", "TW=u", "T===", "TW!u", "===="})
    EXPECT_FALSE(from_base64(text)) << text;
}

}  // namespace
}  // namespace ladder
