// Writes a file of every format for the readers of others: test_format_readers.py opens them.
#include <stdlib.h>

#include <filesystem>
#include <iostream>

#include "harness/formats/pvd.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

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
