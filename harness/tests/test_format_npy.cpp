// NumPy files: read in every order and width, refused in words when they are broken.

#include <algorithm>
#include <cstring>

#include "harness/formats/grid.h"
#include "harness/problems/wave/model.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

class NpyModel : public FormatFolder {
 protected:
  void SetUp() override {
    FormatFolder::SetUp();
    path = (folder / "model.npy").string();
  }

  void write(const std::string &bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  // The words of the refusal; empty when the file is read.
  std::string refusal(int nz = 3, int nx = 2, const std::string &axes = "") {
    return refusal_of([&] { read({path, nz, nx, 1, "m/s", axes, ""}); });
  }
  std::vector<float> read(const ModelRequest &r) { return read_model(r, notes); }

  std::string path;
  std::vector<std::string> notes;
};

template <typename T>
std::string bytes_of(const std::vector<T> &values, bool big = false) {
  std::string bytes;
  for (T v : values) {
    char one[sizeof(T)];
    std::memcpy(one, &v, sizeof(T));
    if (big) std::reverse(one, one + sizeof(T));
    bytes.append(one, sizeof(T));
  }
  return bytes;
}

std::string dictionary(const std::string &type, const std::string &shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }";
}

std::string npy(std::string header, const std::string &data, int version = 1) {
  const std::size_t prefix = version == 1 ? 10 : 12;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const auto n = static_cast<std::uint32_t>(header.size());
  bytes.append(reinterpret_cast<const char *>(&n), prefix - 8);
  return bytes + header + data;
}

// Cell (x, z) of a model of 2 columns and 3 rows is 1000 + 100 x + z.
const std::vector<float> columns = {1000, 1001, 1002, 1100, 1101, 1102};
const std::vector<float> rows = {1000, 1100, 1001, 1101, 1002, 1102};
const std::vector<double> wide(columns.begin(), columns.end());

TEST_F(NpyModel, BothOrdersOfIndicesAreFoundFromTheSizes) {
  write(npy(dictionary("<f4", "(2, 3)"), bytes_of(columns)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
  write(npy(dictionary("<f4", "(3, 2)"), bytes_of(rows)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
}

TEST_F(NpyModel, FortranOrderIsHonoured) {
  write(npy(dictionary("<f4", "(2, 3)", true), bytes_of(rows)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
}

TEST_F(NpyModel, EveryWidthAndByteOrderIsRead) {
  write(npy(dictionary(">f4", "(2, 3)"), bytes_of(columns, true)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
  write(npy(dictionary("<f8", "(2, 3)"), bytes_of(wide)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
  write(npy(dictionary(">f8", "(2, 3)"), bytes_of(wide, true)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
}

TEST_F(NpyModel, IntegersAreRead) {
  const std::vector<std::pair<const char *, std::string>> files = {
      {"|i1", {1, 2, 3, 4, 5, 127}},
      {"|u1", {1, 2, 3, 4, 5, 127}},
      {"<i2", {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 127, 0}},
      {">u2", {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 127}},
      {"<i4", {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 127, 0, 0, 0}}};
  for (const auto &[type, bytes] : files) {
    write(npy(dictionary(type, "(2, 3)"), bytes));
    EXPECT_EQ(read_grid(path).values, (std::vector<float>{1, 2, 3, 4, 5, 127})) << type;
  }
}

TEST_F(NpyModel, Version2IsReadAndVersion3IsRefused) {
  write(npy(dictionary("<f4", "(2, 3)"), bytes_of(columns), 2));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns);
  write(npy(dictionary("<f4", "(2, 3)"), bytes_of(columns), 3));
  EXPECT_NE(refusal().find("version is 3"), std::string::npos);
}

TEST_F(NpyModel, ThreeDimensionsAreRead) {
  write(npy(dictionary("<f4", "(1, 2, 3)"), bytes_of(columns)));
  EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns) << "an axis of one cell";
  std::vector<float> cube;
  for (float y = 0; y < 4; ++y)
    for (float v : columns) cube.push_back(v + 1000 * y);
  write(npy(dictionary("<f4", "(4, 2, 3)"), bytes_of(cube)));
  EXPECT_EQ(read({path, 3, 2, 4, "m/s", "", ""}), cube);
}

TEST_F(NpyModel, ASquareNeedsAxes) {
  write(npy(dictionary("<f4", "(2, 2)"), bytes_of<float>({1000, 1001, 1100, 1101})));
  EXPECT_THROW(read({path, 2, 2, 1, "m/s", "", ""}), UsageError);
  EXPECT_EQ(read({path, 2, 2, 1, "m/s", "xz", ""})[1], 1001);
  EXPECT_EQ(read({path, 2, 2, 1, "m/s", "zx", ""})[1], 1100);
}

TEST_F(NpyModel, AWrongSizeIsReportedWithBothSizes) {
  write(npy(dictionary("<f4", "(2, 3)"), bytes_of(columns)));
  const std::string words = refusal(3, 5);
  EXPECT_NE(words.find("2 x 3 values"), std::string::npos) << words;
  EXPECT_NE(words.find("3 x 5 cells"), std::string::npos) << words;
  EXPECT_NE(refusal(3, 2, "zx").find("in the order zx"), std::string::npos);
}

TEST_F(NpyModel, AnEndianIsRefusedSinceTheFileTellsIt) {
  EXPECT_THROW(read({path, 3, 2, 1, "", "", "big"}), UsageError);
}

TEST_F(NpyModel, EveryTruncationIsRefused) {
  const std::string whole = npy(dictionary("<f4", "(2, 3)"), bytes_of(columns));
  for (std::size_t n = 0; n < whole.size(); ++n) {
    write(whole.substr(0, n));
    EXPECT_NE(refusal(), "") << n << " bytes";
  }
  write(whole + "x");
  EXPECT_NE(refusal(), "");
}

TEST_F(NpyModel, GarbageInTheHeaderIsRefused) {
  for (const char *header :
       {"", "{", "{}", "{'descr': '<f4'}", "{'descr': , 'fortran_order': , 'shape': }",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 6, }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3",
        "'shape' 'descr' 'fortran_order'",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (two, 3), }"}) {
    write(npy(header, bytes_of(columns)));
    EXPECT_NE(refusal().find("header"), std::string::npos) << header << ": " << refusal();
  }
}

TEST_F(NpyModel, ImpossibleShapesAreRefusedBeforeAnythingIsAllocated) {
  for (const char *shape :
       {"()", "(0, 3)", "(-2, 3)", "(-2, -3)", "(4294967296, 4294967296)",
        "(2, 4611686018427387905)", "(9223372036854775807, 9223372036854775807, 3)",
        "(99999999999999999999, 1)"}) {
    write(npy(dictionary("<f4", shape), bytes_of(columns)));
    EXPECT_NE(refusal(), "") << shape;
  }
}

TEST_F(NpyModel, OtherTypesAreRefusedByName) {
  for (const char *type : {"<i8", "<f2", "|b1", "<c8", "|O"}) {
    write(npy(dictionary(type, "(2, 3)"), bytes_of(columns)));
    EXPECT_NE(refusal().find(type), std::string::npos) << type;
    EXPECT_NE(refusal().find(".astype('float32')"), std::string::npos) << type;
  }
}

TEST_F(NpyModel, OfNoValueIsReportedAsSuch) {
  write(npy(dictionary("<f4", "(0, 3)"), ""));
  EXPECT_NE(refusal().find("its shape is 0 x 3, so it holds no value"), std::string::npos);
  write("");
  EXPECT_NE(refusal().find("it is empty"), std::string::npos);
}

TEST_F(NpyModel, AFileOfAnotherKindIsRefused) {
  write("PK\x03\x04 an archive, not an array");
  EXPECT_NE(refusal().find("does not begin with the magic bytes"), std::string::npos);
}

}  // namespace
}  // namespace ladder
