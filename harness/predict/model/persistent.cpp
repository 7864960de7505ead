#include "harness/predict/model/persistent.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/predict/model/warp_path.h"

namespace ladder {
namespace {

template <typename Is>
bool holds(const MachineCode &code, const Range &range, Is is) {
  const auto begin = code.instructions.begin() + static_cast<std::ptrdiff_t>(range.first);
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(range.size()) + 1, is);
}

// Whether a part jumps over another one, which is executed in its place.
bool has_an_alternative(const MachineCode &code, const Range &part) {
  const Instruction &end = code.instructions[part.last];
  return end.always && end.target > static_cast<std::int64_t>(part.last + 1);
}

std::size_t index_of_persistent_loop(const MachineCode &code, const TripCounts &trips) {
  const std::vector<Range> loops = loops_of(code);
  for (std::size_t l = 0; l < loops.size(); ++l)
    if (trips.persistent && loops[l].first == trips.persistent->first &&
        loops[l].last == trips.persistent->last)
      return l;
  throw UsageError("its code has no loop with a barrier, in which persistent blocks wait");
}

}  // namespace

std::optional<Range> persistent_loop(const MachineCode &code, const std::vector<Range> &loops) {
  std::optional<Range> largest;
  for (const Range &loop : loops)
    if (holds(code, loop, [](auto &one) { return one.opcode == barrier_of_block; }) &&
        (!largest || loop.size() > largest->size()))
      largest = loop;
  return largest;
}

std::optional<Range> marching_loop(const MachineCode &code, const TripCounts &trips) {
  if (trips.persistent) return trips.persistent;
  const std::vector<Range> loops = loops_of(code);
  std::optional<Range> largest;
  for (std::size_t l = 0; l < loops.size(); ++l)
    if (trips.turns[l] > 1 && (!largest || loops[l].size() > largest->size())) largest = loops[l];
  return largest;
}

bool polls_others(const MachineCode &code, const Range &loop) {
  return holds(code, loop, [](const Instruction &one) {
    return one.kind == InstructionClass::global_load && one.device_wide;
  });
}

bool sends_one_word(const MachineCode &code, const Range &part) {
  const auto begin = code.instructions.begin() + static_cast<std::ptrdiff_t>(part.first);
  const auto device_wide = [&](InstructionClass kind) {
    return std::count_if(begin, begin + static_cast<std::ptrdiff_t>(part.size()) + 1,
                         [&](auto &one) { return one.kind == kind && one.device_wide; });
  };
  return device_wide(InstructionClass::global_store) == 1 &&
         device_wide(InstructionClass::global_load) == 0;
}

bool is_of_a_grid_barrier(const MachineCode &code, const Range &part) {
  return holds(code, part, [](auto &one) { return one.kind == InstructionClass::atomic; }) &&
         !holds(code, part, [](auto &one) { return one.opcode == barrier_of_block; });
}

double persistent_turns(const MachineCode &code, const TripCounts &trips) {
  return trips.turns[index_of_persistent_loop(code, trips)];
}

TripCounts with_turns(const MachineCode &code, TripCounts trips, double turns) {
  trips.turns[index_of_persistent_loop(code, trips)] = turns;
  return trips;
}

bool is_a_part(const ladder_loop &declared, bool persistent_blocks) {
  return declared.turns < 1 && (declared.turns > 0 || persistent_blocks);
}

void share_parts(const MachineCode &code, const std::vector<Range> &parts,
                 const ladder_loop &declared, TripCounts &trips) {
  bool found = false;
  for (const Range &part : parts) {
    if (!own_accesses(code, part, {}).are(1, declared) ||
        has_an_alternative(code, part) != (declared.at_several_places != 0))
      continue;
    trips.taken[part.first - 1] = 1 - declared.turns;
    found = true;
  }
  if (!found) throw UsageError("a part that the stage declares is not found in its machine code");
}

}  // namespace ladder
