#include "harness/predict/adopted/traced_trips.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace ladder {
namespace {

using enum InstructionClass;

constexpr std::size_t seldom_case = 12;  // instructions at most, that call a subroutine
constexpr std::size_t overflow = 20;     // of exp()
// Of the subroutine in float64: that of pow() has 84, those for the seldom cases of a division and
// a root up to 16.
constexpr int of_pow = 40;
constexpr double longest_way = 1 << 20;  // instructions that are gone through

// As the emulation numbers them: reads, writes, atomics, shared memory.
int kind_of(const Instruction &one) {
  if (one.never) return -1;
  if (one.kind == global_load) return 0;
  if (one.kind == global_store) return 1;
  if (one.kind == atomic) return 2;
  return one.kind == shared_load || one.kind == shared_store ? 3 : -1;
}

// Of a thread's own arrays, whose accesses are not counted.
bool stores_own(const Instruction &one) { return one.opcode == 0x187; }  // STL

bool computes(const Instruction &one) {
  return one.kind == float32 || one.kind == float64 || one.kind == special || kind_of(one) >= 0;
}

class Path {
 public:
  Path(const MachineCode &code, const std::vector<std::string> &lines, const CountedWay &way)
      : code_(code), lines_(lines), way_(way), loops_(loops_of(code)),
        parts_(conditional_parts(code)) {
    for (std::size_t i = 0; i < code.instructions.size(); ++i)
      if (const int kind = kind_of(code.instructions[i]); kind >= 0)
        ++copies_[{line(i), kind}];
      else if (stores_own(code.instructions[i]))
        ++own_stores_[line(i)];
  }

  TripCounts trips() {
    TripCounts trips;
    for (const Range &loop : loops_) {
      const Range *around = nullptr;
      for (const Range &other : loops_)
        if (inside(loop, other) && (!around || inside(other, *around))) around = &other;
      const double here = executed(loop), outside = around ? executed(*around) : 1;
      trips.turns.push_back(outside > 0 ? std::max(1.0, here / outside) : 1);
    }
    trips.taken.resize(code_.instructions.size());
    for (const Range &part : parts_) trips.taken[part.first - 1] = 1 - share(part);
    trips.seen = true;
    shorten(trips);
    return trips;
  }
  double accesses() const {
    double all = 0;
    for (const auto &[of, kinds] : way_.accesses)
      for (const auto &[kind, counted] : kinds) all += in_code(of, kind, counted);
    return all;
  }

 private:
  double length(const TripCounts &trips) const {
    double all = 0;
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      double times = 1;
      for (std::size_t k = 0; k < loops_.size(); ++k)
        if (inside(i, loops_[k])) times *= std::ceil(trips.turns[k]);
      all += times;
    }
    return all;
  }
  // Outer loops first, so that the ends of inner ones keep their share.
  void shorten(TripCounts &trips) const {
    const double whole = length(trips), too_long = whole / longest_way;
    if (too_long <= 1) return;
    std::vector<std::size_t> order(loops_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::ranges::greater{},
                      [&](std::size_t k) { return loops_[k].size(); });
    const std::vector<double> turns = trips.turns;
    for (const std::size_t k : order) {
      double left = too_long;
      for (std::size_t other = 0; other < loops_.size(); ++other)
        if (other != k && inside(loops_[k], loops_[other]))
          left *= trips.turns[other] / std::ceil(turns[other]);
      trips.turns[k] = std::ceil(turns[k] / std::max(1.0, left));
    }
    trips.ways = whole / length(trips);
  }
  std::int64_t callee(std::size_t i) const { return code_.instructions[i].callee; }
  std::string line(std::size_t i) const { return i < lines_.size() ? lines_[i] : ""; }
  double times(const std::string &line) const {
    const auto found = way_.times.find(line);
    return found == way_.times.end() ? -1 : found->second;
  }
  // Of accesses of a line those that its machine code has: what a loop does not change, the
  // compiler loads before it.
  double in_code(const std::string &of, int kind, double counted) const {
    const auto copies = copies_.find({of, kind});
    const double executed = times(of);
    return copies == copies_.end() || executed <= 0 ? counted
                                                    : std::min(counted, copies->second * executed);
  }
  // How often an access is executed by a warp; -1: it was not seen.
  double of_access(std::size_t i) const {
    const int kind = kind_of(code_.instructions[i]);
    const auto found = way_.accesses.find(line(i));
    if (kind < 0 || found == way_.accesses.end() || !found->second.contains(kind)) return -1;
    return in_code(line(i), kind, found->second.at(kind)) / copies_.at({line(i), kind});
  }
  bool is_within_another(std::size_t i, const Range &range) const {
    return std::ranges::any_of(
        loops_, [&](const Range &loop) { return inside(loop, range) && inside(i, loop); });
  }
  bool is_conditional(std::size_t i, const Range &range) const {
    return std::ranges::any_of(
        parts_, [&](const Range &part) { return inside(part, range) && inside(i, part); });
  }
  // How often a warp executes a loop, in all: the median of its accesses, of those in each turn
  // where there are any, of its stores to a thread's own arrays, one each time that a line is
  // executed, or what its lines say.
  double executed(const Range &range) const {
    std::vector<double> found, sometimes, own;
    double most = -1;
    for (std::size_t i = range.first; i <= range.last; ++i) {
      if (is_within_another(i, range)) continue;
      if (const double each = of_access(i); each >= 0)
        (is_conditional(i, range) ? sometimes : found).push_back(each);
      if (stores_own(code_.instructions[i]) && times(line(i)) >= 0)
        own.push_back(times(line(i)) / own_stores_.at(line(i)));
      if (computes(code_.instructions[i])) most = std::max(most, times(line(i)));
    }
    if (found.empty()) found = sometimes.empty() ? own : sometimes;
    if (found.empty()) {
      for (std::size_t i = range.first; i <= range.last && most < 0; ++i)
        most = std::max(most, times(line(i)));
      // Where the loop around is unrolled there are copies of it, which take their share alike.
      const auto copies = std::ranges::count_if(
          loops_, [&](const Range &loop) { return line(loop.last) == line(range.last); });
      return std::max(1.0, most / double(copies));
    }
    std::ranges::nth_element(found, found.begin() + std::ptrdiff_t(found.size() / 2));
    return found[found.size() / 2];
  }
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
  // Of the times that a warp comes to the branch, those in which it does not pass over the part.
  double share(const Range &part) const {
    bool calls = false;
    double inner = -1, accessed = -1;
    for (std::size_t i = part.first; i <= part.last; ++i) {
      calls = calls || (callee(i) >= 0 && is_seldom(std::size_t(callee(i))));
      if (computes(code_.instructions[i])) inner = std::max(inner, times(line(i)));
      accessed = std::max(accessed, of_access(i));
    }
    const std::size_t branch = part.first - 1;
    if (accessed < 0 && ((calls && part.size() < seldom_case) || is_special(part) ||
                         (part.size() < overflow && is_overflow(part))))
      return 0;
    if (accessed == 0 || inner == 0) return 0;
    const double outer = times(line(branch));
    if (inner < 0 || outer <= 0 || line(branch).empty()) return 1;
    return std::min(1.0, inner / outer);
  }

  const MachineCode &code_;
  const std::vector<std::string> &lines_;
  const CountedWay &way_;
  std::vector<Range> loops_, parts_;
  std::map<std::pair<std::string, int>, double> copies_;
  std::map<std::string, double> own_stores_;
};

}  // namespace

TripCounts traced_trips(const MachineCode &code, const std::vector<std::string> &lines,
                        const CountedWay &way) {
  return Path(code, lines, way).trips();
}

double accesses_in_code(const MachineCode &code, const std::vector<std::string> &lines,
                        const CountedWay &way) {
  return Path(code, lines, way).accesses();
}

}  // namespace ladder
