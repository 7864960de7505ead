// The planes of a volume that pass through the device, and how deep in time each of them is. No
// CUDA and no maths here.
//
// In a pass a volume goes by in chunks of planes, and comes out `steps` steps later in time. When a
// chunk has come, step 1 is made on all planes but the last M, whose neighbours have not come; step
// 2 on all but 2M, and so on: each step lags M planes behind the one before it. Two fields are
// enough: p(n+1) of a plane takes the place of p(n-1), as everywhere, and what a step still needs
// of planes behind it has not been overwritten, as the next step lags behind it.
#pragma once
#include <algorithm>
#include <vector>

namespace {

struct PlaneRange {
  int begin, end;
  int count() const { return end - begin; }
};

// What happens when one chunk comes. Planes are counted in the whole volume; plane `origin` is
// first on the device.
struct ChunkWork {
  bool moves;  // the planes `kept` go to the beginning of the device's memory first
  PlaneRange kept;
  int origin;  // afterwards
  PlaneRange comes;
  std::vector<PlaneRange> makes;  // [steps] planes of each step, in this order
  PlaneRange leaves;              // all steps are made there
};

// The planes that a window must hold, so that those which are kept move into free memory.
inline int least_window(int chunk, int steps, int m) { return 3 * chunk + 2 * (steps + 1) * m; }

inline std::vector<ChunkWork> pass_of(int ny, int chunk, int steps, int m, int window) {
  std::vector<int> made(steps + 1, 0);  // [s] planes before this have step s
  std::vector<ChunkWork> work;
  int origin = 0;
  for (int begin = 0; begin < ny; begin += chunk) {
    ChunkWork one{};
    one.comes = {begin, std::min(begin + chunk, ny)};
    one.kept = {std::max(0, made[steps] - m), begin};
    one.moves = one.comes.end - origin > window;
    if (one.moves) origin = one.kept.begin;
    one.origin = origin;
    one.leaves.begin = made[steps];
    for (int s = 1; s <= steps; ++s) {
      const int end = one.comes.end == ny ? ny : std::max(made[s], one.comes.end - s * m);
      one.makes.push_back({made[s], end});
      made[s] = end;
    }
    one.leaves.end = made[steps];
    work.push_back(one);
  }
  return work;
}

}  // namespace
