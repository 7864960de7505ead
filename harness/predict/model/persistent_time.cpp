#include "harness/predict/model/persistent_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

#include "harness/base/error.h"
#include "harness/predict/model/persistent.h"
#include "harness/predict/model/persistent_words.h"
#include "harness/predict/model/warp_path.h"
#include "harness/predict/model/warp_walk.h"

namespace ladder {
namespace {

using enum InstructionClass;

constexpr int schedulers = 4;
constexpr int turns = 10,
              first_turns = 2;  // what is measured, and of it until all have their steady state
constexpr double lanes = 32;
constexpr double reads_operands = 10;  // cycles until the registers of a store may be written again

struct Warp {
  WarpPath path;
  std::size_t alike = 0;  // to which of WarpsAlike it belongs
  int block = 0, scheduler = 0, turns_left = turns;
  std::array<double, 6> clear_at{};  // of each scoreboard
  WordsOfWarp words = {};
};

// An instruction of a warp that may be issued from then on. Of several, a scheduler goes on with
// the warp of its last one, and otherwise takes the youngest: so measured by Huerta et al.,
// "Analyzing Modern NVIDIA GPU cores" (2025).
struct Ready {
  double at;
  bool other_warp;  // than that of the last instruction
  int warp;
  bool operator>(const Ready &other) const {
    return std::tuple(at, other_warp, -warp) > std::tuple(other.at, other.other_warp, -other.warp);
  }
};

class Multiprocessor {
 public:
  Multiprocessor(const MachineCode &code, const std::vector<WarpsAlike> &alike, int blocks,
                 const PersistentCosts &costs)
      : code_(code), loop_(alike.at(0).trips.persistent), costs_(costs) {
    if (!loop_)
      throw UsageError("its code has no loop with a barrier, in which persistent blocks wait");
    for (const WarpsAlike &those : alike) wavefronts_.push_back(wavefronts(code, those.rows));
    for (int block = 0; block < blocks; ++block)
      for (std::size_t a = 0; a < alike.size(); ++a)
        for (int k = 0; k < alike[a].warps; ++k)
          warps_.push_back({.path = WarpPath(code, alike[a].trips, loop_->first),
                            .alike = a,
                            .block = block,
                            .scheduler = static_cast<int>(warps_.size()) % schedulers});
    warps_of_block_ = static_cast<int>(warps_.size()) / blocks;
    if (costs_.words > 0)
      for (std::size_t w = 0; w < warps_.size(); ++w)
        warps_[w].words.held = words_of_warp(static_cast<int>(w) % warps_of_block_);
    at_barrier_.resize(static_cast<std::size_t>(blocks));
    words_.resize(static_cast<std::size_t>(blocks));
    polling_.emplace(code, *loop_);
    const auto begin = code.instructions.begin();
    has_barrier_ = std::any_of(begin + static_cast<std::ptrdiff_t>(loop_->first),
                               begin + static_cast<std::ptrdiff_t>(loop_->last),
                               [](auto &one) { return one.opcode == barrier_of_block; });
  }

  double turn() {
    for (std::size_t w = 0; w < warps_.size(); ++w) ready_.push({0, true, static_cast<int>(w)});
    while (!ready_.empty()) {
      const Ready next = ready_.top();
      ready_.pop();
      advance(next);
    }
    return (ended_[turns - 1] - ended_[first_turns - 1]) / (turns - first_turns);
  }

 private:
  // Word k * threads + t is of thread t.
  std::size_t words_of_warp(int w) const {
    const double threads = warps_of_block_ * lanes;
    return static_cast<std::size_t>(std::max(0.0, std::ceil((costs_.words - w * lanes) / threads)));
  }

  void advance(const Ready &next) {
    Warp &warp = warps_[static_cast<std::size_t>(next.warp)];
    const Instruction &one = code_.instructions[warp.path.at()];
    const auto q = static_cast<std::size_t>(warp.scheduler);
    double at = std::max(next.at, issued_[q]);
    for (std::size_t board = 0; board < warp.clear_at.size(); ++board)
      if (one.waits >> board & 1) at = std::max(at, warp.clear_at[board]);
    if (one.kind == integer) at = std::max(at, integers_[q]);
    if (at > next.at)  // others may be issued before
      return ready_.push({at, last_[q] != next.warp, next.warp});
    issued_[q] = at + costs_.issue;
    last_[q] = next.warp;
    if (one.kind == integer) integers_[q] = at + costs_.integer;
    if (!one.never) access(warp, one, at);
    const bool turned = warp.path.at() == loop_->last;
    polling_->next(warp.path, one, warp.words);
    if (turned || warp.path.ended()) {
      if (all_have_ended(warp, at)) return;
      // The walk turns once; here the loop goes on.
      warp.path.go_to(loop_->first);
      if (!costs_.march && at_barrier_.size() > 1) return wait_for_blocks(next.warp, at);
      if (costs_.march && !has_barrier_) return wait(next.warp, at, 1);
    }
    const double ready = at + std::max(1, one.stall);
    if (one.opcode == barrier_of_block)
      wait(next.warp, at, costs_.barrier);
    else
      ready_.push({ready, false, next.warp});
  }

  // Whether a warp that ends a turn takes no other one. Blocks that march have made so many turns
  // in the mean, whichever of them is ahead.
  bool all_have_ended(Warp &warp, double at) {
    if (!costs_.march) {
      const auto turn = static_cast<std::size_t>(turns - warp.turns_left);
      ended_[turn] = std::max(ended_[turn], at);
      return --warp.turns_left == 0;
    }
    if (++ended_by_warps_ % warps_.size() == 0) ended_[ended_by_warps_ / warps_.size() - 1] = at;
    if (ended_by_warps_ < turns * warps_.size()) return false;
    ready_ = {};
    return true;
  }

  void access(Warp &warp, const Instruction &one, double at) {
    const double done = at + latency(warp, one, at);
    const auto set = [&](int board, double when) {
      double &clear = warp.clear_at[static_cast<std::size_t>(board)];
      clear = std::max(clear, when);
    };
    if (one.result_board >= 0) set(one.result_board, done);
    const bool reads =
        one.kind == global_store || one.kind == shared_store || one.kind == global_load;
    if (one.operand_board >= 0 && reads)
      set(one.operand_board,
          std::max(at + reads_operands, one.kind == shared_store ? shared_ : first_level_));
  }

  // Of a resource that is busy until then, for so long from `at` on: when that is done.
  static double take(double &busy, double at, double cycles) {
    return busy = std::max(busy, at) + cycles;
  }

  double latency(Warp &warp, const Instruction &one, double at) {
    switch (one.kind) {
      case shared_load:
      case shared_store:
        return take(shared_, at, wavefronts_[warp.alike][warp.path.at()] * costs_.shared_word) - 1 +
               costs_.shared - at;
      case global_load:
      case global_store:
        return of_global(warp, one, at);
      case atomic:
        return costs_.atomic;
      case constant:
      case local:
        return costs_.constant;
      default:
        return costs_.special;
    }
  }

  double of_global(Warp &warp, const Instruction &one, double at) {
    if (one.device_wide && !warp.words.has_one_more(one.kind == global_store)) return 0;
    Words &words = words_[static_cast<std::size_t>(warp.block)];
    const double request = one.bytes == 16 ? costs_.quad_request : costs_.request;
    const double begin = take(first_level_, at, request) - request;
    const double word_cycles = lanes * costs_.word_bytes * costs_.byte;
    if (one.kind == global_store) {
      if (one.device_wide)
        words.send(warp.words, take(to_device_, begin, word_cycles) + costs_.visible);
      return 0;
    }
    if (!one.device_wide)
      return take(from_device_, begin, costs_.plain_bytes * costs_.byte) + costs_.plain - at;
    const double found = take(from_device_, begin, word_cycles) + costs_.poll;
    words.look(warp.words, found - costs_.poll / 2);  // it arrives half of its time earlier
    return found - at;
  }

  void wait(int w, double at, double cycles) {
    Warp &warp = warps_[static_cast<std::size_t>(w)];
    const auto block = static_cast<std::size_t>(warp.block);
    words_[block].end_turn(warp.words);
    auto &waiting = at_barrier_[block];
    waiting.push_back(w);
    if (static_cast<int>(waiting.size()) < warps_of_block_) return;
    const double all = at + cycles;  // the last one came now
    for (const int each : waiting) ready_.push({all, true, each});
    waiting.clear();
  }

  // Of several blocks none is a turn ahead: each waits for words of the others, or for all.
  void wait_for_blocks(int w, double at) {
    turned_.push_back(w);
    if (turned_.size() < warps_.size()) return;
    for (const int each : turned_) ready_.push({at + 1, true, each});
    turned_.clear();
  }

  const MachineCode &code_;
  const std::optional<Range> loop_;
  const PersistentCosts costs_;
  std::vector<std::vector<double>> wavefronts_;  // of WarpsAlike
  int warps_of_block_ = 0;
  std::vector<Warp> warps_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  std::array<double, schedulers> issued_{}, integers_{};
  std::array<int, schedulers> last_{};                                     // warp that issued
  double shared_ = 0, first_level_ = 0, to_device_ = 0, from_device_ = 0;  // busy until then
  std::vector<std::vector<int>> at_barrier_;                               // of each block
  std::vector<int> turned_;   // where there are several
  std::vector<Words> words_;  // of each block
  std::optional<PollingLoops> polling_;
  bool has_barrier_ = false;
  std::size_t ended_by_warps_ = 0;  // turns
  std::array<double, turns> ended_{};
};

}  // namespace

double persistent_turn(const MachineCode &code, const std::vector<WarpsAlike> &alike, int blocks,
                       const PersistentCosts &costs) {
  return Multiprocessor(code, alike, blocks, costs).turn();
}

}  // namespace ladder
