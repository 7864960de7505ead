#include "reuse.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace ladder_emulation {
namespace {

// Counts of places, summed from one to another in the logarithm of their number (Fenwick 1994).
class Marks {
 public:
  explicit Marks(std::size_t places) : sums_(places + 1) {}
  void add(std::size_t place, int what) {
    for (++place; place < sums_.size(); place += place & -place) sums_[place] += what;
  }
  std::size_t before(std::size_t place) const {
    std::size_t all = 0;
    for (; place > 0; place -= place & -place) all += std::size_t(sums_[place]);
    return all;
  }

 private:
  std::vector<int> sums_;
};

}  // namespace

void add_distances(std::vector<LoadedSector> &loads, Distances &again) {
  std::ranges::sort(loads, {}, [](const LoadedSector &one) {
    return std::tuple(one.order, one.warp, one.sector);
  });
  Marks last_touches(loads.size());
  std::unordered_map<std::uintptr_t, std::size_t> last_of_line;
  std::unordered_set<std::uintptr_t> seen;
  for (std::size_t now = 0; now < loads.size(); ++now) {
    const std::uintptr_t line = loads[now].sector * bytes_of_sector / bytes_of_line;
    const bool first = seen.insert(loads[now].sector).second;
    const auto [last, fresh] = last_of_line.try_emplace(line, now);
    if (!fresh) {
      if (!first) {
        const std::size_t between =
            last_touches.before(now) - last_touches.before(last->second + 1);
        const auto k = std::size_t(std::bit_width(between | 1) - 1);
        ++again[std::min(k, again.size() - 1)];
      }
      last_touches.add(last->second, -1);
      last->second = now;
    }
    last_touches.add(now, 1);
  }
}

}  // namespace ladder_emulation
