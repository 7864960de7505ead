#include "reuse.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

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

void add_distances(std::vector<LoadedSector> &loads, Reuse &reuse) {
  std::ranges::sort(loads, {}, [](const LoadedSector &one) {
    return std::tuple(one.order, one.warp, one.sector);
  });
  Marks last_touches(loads.size());
  std::unordered_map<std::uintptr_t, std::size_t> last_of_line;
  std::unordered_map<std::uintptr_t, unsigned> first_order;  // of each sector
  constexpr std::size_t is_fresh = ~std::size_t{0};
  std::unordered_map<unsigned, std::size_t> slowest;  // of each request, the largest k
  for (std::size_t now = 0; now < loads.size(); ++now) {
    const std::uintptr_t line = loads[now].sector * bytes_of_sector / bytes_of_line;
    const auto [asked, first] = first_order.try_emplace(loads[now].sector, loads[now].order);
    const bool on_its_way = asked->second == loads[now].order;
    const auto [last, fresh] = last_of_line.try_emplace(line, now);
    std::size_t k = is_fresh;
    if (!fresh) {
      const std::size_t between = last_touches.before(now) - last_touches.before(last->second + 1);
      if (!first)
        k = std::min(std::size_t(std::bit_width(between | 1) - 1), reuse.again.size() - 1);
      last_touches.add(last->second, -1);
      last->second = now;
    }
    last_touches.add(now, 1);
    first ? ++reuse.fresh : ++reuse.again[k];
    if (on_its_way) k = is_fresh;
    std::size_t &most = slowest.try_emplace(loads[now].request, k).first->second;
    most = std::max(most, k);
  }
  for (const auto &[request, k] : slowest)
    k == is_fresh ? ++reuse.fresh_requests : ++reuse.slowest[k];
}

}  // namespace ladder_emulation
