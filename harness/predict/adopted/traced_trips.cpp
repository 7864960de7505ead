#include "harness/predict/adopted/traced_trips.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "harness/predict/adopted/executed_code.h"

namespace ladder {
namespace {

using enum InstructionClass;

constexpr std::size_t seldom_case = 12;  // instructions at most, that call a subroutine
constexpr std::size_t overflow = 20;     // of exp()
// Of the subroutine in float64: that of pow() has 84, those for the seldom cases of a division and
// a root up to 16.
constexpr int of_pow = 40;
constexpr double longest_way = 1 << 20;  // instructions that are gone through

class Path {
 public:
  Path(const MachineCode &code, const std::vector<std::string> &lines, const CountedWay &way)
      : code_(code), executed_(code, lines, way) {}

  TripCounts trips() {
    TripCounts trips;
    for (const Range &loop : executed_.loops()) {
      const Range *around = nullptr;
      for (const Range &other : executed_.loops())
        if (inside(loop, other) && (!around || inside(other, *around))) around = &other;
      const double here = executed_.of_loop(loop),
                   outside = around ? executed_.of_loop(*around) : 1;
      trips.turns.push_back(outside > 0 ? std::max(1.0, here / outside) : 1);
    }
    trips.taken.resize(code_.instructions.size());
    for (std::size_t i = 0; i < code_.instructions.size(); ++i)
      trips.taken[i] = code_.instructions[i].always;
    for (const Range &part : executed_.parts()) {
      trips.taken[part.first - 1] = 1 - share(part);
      if (const double both = share_of_both(part, trips); both > 0)
        trips.taken[part.last] = 1 - both;
    }
    trips.seen = true;
    shorten(trips);
    return trips;
  }

 private:
  double length(const TripCounts &trips) const {
    double all = 0;
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      double times = 1;
      for (std::size_t k = 0; k < executed_.loops().size(); ++k)
        if (inside(i, executed_.loops()[k])) times *= std::ceil(trips.turns[k]);
      all += times;
    }
    return all;
  }
  // Outer loops first, so that the ends of inner ones keep their share.
  void shorten(TripCounts &trips) const {
    const double whole = length(trips), too_long = whole / longest_way;
    if (too_long <= 1) return;
    std::vector<std::size_t> order(executed_.loops().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::ranges::greater{},
                      [&](std::size_t k) { return executed_.loops()[k].size(); });
    const std::vector<double> turns = trips.turns;
    for (const std::size_t k : order) {
      double left = too_long;
      for (std::size_t other = 0; other < executed_.loops().size(); ++other)
        if (other != k && inside(executed_.loops()[k], executed_.loops()[other]))
          left *= trips.turns[other] / std::ceil(turns[other]);
      trips.turns[k] = std::ceil(turns[k] / std::max(1.0, left));
    }
    trips.ways = whole / length(trips);
  }
  std::int64_t callee(std::size_t i) const { return code_.instructions[i].callee; }
  std::string line(std::size_t i) const { return executed_.line(i); }
  double times(std::size_t i) const { return executed_.times(i); }
  // Whether exp() of float64 computes there what would overflow: a part of the line of its branch
  // that works in float64, while float32 is compared, which suffices to find such arguments.
  bool is_overflow(const Range &part) const {
    constexpr int compare_integer = 0x00c, compare_float32 = 0x00b, compare_float64 = 0x02a;
    const auto &all = code_.instructions;
    std::size_t at = part.first - 1;
    const std::string own = line(at);
    bool doubles = false;
    for (std::size_t i = part.first; i <= part.last; ++i) {
      if (line(i) != own) return false;
      doubles = doubles || all[i].kind == float64;
    }
    const auto compares = [&](const Instruction &one) {
      return one.opcode == compare_integer || one.opcode == compare_float32 ||
             one.opcode == compare_float64;
    };
    while (at > 0 && (!compares(all[at]) || line(at) != own)) --at;
    return doubles && all[at].opcode == compare_float32;
  }
  bool is_seldom(std::size_t callee) const {
    int doubles = 0;
    for (std::size_t i = callee; i < code_.instructions.size() && !code_.instructions[i].returns;
         ++i)
      doubles += code_.instructions[i].kind == float64;
    return doubles < of_pow;
  }
  // Whether the other way is longer, and both are of the line of the branch: cases of a function
  // like log(), whose special arguments take the short one.
  bool is_special(const Range &part) const {
    const Instruction &end = code_.instructions[part.last];
    const auto after = std::int64_t(part.last) + 1;
    if (!end.always || end.target <= after || end.target - after <= std::int64_t(part.size()))
      return false;
    for (auto i = std::int64_t(part.first); i < end.target; ++i)
      if (line(std::size_t(i)) != line(part.first - 1)) return false;
    return true;
  }
  // Of the times that a warp goes through the part, those in which other lanes of it take the
  // alternative behind it: at least as many as both do, by lines that the other has not.
  double share_of_both(const Range &part, const TripCounts &trips) const {
    const auto after = std::int64_t(part.last) + 1;
    const std::int64_t behind = behind_other(part);
    const double outer = times(part.first - 1);
    if (behind <= after || outer <= 0) return 0;
    const Range other{part.last + 1, std::size_t(behind) - 1};
    const double one = own_times(part, other, trips) / outer,
                 two = own_times(other, part, trips) / outer;
    return one > 0 ? std::max(0.0, std::min(1.0, one) + std::min(1.0, two) - 1) / one : 0;
  }
  // Where the alternative behind a part ends that does not go through it; -1: there is none. A
  // compiler may end the kernel in each of them.
  std::int64_t behind_other(const Range &part) const {
    const auto &all = code_.instructions;
    if (!all[part.last].exits()) return all[part.last].always ? all[part.last].target : -1;
    for (std::size_t i = part.last + 1; i < all.size(); ++i)
      if (all[i].exits()) return std::int64_t(i) + 1;
    return -1;
  }
  // How often what only `range` has is begun: turns of its loops do not count.
  double own_times(const Range &range, const Range &without, const TripCounts &trips) const {
    std::set<std::string> lines = {line(range.first - 1)};
    for (std::size_t i = without.first; i <= without.last; ++i) lines.insert(line(i));
    double most = 0;
    for (std::size_t i = range.first; i <= range.last; ++i) {
      if (!computes(code_.instructions[i]) || lines.contains(line(i))) continue;
      double begun = times(i);
      for (std::size_t k = 0; k < executed_.loops().size(); ++k)
        if (inside(i, executed_.loops()[k]) && inside(executed_.loops()[k], range))
          begun /= std::max(1.0, trips.turns[k]);
      most = std::max(most, begun);
    }
    return most;
  }
  // Of the times that a warp comes to the branch, those in which it does not pass over the part.
  double share(const Range &part) const {
    const std::size_t branch = part.first - 1;
    bool calls = false;
    double inner = -1, accessed = -1, most = -1;
    for (std::size_t i = part.first; i <= part.last; ++i) {
      calls = calls || (callee(i) >= 0 && is_seldom(std::size_t(callee(i))));
      most = std::max(most, times(i));
      if (computes(code_.instructions[i])) inner = std::max(inner, times(i));
      accessed = std::max(accessed, executed_.of_access(i));
    }
    if (accessed < 0 && calls && part.size() < seldom_case) return executed_.share_of_slow(branch);
    if (accessed < 0 && (is_special(part) || (part.size() < overflow && is_overflow(part))))
      return 0;
    if (accessed == 0 || inner == 0 || most == 0) return 0;
    const double outer = times(branch);
    if (inner < 0 || outer <= 0 || line(branch).empty()) return 1;
    return std::min(1.0, inner / outer);
  }

  const MachineCode &code_;
  ExecutedCode executed_;
};

}  // namespace

TripCounts traced_trips(const MachineCode &code, const std::vector<std::string> &lines,
                        const CountedWay &way) {
  return Path(code, lines, way).trips();
}

}  // namespace ladder
