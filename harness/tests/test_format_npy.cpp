// NumPy files: read in every order and width, refused in words when they are broken.
#include "harness/formats/grid.h"
#include "harness/problems/wave/model.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

class NpyModel : public TestFolder {
 protected:
  void write(const std::string &bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  // The words of the refusal; empty when the file is read.
  std::string refusal(int nz = 3, int nx = 2, const std::string &axes = "") {
    return refusal_of([&] { read({path, nz, nx, 1, "m/s", axes, ""}); });
  }
  std::vector<float> read(const ModelRequest &r) { return read_model(r, notes); }

  const std::string path = in_folder("model.npy");
  std::vector<std::string> notes;
};

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

TEST_F(NpyModel, EveryOrderWidthAndVersionIsRead) {
  for (const std::string &file : {npy(dictionary("<f4", "(2, 3)"), bytes_of(columns)),
                                  npy(dictionary("<f4", "(3, 2)"), bytes_of(rows)),
                                  npy(dictionary("<f4", "(2, 3)", true), bytes_of(rows)),
                                  npy(dictionary(">f4", "(2, 3)"), bytes_of(columns, true)),
                                  npy(dictionary("<f8", "(2, 3)"), bytes_of(wide)),
                                  npy(dictionary(">f8", "(2, 3)"), bytes_of(wide, true)),
                                  npy(dictionary("<f4", "(1, 2, 3)"), bytes_of(columns)),
                                  npy(dictionary("<f4", "(2, 3)"), bytes_of(columns), 2)}) {
    write(file);
    EXPECT_EQ(read({path, 3, 2, 1, "m/s", "", ""}), columns) << file;
  }
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

TEST_F(NpyModel, ASquareNeedsAxes) {
  write(npy(dictionary("<f4", "(2, 2)"), bytes_of<float>({1000, 1001, 1100, 1101})));
  EXPECT_THROW(read({path, 2, 2, 1, "m/s", "", ""}), UsageError);
  EXPECT_EQ(read({path, 2, 2, 1, "m/s", "xz", ""})[1], 1001);
  EXPECT_EQ(read({path, 2, 2, 1, "m/s", "zx", ""})[1], 1100);
}

TEST_F(NpyModel, AWrongSizeIsReportedWithBothSizes) {
  write(npy(dictionary("<f4", "(2, 3)"), bytes_of(columns)));
  const std::string words = refusal(3, 5);
  EXPECT_HAS(words, "2 x 3 values");
  EXPECT_HAS(words, "3 x 5 cells");
  EXPECT_HAS(refusal(3, 2, "zx"), "in the order zx");
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

TEST_F(NpyModel, AxesOfOneCellAreLeftOut) {
  for (const char *shape :
       {"(3L, 2L)", "(1, 1, 3, 2)", "(1, 3, 2)", "(3, 1, 2)", "(3, 2, 1)", "(3,2)"}) {
    write(npy(dictionary("<f4", shape), bytes_of(rows)));
    const Grid grid = read_grid(path);
    ASSERT_EQ(grid.axes.size(), 2u) << shape;
    EXPECT_EQ(grid.axes[0].cells, 3) << shape;
  }
}

// Sizes are refused before anything is allocated.
TEST_F(NpyModel, WhatCannotBeReadIsRefusedInWords) {
  const std::string data = bytes_of(columns);
  std::vector<std::pair<std::string, std::string>> files = {
      {"", "it is empty"},
      {npy(dictionary("<f4", "(2, 3)"), data, 3), "version is 3"},
      {npy(dictionary("<f4", "(0, 3)"), ""), "its shape is 0 x 3, so it holds no value"},
      {npy(dictionary("<f4", "()"), data.substr(0, 4)), "one number (shape ())"},
      {npy("{'descr': [('vp', '<f4'), ('vs', '<f4')], 'fortran_order': False, 'shape': (3, 1), }",
           data),
       "records of vp, vs: save one of them, as array['vp']"},
      {npy("{'descr': [('a', '<f4', (2,)), ('b', '<i4')], 'fortran_order': False, 'shape': (2,), }",
           data),
       "records of a, b"}};
  for (const char *type : {"<i8", "<f2", "|b1", "<c8", "|O"})
    for (const char *words : {type, ".astype('float32')"})
      files.push_back({npy(dictionary(type, "(2, 3)"), data), words});
  for (const char *shape :
       {"(0, 3)", "(-2, 3)", "(-2, -3)", "(4294967296, 4294967296)", "(2, 4611686018427387905)",
        "(9223372036854775807, 9223372036854775807, 3)", "(99999999999999999999, 1)"})
    files.push_back({npy(dictionary("<f4", shape), data), "model.npy"});
  for (const char *header :
       {"", "{", "{}", "{'descr': '<f4'}", "{'descr': , 'fortran_order': , 'shape': }",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 6, }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3",
        "'shape' 'descr' 'fortran_order'",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (two, 3), }"})
    files.push_back({npy(header, data), "header"});
  for (const auto &[bytes, words] : files) {
    write(bytes);
    EXPECT_HAS(refusal(), words) << bytes;
  }
}

}  // namespace
}  // namespace ladder
