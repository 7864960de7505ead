// The planes that pass through a window: every plane makes every step once, from values of the step
// before.
#include "cuda_stages/wave3d/window.cuh"
#include "harness/tests/testing.h"

namespace {

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
