// What stages of wave3d decide on the host: (v dt)^2 as a palette, which changes no bit of a cell,
// and the planes that pass through a window.
#include <bit>

#include "cuda_stages/wave3d/palette.cuh"
#include "cuda_stages/wave3d/window.cuh"
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

// Goes through a pass and keeps, for every plane on the device, the steps that its two fields have.
class Window {
 public:
  Window(int ny, int m, int planes)
      : ny_(ny), m_(m), host_(ny, 0), device_(planes, -1), whose_(planes, -1) {}

  void take(const ChunkWork &work) {
    if (work.moves) {
      const int from = work.kept.begin - origin_;
      EXPECT_GE(from, work.kept.count()) << "what is kept would be overwritten while it moves";
      for (int i = 0; i < work.kept.count(); ++i) {
        device_.at(i) = device_.at(from + i);
        whose_.at(i) = whose_.at(from + i);
      }
    }
    origin_ = work.origin;
    for (int y = work.comes.begin; y < work.comes.end; ++y) at(y) = 0, whose_.at(y - origin_) = y;
    for (int s = 0; s < int(work.makes.size()); ++s) make(work.makes[s], s);
    for (int y = work.leaves.begin; y < work.leaves.end; ++y) host_[y] = at(y);
  }
  const std::vector<int> &host() const { return host_; }

 private:
  int &at(int y) { return device_.at(y - origin_); }
  // Step s+1 needs step s at M planes on either side: the field of now has it where s or s+1 steps
  // were made.
  void make(PlaneRange planes, int s) {
    for (int y = planes.begin; y < planes.end; ++y) EXPECT_EQ(at(y), s) << "plane " << y;
    for (int y = std::max(0, planes.begin - m_); y < std::min(ny_, planes.end + m_); ++y) {
      if (planes.begin == planes.end) break;
      ASSERT_EQ(whose_.at(y - origin_), y) << "the plane is not on the device";
      EXPECT_TRUE(at(y) == s || at(y) == s + 1) << "plane " << y << " has " << at(y) << " steps";
    }
    for (int y = planes.begin; y < planes.end; ++y) at(y) = s + 1;
  }

  int ny_, m_, origin_ = 0;
  std::vector<int> host_, device_, whose_;
};

TEST(StreamWindow, EveryPlaneMakesEveryStepFromTheStepBefore) {
  for (const int m : {1, 4, 8})
    for (const int ny : {1, 5, 31, 100, 177})
      for (const int chunk : {1, 3, 8, 64})
        for (const int steps : {1, 2, 5, 13}) {
          const int window = std::min(least_window(chunk, steps, m), ny);
          Window passing(ny, m, window);
          int left = 0;
          for (const ChunkWork &work : pass_of(ny, chunk, steps, m, window)) {
            passing.take(work);
            EXPECT_EQ(work.leaves.begin, left);
            left = work.leaves.end;
          }
          EXPECT_EQ(left, ny);
          EXPECT_EQ(passing.host(), std::vector<int>(ny, steps))
              << ny << " planes, chunks of " << chunk << ", M " << m;
        }
}

}  // namespace
}  // namespace ladder
