/* For the parallel algorithms of GCC's C++ library, whose threads are TBB's. No maths here. */
#include <tbb/global_control.h>

#include <numeric>
#include <optional>
#include <vector>

static int take_device(int threads) {
  static std::optional<tbb::global_control> limit;
  limit.reset();
  if (threads) limit.emplace(tbb::global_control::max_allowed_parallelism, threads);
  return 0;
}

// GCC 12 divides among threads only what C++17 calls random access, which views::iota is not.
static const int *numbers(int count) {
  static std::vector<int> all;
  const int before = static_cast<int>(all.size());
  if (before < count) {
    all.resize(count);
    std::iota(all.begin() + before, all.end(), before);
  }
  return all.data();
}
