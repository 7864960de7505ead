#include "harness/model/warp_walk.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/base/error.h"

namespace ladder {
namespace {

using enum InstructionClass;

struct Loop {
  std::size_t first, last;  // from its head to the branch back
};

std::vector<Loop> loops_of(const MachineCode &code) {
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const auto target = code.instructions[i].target;
    if (target >= 0 && static_cast<std::size_t>(target) <= i)
      loops.push_back({static_cast<std::size_t>(target), i});
  }
  return loops;
}

bool accesses_memory(const Instruction &one) {
  return one.kind == global_load || one.kind == global_store || one.kind == shared_load ||
         one.kind == shared_store;
}

bool inside(const Loop &inner, const Loop &outer) {
  return outer.first <= inner.first && inner.last <= outer.last &&
         inner.last - inner.first < outer.last - outer.first;
}

// Without those of loops inside.
int own_accesses(const MachineCode &code, const std::vector<Loop> &loops, const Loop &loop) {
  int accesses = 0;
  for (std::size_t i = loop.first; i <= loop.last; ++i) {
    const bool of_another = std::ranges::any_of(loops, [&](const Loop &other) {
      return inside(other, loop) && other.first <= i && i <= other.last;
    });
    accesses += !of_another && accesses_memory(code.instructions[i]);
  }
  return accesses;
}

double latency_of(const Instruction &one, const Latencies &latencies) {
  switch (one.kind) {
    case global_load:
    case atomic:
    case local:
      return latencies.global;
    case shared_load:
      return latencies.shared;
    case constant:
      return latencies.constant;
    case barrier:
      return latencies.barrier;
    default:
      return latencies.special;
  }
}

}  // namespace

std::vector<double> turns_of_loops(const MachineCode &code, std::span<const ladder_loop> declared) {
  const std::vector<Loop> loops = loops_of(code);
  std::vector<double> turns(loops.size(), 0);
  std::vector<int> accesses, unrolled(loops.size(), 0), of(loops.size(), -1);
  for (std::size_t k = 0; k < loops.size(); ++k) {
    accesses.push_back(own_accesses(code, loops, loops[k]));
    if (!accesses[k]) turns[k] = 1;
    for (std::size_t d = 0; d < declared.size(); ++d) {
      if (!accesses[k] || accesses[k] % declared[d].accesses != 0) continue;
      const int times = accesses[k] / declared[d].accesses;
      if (of[k] >= 0 && times >= unrolled[k]) continue;
      of[k] = static_cast<int>(d);
      unrolled[k] = times;
    }
  }
  for (std::size_t d = 0; d < declared.size(); ++d) {
    std::vector<std::size_t> those;
    for (std::size_t k = 0; k < loops.size(); ++k)
      if (of[k] == static_cast<int>(d)) those.push_back(k);
    if (those.empty() && declared[d].turns > 0)
      throw UsageError("a loop that the stage declares is not found in its machine code");
    std::ranges::stable_sort(those, std::greater{}, [&](std::size_t k) { return unrolled[k]; });
    double left = declared[d].turns;
    for (const std::size_t k : those) {
      turns[k] = std::floor(left / unrolled[k]);
      left -= turns[k] * unrolled[k];
    }
  }
  return turns;
}

WarpWalk walk(const MachineCode &code, std::span<const double> turns, const Latencies &latencies) {
  const std::vector<Loop> loops = loops_of(code);
  std::vector<double> turned(loops.size(), 0);
  std::array<double, 6> clear_at{};  // of each scoreboard
  std::array<bool, 6> of_load{};
  WarpWalk found;
  double now = 0;
  std::size_t at = 0;
  while (at < code.instructions.size()) {
    const Instruction &one = code.instructions[at];
    double ready = now;
    bool for_load = false;
    for (std::size_t board = 0; board < clear_at.size(); ++board)
      if (one.waits >> board & 1 && clear_at[board] > ready) {
        ready = clear_at[board];
        for_load = of_load[board];
      }
    if (for_load) {
      found.waited += ready - now;
      ++found.rounds;
    }
    now = ready;
    ++found.instructions;
    ++found.of_class[static_cast<std::size_t>(one.kind)];
    found.quads += one.bytes == 16 && (one.kind == global_load || one.kind == global_store);
    if (one.result_board >= 0) {
      const auto board = static_cast<std::size_t>(one.result_board);
      clear_at[board] = std::max(clear_at[board], now + latency_of(one, latencies));
      of_load[board] = one.kind == global_load;
    }
    now += std::max(1, one.stall);
    std::size_t next = at + 1;
    if (one.target >= 0) {
      const auto target = static_cast<std::size_t>(one.target);
      if (target <= at) {
        const auto k =
            static_cast<std::size_t>(std::ranges::find(loops, at, &Loop::last) - loops.begin());
        if (++turned[k] < turns[k])
          next = target;
        else
          turned[k] = 0;
      } else if (one.always) {
        next = target;
      } else {
        bool any = false, some_turns = false;
        for (std::size_t k = 0; k < loops.size(); ++k)
          if (loops[k].first > at && loops[k].last < target) {
            any = true;
            some_turns = some_turns || turns[k] > 0;
          }
        if (any && !some_turns) next = target;
      }
    } else if (one.ends_block && one.always) {
      break;
    }
    at = next;
  }
  found.cycles = std::max(now, *std::ranges::max_element(clear_at));
  return found;
}

}  // namespace ladder
