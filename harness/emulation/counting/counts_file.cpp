#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "requests.h"

namespace ladder_emulation {
namespace {

// Of the instruction that returns to `code`.
std::uintptr_t place_of_call(const void *code) { return place_in_module(code) - 1; }

template <class Values>
void say_values(const char *name, const Values &values) {
  std::fprintf(counts_file(), ", \"%s\": [", name);
  const char *comma = "";
  for (const double each : values) std::fprintf(counts_file(), "%s%.0f", comma, each), comma = ", ";
  std::fprintf(counts_file(), "]");
}

// Of all accesses, by those that were looked at.
double sectors_in(const Allocation &a, const std::unordered_set<std::uintptr_t> &sectors,
                  const Totals &totals) {
  const auto base = reinterpret_cast<std::uintptr_t>(a.base);
  const auto seen = std::ranges::count_if(sectors, [&](std::uintptr_t one) {
    return (one + 1) * bytes_of_sector > base && one * bytes_of_sector < base + a.bytes;
  });
  return double(seen) * totals.accesses / totals.looked_at;
}

}  // namespace

std::uintptr_t place_in_module(const void *code) {
  Dl_info info{};
  dladdr(code, &info);
  return reinterpret_cast<std::uintptr_t>(code) - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

std::FILE *counts_file() {
  static FILE *one = [] {
    const char *name = std::getenv("LADDER_EMULATION_COUNTS");
    return name ? std::fopen(name, "a") : nullptr;
  }();
  return one;
}

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (c >= ' ')
      out += c;
  return out + '"';
}

void say_counts(const Totals &totals, double busy) {
  double busiest = 0;
  for (const auto &[at, times] : totals.atomic_at) busiest = std::max(busiest, times);
  std::fprintf(
      counts_file(),
      ", \"busy_blocks\": %.0f, \"looked_at\": %.0f, \"busy_warps\": %.0f, "
      "\"loads\": %.0f, \"stores\": %.0f, \"atomics\": %.0f, \"shared\": %.0f, \"lanes\": %.0f, "
      "\"first_level_cycles\": "
      "%.1f, \"shared_cycles\": %.0f, \"load_sectors\": %.0f, \"block_sectors\": %.0f, "
      "\"store_sectors\": %.0f, \"load_lines\": %.0f, \"store_lines\": %.0f, "
      "\"atomic_lanes\": %.0f, \"busiest\": %.0f, "
      "\"bus_sectors\": %.0f, \"arrays\": [",
      busy, totals.busy_blocks, totals.busy_warps, totals.loads, totals.stores, totals.atomics,
      totals.shared, totals.lanes, totals.first_level_cycles, totals.shared_cycles,
      totals.load_sectors, totals.reuse.fresh, totals.store_sectors, totals.load_lines,
      totals.store_lines, totals.atomic_lanes, busiest, totals.bus_sectors);
  const char *comma = "";
  for (const Allocation *a : totals.arrays) {
    std::fprintf(counts_file(), "%s[%zu, %zu, %.0f, %.0f, %d]", comma,
                 reinterpret_cast<std::size_t>(a->base), a->bytes,
                 sectors_in(*a, totals.read, totals), sectors_in(*a, totals.written, totals),
                 a->kind == Allocation::host);
    comma = ", ";
  }
  std::fprintf(counts_file(), "]");
  say_values("again", totals.reuse.again);
  say_values("slowest", totals.reuse.slowest);
  say_values("fresh_together", totals.reuse.fresh_together);
  std::fprintf(counts_file(), ", \"sites\": [");
  comma = "";
  const auto of_longest = [&](const void *code) {
    const auto found = totals.longest.find(code);
    return found == totals.longest.end() ? 0 : totals.busy_warps * found->second;
  };
  for (const auto &[code, site] : totals.sites) {
    std::fprintf(counts_file(), "%s[%zu, %d, %.0f, %.0f, %.0f]", comma, place_of_call(code),
                 int(site.kind), site.requests.of_all, site.requests.of_slowest, of_longest(code));
    comma = ", ";
  }
  std::fprintf(counts_file(), "], \"parts\": [");
  comma = "";
  for (const auto &[code, times] : totals.parts) {
    std::fprintf(counts_file(), "%s[%zu, %.0f, %.0f, %.0f]", comma, place_of_call(code),
                 times.of_all, times.of_slowest, of_longest(code));
    comma = ", ";
  }
  std::fprintf(counts_file(), "]");
}

}  // namespace ladder_emulation
