#include "requests.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "warp_turns.h"

namespace ladder_emulation {
namespace {

constexpr std::size_t sector = bytes_of_sector, line = bytes_of_line, lanes_of_warp = 32,
                      banks = 32;

double cycles_in_banks(const std::vector<std::uintptr_t> &lanes, unsigned bytes) {
  std::array<std::set<std::uintptr_t>, banks> words;
  for (const auto at : lanes)
    for (std::uintptr_t word = at / 4; word <= (at + bytes - 1) / 4; ++word)
      words[word % banks].insert(word);
  std::size_t most = 1;
  for (const auto &one : words) most = std::max(most, one.size());
  return double(most);
}

// Each request that is looked at counts as `weight` of its place in the code.
void add_request(const AccessSite &site, double weight, std::vector<std::uintptr_t> &lanes,
                 TouchedSector place, std::vector<TouchedSector> &touched, Totals &totals) {
  totals.lanes += weight * double(lanes.size());
  if (site.kind == Access::shared) {
    totals.shared += weight;
    totals.shared_cycles += weight * cycles_in_banks(lanes, site.bytes);
    return;
  }
  if (site.kind == Access::atomic) {
    // An atomic operation is a load and an exchange here.
    totals.atomics += 0.5 * weight;
    totals.atomic_lanes += 0.5 * weight * double(lanes.size());
    // Lanes of a warp that change one word are combined, not those that change a longer one.
    std::sort(lanes.begin(), lanes.end());
    if (site.bytes <= 4) lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
    for (const auto at : lanes) totals.atomic_at[at] += 0.5 * weight;
    return;
  }
  std::sort(lanes.begin(), lanes.end());
  std::size_t sectors = 0, lines = 0;
  std::uintptr_t last_sector = ~std::uintptr_t{0}, last_line = last_sector;
  for (const auto at : lanes)
    for (std::uintptr_t k = at / sector; k <= (at + site.bytes - 1) / sector; ++k) {
      const std::uintptr_t begin = std::max(at, k * sector) % sector,
                           end = std::min(at + site.bytes - k * sector, sector);
      const auto bytes = std::uint32_t((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
      if (k == last_sector) {
        touched.back().bytes |= bytes;
        continue;
      }
      last_sector = k, ++sectors, place.bytes = bytes;
      if (k * sector / line != last_line) last_line = k * sector / line, ++lines;
      place.sector = k;
      if (site.kind == Access::read)
        totals.read.insert(k);
      else
        totals.written.insert(k), place.request = of_a_store;
      touched.push_back(place);
    }
  const bool loads = site.kind == Access::read;
  const double whole = double((lanes.size() * site.bytes + line - 1) / line),
               in_banks = loads && lines > 2 ? cycles_in_banks(lanes, site.bytes) : 1;
  totals.first_level_cycles += weight * std::max({whole, double(lines + 2) / 4, in_banks});
  (loads ? totals.loads : totals.stores) += weight;
  (loads ? totals.load_sectors : totals.store_sectors) += weight * double(sectors);
  (loads ? totals.load_lines : totals.store_lines) += weight * double(lines);
}

void add_bus_sectors(const std::vector<TouchedSector> &touched, Totals &totals) {
  for (const Allocation *a : totals.arrays) {
    if (a->kind != Allocation::host) continue;
    const auto base = reinterpret_cast<std::uintptr_t>(a->base);
    std::unordered_set<std::uintptr_t> seen;
    for (const TouchedSector &one : touched)
      if (one.request != of_a_store && (one.sector + 1) * sector > base &&
          one.sector * sector < base + a->bytes)
        seen.insert(one.sector);
    totals.bus_sectors += double(seen.size());
  }
}

double length(const std::unordered_map<const void *, double> &way) {
  double all = 0;
  for (const auto &[code, times] : way) all += times;
  return all;
}

struct KnownSector {
  unsigned asked = 0;        // 1 and the order of the load that it came for; 0: it did not
  std::uint32_t stored = 0;  // its bytes
};

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

bool Looked::next(unsigned threads_of_block) {
  constexpr unsigned first = 1 << 21, later = first / 16;  // accesses of a block
  const unsigned now = accesses++;
  if (end == 0) end = std::max(1u, first / threads_of_block);
  if (now == end) begin = now + now / 8, end = begin + std::max(1u, later / threads_of_block);
  return now >= begin;
}

void Reuse::add(const Reuse &other, double times) {
  for (std::size_t k = 0; k < again.size(); ++k)
    again[k] += times * other.again[k], slowest[k] += times * other.slowest[k];
  fresh += times * other.fresh;
  for (std::size_t k = 0; k < fresh_together.size(); ++k)
    fresh_together[k] += times * other.fresh_together[k];
}

void add(const BlockCounts &block, unsigned threads, Totals &totals) {
  ++totals.blocks;
  std::unordered_map<const void *, double> slowest;  // times, of the warp with most
  double busy_warps = 0;
  std::unordered_map<const void *, double> way;  // of a warp
  const auto add_times = [&](const void *code, double times, Times &all) {
    all.of_all += times, way[code] = times;
    double &most = slowest[code];
    most = std::max(most, times);
  };
  std::unordered_map<const void *, double> weights;
  double all_accesses = 0, all_looked_at = 0;
  for (const auto &[code, site] : block.sites) {
    std::size_t looked_at = 0;
    for (const std::vector<Touch> &one : site.of_thread) looked_at += one.size();
    weights[code] = site.times / double(looked_at);
    if (!is_of_memory(site.kind)) continue;
    all_accesses += site.times, all_looked_at += double(looked_at);
  }
  std::vector<TouchedSector> touched;
  unsigned requests = 0, warps = 0;
  for (std::size_t first = 0; first < threads; first += lanes_of_warp) {
    const std::size_t end = std::min<std::size_t>(first + lanes_of_warp, threads);
    const WarpTurns turns(block, first, end);
    bool busy = false;
    way.clear();
    for (const auto &[code, site] : block.sites) {
      SiteTotals &all = totals.sites[code];
      all.kind = site.kind;
      const auto all_together = turns.together(site);
      const double weight = weights.at(code);
      add_times(code, weight * double(all_together.size()), all.requests);
      if (!is_of_memory(site.kind)) continue;
      for (const std::vector<LaneTouch> &together : all_together) {
        TouchedSector place{~0u, warps, 0, requests++};
        std::vector<std::uintptr_t> lanes;
        for (const LaneTouch &one : together) {
          lanes.push_back(one.touch.at);
          place.order = std::min(place.order, one.touch.order);
        }
        busy = true;
        add_request(site, weight, lanes, place, touched, totals);
      }
    }
    ++warps;
    if (!busy) continue;
    ++busy_warps;
    for (const auto &[code, part] : block.parts)
      add_times(code, turns.times(part), totals.parts[code]);
    if (length(way) > length(totals.longest)) totals.longest = way;
  }
  totals.busy_warps += busy_warps;
  for (const auto &[code, most] : slowest) {
    const bool is_part = block.parts.contains(code);
    (is_part ? totals.parts[code] : totals.sites[code].requests).of_slowest += busy_warps * most;
  }
  add_bus_sectors(touched, totals);
  Reuse own;
  add_distances(touched, own);
  totals.reuse.add(own, all_accesses / std::max(1.0, all_looked_at));
  totals.busy_blocks += std::ranges::any_of(
      block.sites, [](const auto &one) { return is_of_memory(one.second.kind); });
}

void add_distances(std::vector<TouchedSector> &touched, Reuse &reuse) {
  std::ranges::sort(touched, {}, [](const TouchedSector &one) {
    return std::tuple(one.order, one.warp, one.sector);
  });
  Marks last_touches(touched.size());
  std::unordered_map<std::uintptr_t, std::size_t> last_of_line;
  std::unordered_map<std::uintptr_t, KnownSector> sectors;
  constexpr std::size_t is_fresh = ~std::size_t{0};
  std::unordered_map<unsigned, std::size_t> slowest;            // of each request, the largest k
  std::unordered_map<unsigned, std::vector<unsigned>> of_warp;  // its requests, in their order
  for (std::size_t now = 0; now < touched.size(); ++now) {
    const std::uintptr_t line = touched[now].sector * bytes_of_sector / bytes_of_line;
    const auto [last, fresh] = last_of_line.try_emplace(line, now);
    const std::size_t between =
        fresh ? 0 : last_touches.before(now) - last_touches.before(last->second + 1);
    if (!fresh) last_touches.add(last->second, -1);
    last->second = now;
    last_touches.add(now, 1);
    KnownSector &known = sectors[touched[now].sector];
    if (touched[now].request == of_a_store) {
      known.stored |= touched[now].bytes;
      continue;
    }
    std::size_t k = is_fresh;
    if (known.asked || (touched[now].bytes & ~known.stored) == 0) {
      k = std::min(std::size_t(4 * std::log2(std::max(between, std::size_t{1}))),
                   reuse.again.size() - 1);
      ++reuse.again[k];
      if (known.asked == touched[now].order + 1) k = is_fresh;  // on its way
    } else {
      ++reuse.fresh;
      known.asked = touched[now].order + 1;
    }
    const auto [found, new_request] = slowest.try_emplace(touched[now].request, k);
    if (new_request) of_warp[touched[now].warp].push_back(touched[now].request);
    found->second = std::max(found->second, k);
  }
  const auto is_new = [&](unsigned request) { return slowest.at(request) == is_fresh; };
  for (const auto &[request, k] : slowest)
    if (k != is_fresh) ++reuse.slowest[k];
  for (const auto &[warp, requests] : of_warp)
    for (std::size_t k = 0; k < reuse.fresh_together.size(); ++k)
      for (auto at = std::find_if(requests.begin(), requests.end(), is_new);
           at != requests.end();) {
        const auto end = at + std::min<std::ptrdiff_t>(1 << k, requests.end() - at);
        reuse.fresh_together[k] += double(end - at);
        at = std::find_if(end, requests.end(), is_new);
      }
}

}  // namespace ladder_emulation
