// (v dt)^2 as a palette: no cell changes its bits, and a model of more values than a byte has none.
#include <bit>

#include "cuda_stages/wave3d/palette.cuh"
#include "harness/problems/wave/wave_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// Lines of nz cells that take `values` values by turns.
std::vector<float> values_by_turns(int nz, std::size_t lines, int values) {
  std::vector<float> cells(nz * lines);
  for (std::size_t i = 0; i < cells.size(); ++i)
    cells[i] = 1.0f / float(1 + i * 7 % std::size_t(values));
  return cells;
}

void expect_its_own_values(const std::vector<float> &cells, int nz, std::size_t lines) {
  const auto palette = Palette::of(cells.data(), nz, lines);
  ASSERT_TRUE(palette);
  const std::size_t pitch = (std::size_t(nz) + 3) / 4 * 4;
  for (std::size_t line = 0; line < lines; ++line)
    for (int iz = 0; iz < nz; ++iz)
      ASSERT_EQ(std::bit_cast<unsigned>(palette->values()[palette->bytes()[line * pitch + iz]]),
                std::bit_cast<unsigned>(cells[line * nz + iz]))
          << "line " << line << ", cell " << iz << " of " << nz;
}

TEST(Palette, GivesEachCellItsOwnValueBitForBit) {
  for (const int nz : {1, 3, 4, 37, 64})
    for (const std::size_t lines : {1, 2, 59})
      for (const int values : {1, 2, 256})
        expect_its_own_values(values_by_turns(nz, lines, values), nz, lines);
}

TEST(Palette, HoldsWhatAByteTellsApartAndNoMore) {
  EXPECT_EQ(Palette::of(values_by_turns(64, 60, 256).data(), 64, 60)->count(), 256);
  EXPECT_FALSE(Palette::of(values_by_turns(64, 60, 257).data(), 64, 60));
}

TEST(Palette, FindsTheOneValueTooManyWhereverItIs) {
  for (const std::size_t at : {0, 1000, 3839}) {
    std::vector<float> cells = values_by_turns(64, 60, 256);
    cells[at] = 2;
    for (std::size_t i = 0; i < 256; ++i) cells[(at + 256 + i) % cells.size()] = 1 / float(i + 1);
    EXPECT_FALSE(Palette::of(cells.data(), 64, 60)) << at;
  }
}

TEST(Palette, TakesEveryCaseOfTheProbe) {
  for (const unsigned seed : {1u, 2u}) {
    const WaveCase c = small_case(31, 37, 41, 3, 4, seed);
    const auto palette = Palette::of(c.v2dt2.data(), c.nz, std::size_t(c.nx) * c.ny);
    ASSERT_TRUE(palette);
    EXPECT_GT(palette->count(), 100);
  }
}

}  // namespace
}  // namespace ladder
