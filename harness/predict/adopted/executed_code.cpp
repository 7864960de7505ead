#include "harness/predict/adopted/executed_code.h"

#include <algorithm>
#include <set>

#include "harness/base/statistics/statistics.h"

namespace ladder {
namespace {

using enum InstructionClass;

// Of a thread's own arrays, whose accesses are not counted.
bool stores_own(const Instruction &one) { return one.opcode == 0x187; }  // STL

// The cases of switches, whose branches have no target in the code: each up to where the first of
// them ends.
std::vector<Range> cases_of(const MachineCode &code) {
  constexpr int indirect_branch = 0x149;  // BRX
  std::vector<Range> cases;
  const auto &all = code.instructions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].opcode != indirect_branch) continue;
    std::size_t end = i + 1;
    while (end < all.size() && !(all[end].always && all[end].target > std::int64_t(end))) ++end;
    if (end < all.size()) cases.push_back({i + 1, std::size_t(all[end].target) - 1});
  }
  return cases;
}

}  // namespace

int kind_of(const Instruction &one) {
  if (one.never) return -1;
  if (one.kind == global_load) return SeenKind::read;
  if (one.kind == global_store) return SeenKind::write;
  if (one.kind == atomic) return SeenKind::atomic;
  return one.kind == shared_load || one.kind == shared_store ? int(SeenKind::shared) : -1;
}

bool computes(const Instruction &one) {
  return one.kind == float32 || one.kind == float64 || one.kind == special || kind_of(one) >= 0;
}

ExecutedCode::ExecutedCode(const MachineCode &code, const std::vector<std::string> &lines,
                           const CountedWay &way)
    : code_(code), way_(way), lines_(code, lines, way), parts_(conditional_parts(code)),
      cases_(cases_of(code)) {
  leave_out_other_versions();
  leave_out_unrolled();
  for (std::size_t i = 0; i < code.instructions.size(); ++i)
    if (const int kind = kind_of(code.instructions[i]); kind >= 0 && !is_left_out(i))
      copies_[{line(i), kind}].all.push_back(i);
    else if (stores_own(code.instructions[i]))
      ++own_stores_[line(i)];
  for (auto &[of, copies] : copies_)
    std::ranges::copy_if(copies.all, std::back_inserter(copies.innermost), [&](std::size_t i) {
      const Range *const loop = lines_.around(i);
      return std::ranges::none_of(copies.all, [&](std::size_t other) {
        const Range *const inner = lines_.around(other);
        return inner && inner != loop && (!loop || inside(*inner, *loop));
      });
    });
}

// Of a loop that the compiler wrote twice, for a condition that does not change in it, that one
// which has all accesses of the other and more, which were seen, is the one that is executed.
void ExecutedCode::leave_out_other_versions() {
  const auto accessed = [&](const Range &loop) {
    std::set<std::string> found;
    for (std::size_t i = loop.first; i <= loop.last; ++i)
      if (kind_of(code_.instructions[i]) >= 0 && way_.accesses.contains(line(i)))
        found.insert(line(i));
    return found;
  };
  for (const Range &one : loops())
    for (const Range &other : loops()) {
      if (line(one.last) != line(other.last) || line(one.last).empty()) continue;
      if (inside(one.first, other) || inside(other.first, one)) continue;
      const auto less = accessed(one), more = accessed(other);
      if (!less.empty() && less.size() < more.size() && std::ranges::includes(more, less))
        other_versions_.push_back(one);
    }
}

// Of a loop that is unrolled further than it turns, what is left over is executed, elsewhere.
void ExecutedCode::leave_out_unrolled() {
  for (const Range &loop : loops()) {
    std::map<std::pair<std::string, int>, double> here, all;
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      const int kind = kind_of(code_.instructions[i]);
      if (kind < 0 || is_left_out(i)) continue;
      ++all[{line(i), kind}];
      if (lines_.around(i) == &loop) ++here[{line(i), kind}];
    }
    const auto is_more = [&](const auto &one) {
      const auto &[access, copies] = one;
      const auto seen = way_.accesses.find(access.first);
      if (seen == way_.accesses.end() || !seen->second.contains(access.second)) return false;
      return copies > 1 && copies < all[access] && seen->second.at(access.second) < copies;
    };
    if (!here.empty() && std::ranges::all_of(here, is_more)) other_versions_.push_back(loop);
  }
}

bool ExecutedCode::is_left_out(std::size_t i) const {
  return times(i) == 0 ||
         std::ranges::any_of(other_versions_, [&](const Range &one) { return inside(i, one); });
}

double ExecutedCode::share_of_slow(std::size_t i) const {
  const auto all = way_.divisions.find(line(i)), slow = way_.slow_cases.find(line(i));
  return all == way_.divisions.end() || slow == way_.slow_cases.end() || all->second <= 0
             ? 0
             : std::min(1.0, slow->second / all->second);
}

// What a loop does not change, the compiler loads before it.
double ExecutedCode::in_code(const std::string &line, int kind, double counted) const {
  const auto copies = copies_.find({line, kind});
  const double executed = lines_.of(line);
  return copies == copies_.end() || executed <= 0
             ? counted
             : std::min(counted, double(copies->second.all.size()) * executed);
}

double ExecutedCode::accesses(std::optional<int> only) const {
  double all = 0;
  // What the emulation does not load: coefficients of sin() and cos(), say.
  for (std::size_t i = 0; i < code_.instructions.size(); ++i)
    if (const int kind = kind_of(code_.instructions[i]);
        kind >= 0 && kind == only.value_or(kind) && !copies_of(i))
      all += std::max(0.0, times(i));
  for (const auto &[of, kinds] : way_.accesses)
    for (const auto &[kind, counted] : kinds)
      if (kind == only.value_or(kind)) all += in_code(of, kind, counted);
  return all;
}

const ExecutedCode::Copies *ExecutedCode::copies_of(std::size_t i) const {
  const int kind = kind_of(code_.instructions[i]);
  const auto group = copies_.find({line(i), kind});
  const auto seen = way_.accesses.find(line(i));
  return kind < 0 || group == copies_.end() || seen == way_.accesses.end() ||
                 !seen->second.contains(kind)
             ? nullptr
             : &group->second;
}

// What is left over of an unrolled loop is behind it, under conditions, and half of it is executed
// each time.
double ExecutedCode::of_access(std::size_t i) const {
  const Copies *const copies = copies_of(i);
  if (!copies) return -1;
  if (is_left_out(i)) return 0;
  const int kind = kind_of(code_.instructions[i]);
  const double counted = in_code(line(i), kind, way_.accesses.at(line(i)).at(kind)),
               each = counted / double(copies->all.size());
  const auto over = [&](std::size_t at) {
    const Range *const loop = lines_.around(at);
    const bool each_turn = loop && !is_conditional(at, *loop);
    return std::min(each, (loop ? of_loop(*loop) : 1) / (each_turn ? 1 : 2));
  };
  if (!copies->is_innermost(i)) return over(i);
  double left = counted;
  for (const std::size_t at : copies->all)
    if (!copies->is_innermost(at)) left -= over(at);
  return left / double(copies->innermost.size());
}

// Also where some lanes of each warp execute it.
bool ExecutedCode::is_conditional(std::size_t i, const Range &loop) const {
  if (!code_.instructions[i].always) return true;
  const auto has = [&](const Range &part) { return inside(part, loop) && inside(i, part); };
  return std::ranges::any_of(parts_, has) || std::ranges::any_of(cases_, has);
}

// How many turns of a loop its machine code has in one, as the copies of an access show.
double ExecutedCode::unrolled(const Range &loop) const {
  std::map<std::pair<std::string, int>, double> here;
  for (std::size_t i = loop.first; i <= loop.last; ++i)
    if (copies_of(i) && code_.instructions[i].always)
      ++here[{line(i), kind_of(code_.instructions[i])}];
  double most = 1;
  for (const auto &[of, copies] : here)
    most = std::max(most, copies * lines_.of(of.first) / way_.accesses.at(of.first).at(of.second));
  return most;
}

// Of a loop, those of its line.
double ExecutedCode::versions_of(const Range &loop) const {
  return double(std::ranges::count_if(loops(), [&](const Range &other) {
    return line(other.last) == line(loop.last) && !is_left_out(other.first);
  }));
}

// The median of its accesses that are executed in each turn and have no copies in loops within, or
// of the stores of them, which compilers merge least, if that is more; else of others, or what the
// line of its branch back says, if that is more; else of its stores to a thread's own arrays, one
// each time that a line is executed, or what its lines say.
double ExecutedCode::of_loop(const Range &loop) const {
  if (is_left_out(loop.first)) return 0;
  const std::pair ends(loop.first, loop.last);
  const auto known = turns_.find(ends);
  return known != turns_.end() ? known->second : turns_[ends] = turns_of(loop);
}

double ExecutedCode::turns_of(const Range &loop) const {
  std::vector<double> stores, each_turn, sometimes, own;
  double most = -1;
  bool has_inner = false;
  for (std::size_t i = loop.first; i <= loop.last; ++i) {
    const Range *const around = lines_.around(i);
    if (around && inside(*around, loop)) {
      has_inner = true;
      continue;
    }
    const Instruction &one = code_.instructions[i];
    if (const Copies *const copies = copies_of(i); copies && copies->is_innermost(i)) {
      const double each = of_access(i);
      (is_conditional(i, loop) ? sometimes : each_turn).push_back(each);
      if (one.kind == global_store && !is_conditional(i, loop)) stores.push_back(each);
    }
    if (stores_own(one) && times(i) >= 0) own.push_back(times(i) / own_stores_.at(line(i)));
    if (computes(one)) most = std::max(most, times(i));
  }
  if (!stores.empty()) return std::max(median(stores), median(each_turn));
  if (!each_turn.empty()) return median(each_turn);
  const double back = times(loop.last) / std::max(1.0, versions_of(loop));
  if (!sometimes.empty()) return std::max(median(sometimes), back / unrolled(loop));
  if (!own.empty()) return median(own);
  if (has_inner && back > 0) return back;
  for (std::size_t i = loop.first; i <= loop.last && most < 0; ++i) most = std::max(most, times(i));
  // Where the loop around is unrolled there are copies of it, which take their share alike.
  return std::max(1.0, most / versions_of(loop));
}

}  // namespace ladder
