// What the tests of file formats share: a folder that goes away, and the words of a refusal.
#pragma once
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "harness/base/error.h"
#include "harness/formats/gather.h"
#include "harness/formats/grid.h"

namespace ladder {

inline std::string bytes_of_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class FormatFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "ladder_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string in_folder(const std::string &name) const { return (folder / name).string(); }
  std::string put(const std::string &name, const std::string &bytes) const {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    return in_folder(name);
  }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  std::filesystem::path folder;
};

// The words with which something is refused; empty where it is not.
inline std::string refusal_of(const std::function<void()> &what) {
  try {
    what();
  } catch (const FileError &error) {
    return error.what();
  }
  return "";
}

inline bool says(const std::string &words, const std::string &part) {
  return words.find(part) != std::string::npos;
}

// Three receivers of four samples, at places that are exact to the centimetre.
inline Gather example_gather() {
  Gather gather;
  gather.samples = 4;
  gather.dt = 0.002;
  gather.source = {120.5, 0, 10};
  gather.receivers = {{0, 0, 5}, {12.25, 0, 5}, {24.5, 0, 5}};
  for (int i = 0; i < 12; ++i) gather.values.push_back(0.1f * static_cast<float>(i) - 0.35f);
  gather.description = "Shot 2 over the salt\nby the stage smem";
  return gather;
}

// A model of 2 columns and 3 rows: cell (x, z) is 1500 + 100 x + z.
inline Grid example_grid() {
  Grid grid;
  grid.axes = {{'x', 2, 12.5, 100}, {'z', 3, 20, 0}};
  grid.values = {1500, 1501, 1502, 1600, 1601, 1602};
  grid.quantity = "velocity";
  grid.unit = "m/s";
  return grid;
}

// And of 3 axes, none like another: cell (y, x, z) is 1500 + 100 y + 10 x + z.
inline Grid example_cube() {
  Grid grid;
  grid.axes = {{'y', 4, 25, 0}, {'x', 2, 12.5, 100}, {'z', 3, 20, 0}};
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 2; ++x)
      for (int z = 0; z < 3; ++z)
        grid.values.push_back(static_cast<float>(1500 + 100 * y + 10 * x + z));
  grid.quantity = "velocity";
  grid.unit = "m/s";
  return grid;
}

}  // namespace ladder
