#include "harness/predict/model/trip_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/base/error.h"
#include "harness/predict/model/persistent.h"

namespace ladder {
namespace {

using enum InstructionClass;

constexpr int tensor_copy = 0x1b4;

bool are_the_same(const Range &one, const Range &other) {
  return one.first == other.first && one.last == other.last;
}

// Whether a part without accesses is the alternative to another one that has some, over which it
// jumps: the branch before it leads there.
bool is_the_lesser_alternative(const MachineCode &code, const Range &part) {
  const Instruction &end = code.instructions[part.last];
  const auto behind = static_cast<std::int64_t>(part.last + 1);
  if (!end.always || end.target <= behind) return false;
  const Range other{part.last + 1, static_cast<std::size_t>(end.target) - 1};
  return own_accesses(code, part, {}).all == 0 && own_accesses(code, other, {}).all > 0;
}

// Whether a part asks for a bulk copy and accesses no memory by itself: one thread of a block does
// so.
bool is_of_one_thread(const MachineCode &code, const Range &part) {
  const auto begin = code.instructions.begin() + static_cast<std::ptrdiff_t>(part.first),
             end = code.instructions.begin() + static_cast<std::ptrdiff_t>(part.last) + 1;
  return std::any_of(begin, end, [](auto &one) { return one.opcode == tensor_copy; }) &&
         own_accesses(code, part, {}).all == 0;
}

// Whether the kernel ends in a part: what is behind it is seldom done, and a compiler puts it
// there.
bool ends_the_kernel(const MachineCode &code, const Range &part) {
  const auto begin = code.instructions.begin() + static_cast<std::ptrdiff_t>(part.first);
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(part.size()) + 1,
                     [](auto &one) { return one.ends_block && one.always && one.target < 0; });
}

// A loop or a part, and the declared loop whose turns it takes.
struct Found {
  Range range;
  Accesses accesses = {};
  int of = -1;       // declared loop
  int unrolled = 0;  // turns of that one which it makes each time
  double most = std::numeric_limits<double>::infinity(), turns = 0;
};

void find_declared(Found &found, std::span<const ladder_loop> declared) {
  for (std::size_t d = 0; d < declared.size(); ++d) {
    const int times = found.accesses.all / declared[d].accesses;
    if (!times || !found.accesses.are(times, declared[d])) continue;
    if (found.of >= 0 && times >= found.unrolled) continue;
    found.of = static_cast<int>(d);
    found.unrolled = times;
  }
}

// Whether a part accesses memory outside of loops and of what they leave, under no other condition.
// A part that ends where it does is under the same one, which has several terms.
bool does_more_than_turn(const MachineCode &code, const Range &part,
                         const std::vector<Range> &parts, const std::vector<Range> &loops,
                         const std::vector<Found> &remains) {
  const auto is_part = [&](const Range &loop) { return are_the_same(loop, part); };
  std::vector<Range> others = loops;
  for (const Range &other : parts)
    if (other.last != part.last || std::ranges::any_of(remains, [&](const Found &rest) {
          return are_the_same(rest.range, other);
        }))
      others.push_back(other);
  return std::ranges::none_of(loops, is_part) && own_accesses(code, part, others).all > 0;
}

// Parts with the turns that an unrolled loop leaves.
std::vector<Found> remains_of(const MachineCode &code, const std::vector<Range> &parts,
                              const std::vector<Found> &innermost,
                              std::span<const ladder_loop> declared) {
  std::vector<Found> remains;
  for (const Range &part : parts) {
    const bool of_loops = std::ranges::any_of(innermost, [&](const Found &loop) {
      return inside(loop.range, part) || inside(part, loop.range);
    });
    if (of_loops) continue;
    for (const Accesses accesses :
         {own_accesses(code, part, parts), own_accesses(code, part, {})}) {
      Found found{.range = part, .accesses = accesses, .most = 1};
      find_declared(found, declared);
      const bool less = std::ranges::any_of(innermost, [&](const Found &loop) {
        return loop.of == found.of && found.unrolled < loop.unrolled;
      });
      if (found.of < 0 || !less) continue;
      remains.push_back(found);
      break;
    }
  }
  return remains;
}

// The most unrolled one takes as many turns as it can, and the next one the rest. Of a loop that is
// at several places those that are unrolled alike take the same turns.
void share_turns(std::vector<Found *> those, double left, bool at_several_places) {
  std::ranges::stable_sort(those, std::greater{}, &Found::unrolled);
  double taken = 0;
  int of = 0;  // turns of a loop that the last one makes each time
  for (Found *one : those) {
    const bool alike = at_several_places && one->unrolled == of;
    if (!alike) {
      left -= taken;
      of = one->unrolled;
      taken = std::min(one->most, std::floor(left / of)) * of;
    }
    one->turns = taken / of;
  }
}

// Of loops that are declared alike and are at several places, those that are found take their turns
// one after the other.
void tell_apart_by_place(std::vector<Found> &loops, std::span<const ladder_loop> declared) {
  const auto are_alike = [](const ladder_loop &one, const ladder_loop &other) {
    return one.at_several_places && other.at_several_places &&
           Accesses{one.accesses, one.shared, one.copied}.are(1, other);
  };
  for (std::size_t first = 0; first < declared.size(); ++first) {
    std::vector<int> alike;
    for (std::size_t d = 0; d < declared.size(); ++d)
      if (are_alike(declared[d], declared[first])) alike.push_back(static_cast<int>(d));
    if (alike.size() < 2) continue;
    std::size_t next = 0;
    for (Found &loop : loops)
      if (loop.of == static_cast<int>(first)) loop.of = alike[next++ % alike.size()];
    return;
  }
}

}  // namespace

TripCounts trip_counts_of(const MachineCode &code, std::span<const ladder_loop> all_declared,
                          int passed_over, bool persistent_blocks) {
  const std::vector<Range> ranges = loops_of(code), parts = conditional_parts(code);
  std::vector<ladder_loop> declared, shared;
  for (const ladder_loop &one : all_declared)
    (is_a_part(one, persistent_blocks) ? shared : declared).push_back(one);
  TripCounts trips;
  trips.persistent = persistent_loop(code, ranges);
  const auto is_persistent = [&](const Range &loop) {
    return persistent_blocks && trips.persistent &&
           (are_the_same(loop, *trips.persistent) || polls_others(code, loop)) &&
           (are_the_same(loop, *trips.persistent) || loop.first > trips.persistent->first);
  };
  std::vector<Found> loops, innermost;
  for (const Range &range : ranges) {
    Found loop{range, own_accesses(code, range, ranges)};
    const bool is_innermost = std::ranges::none_of(ranges, [&](const Range &other) {
      return inside(other, range) && own_accesses(code, other, ranges).all > 0;
    });
    if (loop.accesses.all && is_innermost && !is_persistent(range)) {
      find_declared(loop, declared);
      innermost.push_back(loop);
    }
    loops.push_back(loop);
  }
  std::vector<Found> remains = remains_of(code, parts, innermost, declared);
  for (Found &loop : loops) {
    if (!loop.accesses.all || is_persistent(loop.range)) loop.turns = 1;
    if (!loop.accesses.all || loop.of >= 0 || is_persistent(loop.range)) continue;
    std::vector<Range> others = ranges;
    for (const Found &part : remains) others.push_back(part.range);
    loop.accesses = own_accesses(code, loop.range, others);
    find_declared(loop, declared);
  }
  tell_apart_by_place(loops, declared);
  for (std::size_t d = 0; d < declared.size(); ++d) {
    std::vector<Found *> those;
    for (Found &loop : loops)
      if (loop.of == static_cast<int>(d)) those.push_back(&loop);
    if (those.empty() && declared[d].turns > 0)
      throw UsageError("a loop that the stage declares is not found in its machine code");
    for (Found &part : remains)
      if (part.of == static_cast<int>(d)) those.push_back(&part);
    share_turns(those, declared[d].turns, declared[d].at_several_places != 0);
  }

  for (const Found &loop : loops) trips.turns.push_back(loop.turns);
  trips.taken.resize(code.instructions.size());
  bool skips = passed_over > 0;  // still
  for (const Range &part : parts) {
    const auto within = [&](const Found &other) {
      return part.first <= other.range.first && other.range.last <= part.last;
    };
    const bool some_turn =
        std::ranges::any_of(loops, [&](auto &it) { return within(it) && it.turns > 0; }) ||
        std::ranges::any_of(remains, [&](auto &it) { return within(it) && it.turns > 0; });
    const bool over_loops = std::ranges::any_of(loops, within);
    const bool over_remains = std::ranges::any_of(remains, [&](const Found &it) {
      return it.range.first == part.first && it.range.last == part.last;
    });
    const bool named = skips && !over_loops && own_accesses(code, part, {}).all >= passed_over;
    skips = skips && !named;
    trips.taken[part.first - 1] = named || is_of_one_thread(code, part) ||
                                  (persistent_blocks && is_of_a_grid_barrier(code, part)) ||
                                  is_the_lesser_alternative(code, part) ||
                                  (over_remains && !some_turn) ||
                                  (over_loops && !some_turn && !ends_the_kernel(code, part) &&
                                   !does_more_than_turn(code, part, parts, ranges, remains));
  }
  if (skips) throw UsageError("a part that the stage declares is not found in its machine code");
  for (const ladder_loop &part : shared) share_parts(code, parts, part, trips);
  return trips;
}

}  // namespace ladder
