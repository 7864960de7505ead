// VTK's ImageData that is broken, or that is not read, is refused in words.
#include "harness/formats/vti_data.h"
#include "harness/tests/vti_files.h"

namespace ladder {
namespace {

using namespace vti_files;

class VtiRefused : public FormatFolder {
 protected:
  Grid read(const std::string &bytes) const { return read_grid(put("m.vti", bytes)); }
  std::string refusal(const std::string &bytes) const {
    return refusal_of([&] { read(bytes); });
  }
};

TEST_F(VtiRefused, EveryTruncationIsRefused) {
  for (const VtiKind &kind : all_kinds()) {
    // Byte orders and widths end alike.
    if (kind.big || kind.wide_values || kind.wide_counts) continue;
    const std::string whole = file(kind);
    for (std::size_t n = 0; n + 12 < whole.size(); ++n)
      ASSERT_NE(refusal(whole.substr(0, n)), "") << n << " of " << whole;
  }
}

TEST_F(VtiRefused, ImpossibleSizesAreRefusedBeforeAnythingIsAllocated) {
  const auto huge = [&](const std::string &extent, const std::string &words) {
    const std::string array =
        "<DataArray type=\"Float32\" Name=\"vp\" format=\"appended\" offset=\"0\"/>";
    const std::string appended = "<AppendedData encoding=\"raw\">_" + counts({}, {24}) +
                                 bytes_of_numbers(along_x, false) + "</AppendedData>";
    EXPECT_TRUE(says(refusal(file("header_type=\"UInt64\"", array, appended, extent)), words))
        << extent;
  };
  huge("0 2147483646 0 2147483646 0 2147483646", "more cells");
  huge("-2147483648 2147483647 0 0 0 0", "its data has 24 bytes");
  huge("0 99999999999 0 0 0 0", "expected 6 numbers");
  huge("0 1 0 -1 0 0", "goes from 0 to -1");
  huge("0 1 0 2 0", "expected 6 numbers");
}

TEST_F(VtiRefused, CompressedBlocksThatDoNotMakeTheGridAreRefused) {
  const VtiKind kind{false, true, false, true, "appended", "raw"};
  const std::string good = squeezed(bytes_of_numbers(along_x, false));
  const auto refused = [&](const std::vector<std::uint64_t> &numbers,
                           const std::string &data = "") {
    const std::string array =
        "<DataArray type=\"Float32\" Name=\"vp\" format=\"appended\" offset=\"0\"/>";
    return refusal(file("header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"", array,
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
  EXPECT_TRUE(says(refused({1, 24, 0, n}, std::string(n, 'x')), "zlib cannot expand"));
}

TEST_F(VtiRefused, WhatIsNotReadIsNamed) {
  const std::string whole = file(VtiKind{});
  const auto with = [&](const std::string &from, const std::string &to) {
    std::string bytes = whole;
    bytes.replace(bytes.find(from), from.size(), to);
    return refusal(bytes);
  };
  EXPECT_TRUE(says(with("type=\"ImageData\"", "type=\"PolyData\""), "ImageData"));
  EXPECT_TRUE(says(with("LittleEndian", "MiddleEndian"), "MiddleEndian"));
  EXPECT_TRUE(says(with("UInt64", "UInt16"), "UInt16"));
  EXPECT_TRUE(
      says(with("header_type", "compressor=\"vtkLZ4DataCompressor\" header_type"), "vtkLZ4"));
  EXPECT_TRUE(says(with("Float32", "Int16"), "Int16"));
  EXPECT_TRUE(says(with("Name=\"vp\"", "Name=\"vp\" NumberOfComponents=\"3\""), "3 components"));
  EXPECT_TRUE(says(with("Spacing=\"10 20 1\"", "Spacing=\"10 -20 1\""), "must be positive"));
  EXPECT_TRUE(says(with("Spacing", "Direction=\"0 1 0 1 0 0 0 0 1\" Spacing"), "rotated"));
  EXPECT_TRUE(says(with("offset=\"0\"", "offset=\"9999\""), "after the end of the file"));
  EXPECT_TRUE(
      says(with("<Piece Extent=\"0 1 0 2 0 0\">", "<Piece Extent=\"0 1 0 1 0 0\">"), "whole grid"));
  EXPECT_TRUE(says(with("encoding=\"raw\"", "encoding=\"hex\""), "'hex'"));
  EXPECT_TRUE(says(with("format=\"appended\"", "format=\"morse\""), "'morse'"));
  EXPECT_TRUE(says(refusal("not xml at all"), "no XML"));
  EXPECT_TRUE(says(refusal("<VTKFile type=\"ImageData\"/>"), "it has no"));
}

TEST_F(VtiRefused, Base64IsStrict) {
  EXPECT_EQ(from_base64("TWFu"), "Man");
  EXPECT_EQ(from_base64("TWE=\n TQ=="), "MaM");
  for (const char *text : {"TWF", "TW=u", "T===", "TW!u", "===="})
    EXPECT_FALSE(from_base64(text)) << text;
}

}  // namespace
}  // namespace ladder
