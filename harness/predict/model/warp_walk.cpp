#include "harness/predict/model/warp_walk.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "harness/predict/model/warp_path.h"

namespace ladder {
namespace {

using enum InstructionClass;

constexpr int end_of_group = 0x1af;
// What a warp by itself waits for the next instruction behind a branch that is taken, beyond the
// stall of the branch: loops of additions, conversions and loads on an H200.
constexpr int cycles_of_a_jump = 5;
constexpr int multiply_add = 0x024, multiply_high = 0x027;  // and between them IMAD.WIDE
constexpr int select_float = 0x008, compare_float = 0x00b;
constexpr int half_multiply_add = 0x031, half_move = 0x035;  // of the unit of float32

double latency_of(const Instruction &one, const Latencies &latencies) {
  switch (one.kind) {
    case global_load:
    case atomic:
      return latencies.global;
    case local:
      return latencies.own;
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

void add(Phase &phase, const Instruction &one) {
  const auto is_from = [&](int first, int last) {
    return one.opcode >= first && one.opcode <= last;
  };
  ++phase.instructions;
  if (is_from(multiply_add, multiply_high))
    ++phase.multiplies;
  else if (one.opcode != half_multiply_add && one.opcode != half_move)
    phase.logic += one.kind == integer || is_from(select_float, compare_float);
  phase.special += one.kind == special;
  phase.doubles += one.kind == float64;
}

bool accesses_shared(const Instruction &one) {
  return !one.never && (one.kind == shared_load || one.kind == shared_store || one.copies);
}

}  // namespace

std::vector<double> wavefronts(const MachineCode &code, const SharedRows &rows) {
  constexpr int quad = 4;
  std::vector<double> all(code.instructions.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Instruction &one = code.instructions[i];
    if (!accesses_shared(one)) continue;
    const int words = std::max(1, one.bytes / 4);
    const bool own = words == quad || one.apart == quad;  // cells, which is what has rows
    // Lanes may load what their neighbours load too, unless they have cells of their own.
    const bool apart = one.kind != shared_load || (own && rows.values > 0);
    all[i] = wavefronts(words, apart ? one.apart : 0, own ? rows : SharedRows{});
  }
  return all;
}

WarpWalk walk(const MachineCode &code, const TripCounts &trips, const Latencies &latencies,
              const SharedRows &rows) {
  std::array<double, 6> clear_at{};  // of each scoreboard
  std::array<bool, 6> of_load{};
  double copied_at = 0;         // when the asynchronous copies so far have come
  std::vector<double> come_at;  // groups of them
  const std::vector<double> each = wavefronts(code, rows);
  WarpWalk found;
  found.phases.emplace_back();
  found.times.resize(code.instructions.size());
  std::array<bool, 6> on_its_way{};  // of scoreboards, until the first wait
  constexpr std::size_t line_of_code = 128, in_a_line = line_of_code / 16;  // [B], instructions
  std::vector<bool> lines(code.instructions.size() / in_a_line + 1);        // that it goes through
  double now = 0;
  for (WarpPath path(code, trips); !path.ended();) {
    const Instruction &one = code.instructions[path.at()];
    lines[path.at() / in_a_line] = true;
    double ready = now;
    bool for_load = false;
    for (std::size_t board = 0; board < clear_at.size(); ++board)
      if (one.waits >> board & 1 && clear_at[board] > ready) {
        ready = clear_at[board];
        for_load = of_load[board];
      }
    if (one.pending >= 0 && come_at.size() > static_cast<std::size_t>(one.pending)) {
      const double come = come_at[come_at.size() - 1 - static_cast<std::size_t>(one.pending)];
      for_load = for_load || come > ready;
      ready = std::max(ready, come);
    }
    if (for_load) {
      found.waited += ready - now;
      ++found.rounds;
    }
    now = ready;
    bool waits = false;
    for (std::size_t board = 0; board < clear_at.size(); ++board)
      if (one.waits >> board & 1) waits |= std::exchange(on_its_way[board], false);
    if (waits) found.phases.emplace_back();
    add(found.phases.back(), one);
    if (found.of(global_load) + found.of(global_store) + found.of(atomic) == 0) ++found.before;
    ++found.instructions;
    ++found.times[path.at()];
    if (!one.never) ++found.of_class[static_cast<std::size_t>(one.kind)];
    found.quads +=
        one.bytes == 16 && (one.kind == global_load || one.kind == global_store || one.copies);
    if (one.kind == local) found.own_bytes += one.bytes;
    found.copies += one.copies;
    if (one.copies) copied_at = now + latencies.global;
    if (one.opcode == end_of_group) come_at.push_back(copied_at);
    if (accesses_shared(one)) {
      found.shared_words += std::max(1.0, one.bytes / 4.0);
      found.wavefronts += each[path.at()];
    }
    found.barriers += one.opcode == barrier_of_block;
    if (one.result_board >= 0) {
      const auto board = static_cast<std::size_t>(one.result_board);
      clear_at[board] = std::max(clear_at[board], now + latency_of(one, latencies));
      of_load[board] = on_its_way[board] = one.kind == global_load;
    }
    now += std::max(1, one.stall);
    const std::size_t next = path.at() + 1;
    path.next();
    if (trips.seen && !path.ended() && path.at() != next) now += cycles_of_a_jump;
  }
  found.code_bytes = double(line_of_code) * double(std::ranges::count(lines, true));
  found.cycles = std::max(now, *std::ranges::max_element(clear_at));
  return found;
}

namespace {

constexpr int lanes_of_rows = 32, banks = 32;

}  // namespace

double wavefronts(int words, int apart, const SharedRows &rows) {
  const int at_once = lanes_of_rows / words;  // lanes, whose words fill all banks
  const auto place = [&](int lane) {
    const int value = lane * std::max(words, apart);
    return rows.values > 0 ? value / rows.values * rows.pitch + value % rows.values : value;
  };
  int all = 0;
  for (int first = 0; first < lanes_of_rows; first += at_once) {
    std::array<std::set<int>, banks> asked;
    for (int lane = first; lane < first + at_once; ++lane)
      for (int word = place(lane); word < place(lane) + words; ++word)
        asked[static_cast<std::size_t>(word % banks)].insert(word);
    std::size_t most = 0;
    for (const auto &of_bank : asked) most = std::max(most, of_bank.size());
    all += static_cast<int>(most);
  }
  return all;
}

}  // namespace ladder
