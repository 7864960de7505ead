#include "harness/predict/model/code_ranges.h"

#include <algorithm>

namespace ladder {
namespace {

using enum InstructionClass;

bool is_shared(const Instruction &one) {
  return one.kind == shared_load || one.kind == shared_store;
}
bool accesses_memory(const Instruction &one) {
  return !one.never &&
         (one.kind == global_load || one.kind == global_store || is_shared(one) || one.copies);
}

// Whether there is a way from the beginning to `end` that does not lead over `head`. Then a branch
// from there back to `head` is no loop's: it comes from code behind the kernel, where a compiler
// puts what is seldom done.
bool is_reached_past(const MachineCode &code, std::size_t head, std::size_t end) {
  if (head == 0) return false;
  std::vector<bool> seen(code.instructions.size());
  std::vector<std::size_t> open = {0};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (at == head || at >= code.instructions.size() || seen[at]) continue;
    if (at == end) return true;
    seen[at] = true;
    const Instruction &one = code.instructions[at];
    if (one.target >= 0) open.push_back(static_cast<std::size_t>(one.target));
    if (!one.ends_block || !one.always) open.push_back(at + 1);
  }
  return false;
}

}  // namespace

bool inside(const Range &inner, const Range &outer) {
  return outer.first <= inner.first && inner.last <= outer.last && inner.size() < outer.size();
}

bool inside(std::size_t at, const Range &outer) { return outer.first <= at && at <= outer.last; }

// What a branch ahead under a condition passes over; the branch precedes it.
std::vector<Range> conditional_parts(const MachineCode &code) {
  std::vector<Range> parts;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction &one = code.instructions[i];
    if (one.target > static_cast<std::int64_t>(i + 1) && !one.always && !one.for_parted)
      parts.push_back({i + 1, static_cast<std::size_t>(one.target) - 1});
  }
  return parts;
}

Accesses own_accesses(const MachineCode &code, const Range &range,
                      const std::vector<Range> &without) {
  Accesses accesses;
  for (std::size_t i = range.first; i <= range.last; ++i) {
    const bool of_another = std::ranges::any_of(
        without, [&](const Range &other) { return inside(other, range) && inside(i, other); });
    if (of_another || !accesses_memory(code.instructions[i])) continue;
    ++accesses.all;
    accesses.shared += is_shared(code.instructions[i]);
    accesses.copied += code.instructions[i].copies;
  }
  return accesses;
}

std::vector<Range> loops_of(const MachineCode &code) {
  std::vector<Range> loops;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const auto target = code.instructions[i].target;
    if (target < 0 || static_cast<std::size_t>(target) > i) continue;
    const Range range{static_cast<std::size_t>(target), i};
    if (!is_reached_past(code, range.first, range.last)) loops.push_back(range);
  }
  return loops;
}

}  // namespace ladder
