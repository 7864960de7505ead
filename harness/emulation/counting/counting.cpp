// The counted build, in place of the one that looks for races: what each launch asks of a GPU, and
// what passes between it and the host, one JSON object a line in the file that
// LADDER_EMULATION_COUNTS names. harness/predict/adopted/ reads it. Lanes of a warp meet where they
// execute an access, by its address in the code, for the same time.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "../runtime/accesses.h"
#include "../runtime/api.h"
#include "../runtime/executor.h"
#include "calls.h"
#include "requests.h"

extern "C" __attribute__((visibility("default"))) void ladder_accesses_are_seen() {}

namespace ladder_emulation {
namespace {

constexpr double most_accesses = 2e6;  // of a launch that are looked at; then blocks are left out
constexpr std::size_t most_begun = 1 << 23;  // parts of the code, whose order is kept of a block
constexpr std::uint64_t pieces = 3;     // of a grid that are looked at, each of blocks side by side
constexpr double first_accesses = 1e5;  // that are looked at wherever they are

Totals totals;
std::unordered_map<std::uint64_t, BlockCounts> in_flight;
std::map<std::string, unsigned> seen;  // launches of each kernel in a call
unsigned in_call = 0;                  // that one
std::map<std::string, double> accesses_of_thread;
Executor *executor = nullptr;  // of the launch; in this build all blocks have one
BlockCounts *now_in = nullptr;
std::uint64_t block_now = 0, turn = 0;  // the block that runs; turns of all so far
std::uint64_t from_piece_to_piece = 1, first_of_piece = 0, length_of_piece = 1;
std::vector<bool> busy;  // blocks that access memory, of all
bool looked_at = false;  // of the launch that runs
bool block_is_known = false;
std::uint64_t left = 0;  // blocks of a launch that a sampled run leaves; 0: all
unsigned threads = 0;

// What places in the code have in the block that runs, without a look into its map each time.
template <class T>
class Places {
 public:
  T &of(const void *code, std::unordered_map<const void *, T> &all) {
    const auto at = reinterpret_cast<std::uintptr_t>(code);
    Place &one = places_[(at ^ at >> 9) % places_.size()];
    if (one.code != code || one.turn != turn) one = {code, turn, &all[code]};
    return *one.found;
  }

 private:
  struct Place {
    const void *code = nullptr;
    std::uint64_t turn = 0;
    T *found = nullptr;
  };
  std::array<Place, 512> places_;
};

bool in_piece(std::uint64_t block) {
  return block % from_piece_to_piece - first_of_piece < length_of_piece;
}

void begin_block(const Thread &t) {
  block_is_known = true;
  block_now = t.block->linear;
  now_in = nullptr;
  ++turn;
  if (!executor->launch()->cooperative) {
    for (const auto &[number, block] : in_flight) add(block, threads, totals);
    in_flight.clear();
  }
  const double most = in_piece(block_now) ? most_accesses : first_accesses;
  if (totals.accesses <= most) now_in = &in_flight[block_now];
}

// The counts of the thread's block; null: it is left out.
inline BlockCounts *counts(const Thread &t) {
  if (!block_is_known || t.block->linear != block_now) begin_block(t);
  return now_in;
}

std::string key_of(const Launch &launch) {
  char text[200];
  std::snprintf(text, sizeof text, " %p %u %u %u, %u %u %u", launch.kernel, launch.grid.x,
                launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z);
  return launch.name + std::string(text);
}

void begin(const Launch &launch) {
  executor = &Executor::mine();
  totals = {};
  in_flight.clear();
  now_in = nullptr;
  block_is_known = false;
  threads = launch.block.x * launch.block.y * launch.block.z;
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  busy.assign(blocks, false);
  const std::string key = key_of(launch);
  const auto known = accesses_of_thread.find(key);
  const double all =
      double(threads) * blocks * (known == accesses_of_thread.end() ? 64 : known->second);
  from_piece_to_piece = (blocks + pieces - 1) / pieces;
  length_of_piece = from_piece_to_piece;
  if (all > most_accesses)
    length_of_piece =
        std::max(std::uint64_t{1}, std::uint64_t(blocks * most_accesses / all) / pieces);
  first_of_piece = (from_piece_to_piece - length_of_piece) / 2;
  if (in_call != calls().begun) seen.clear(), in_call = calls().begun;
  looked_at = !calls().later && is_looked_at(seen[key]++);
  left = 0;
}

void end(const Launch &launch) {
  looked_at = false;
  for (const auto &[number, block] : in_flight) add(block, threads, totals);
  in_flight.clear();
  if (!counts_file() || calls().later) return;
  if (totals.blocks > 0)
    accesses_of_thread[key_of(launch)] = totals.accesses / (totals.blocks * threads);
  std::fprintf(
      counts_file(),
      "{\"event\": \"launch\", \"name\": %s, \"at\": %zu, \"grid\": [%u, %u, %u], \"block\": "
      "[%u, %u, %u], \"dynamic\": %zu, \"in_call\": %s",
      quoted(launch.name).c_str(), place_in_module(launch.kernel), launch.grid.x, launch.grid.y,
      launch.grid.z, launch.block.x, launch.block.y, launch.block.z, launch.bytes,
      calls().inside ? "true" : "false");
  if (totals.blocks > 0)
    say_counts(totals, double(std::count(busy.begin(), busy.end(), true)) *
                           (left ? double(busy.size()) / double(left) : 1));
  std::fprintf(counts_file(), "}\n");
  std::fflush(counts_file());
}

Access kind_of(enum ladder_access kind) {
  return kind == LADDER_READ ? Access::read : kind == LADDER_WRITE ? Access::write : Access::atomic;
}

AccessSite &site_of(const void *code, BlockCounts &block, Access kind) {
  static Places<AccessSite> sites;
  AccessSite &site = sites.of(code, block.sites);
  if (site.of_thread.empty()) site.of_thread.resize(threads);
  site.kind = kind;
  ++site.times;
  return site;
}

// Parts of the code that a thread had begun.
unsigned begun_by(const BlockCounts &block, const Thread &t) {
  return block.ways.empty() ? 0 : unsigned(block.ways[t.linear].size());
}

void note_access(const void *address, std::size_t bytes, enum ladder_access kind,
                 const void *code) {
  const Thread *const now = executor->now();
  if (!now || now->fiber->has(address)) return;
  busy[now->block->linear] = true;
  BlockCounts *const block = counts(*now);
  if (!block) return;
  const Thread &t = *now;
  const auto *at = static_cast<const char *>(address);
  const std::vector<char> &tile = t.block->shared;
  const bool shared = !tile.empty() && at >= tile.data() && at < tile.data() + tile.size();
  if (!shared) {
    static const Allocation *last = nullptr;  // one that was freed ends its launch first
    static std::uint64_t last_of = 0;
    const std::uint64_t serial = executor->serial();
    if (!last || last_of != serial || at < last->base || at >= last->base + last->bytes)
      last = allocation_of(address), last_of = serial;
    if (!last) return;  // constants, and arguments of the launch
    totals.arrays.insert(last);
  }
  AccessSite &site = site_of(code, *block, shared ? Access::shared : kind_of(kind));
  site.bytes = unsigned(bytes);
  ++totals.accesses;
  if (block->looked.empty()) block->looked.resize(threads);
  Looked &looked = block->looked[t.linear];
  std::vector<Touch> &own = site.of_thread[t.linear];
  if (!looked.next(threads) && !own.empty()) return;  // each place has one at least
  own.push_back(
      {reinterpret_cast<std::uintptr_t>(address), looked.accesses - 1, begun_by(*block, t)});
  ++totals.looked_at;
}

void note_division(const void *code, Access kind) {
  const std::size_t most = std::max(1u, (1u << 16) / threads);  // at one place that are looked at
  const Thread *const now = looked_at ? executor->now() : nullptr;
  BlockCounts *const block = now ? counts(*now) : nullptr;
  if (!block) return;
  std::vector<Touch> &own = site_of(code, *block, kind).of_thread[now->linear];
  if (own.size() < most) own.push_back({0, 0, begun_by(*block, *now)});
}

[[gnu::noinline]] void note_part(BlockCounts &block, unsigned thread, const void *code) {
  static Places<CodePart> parts;
  CodePart &part = parts.of(code, block.parts);
  if (part.times.empty())
    part.times.resize(threads), part.number = unsigned(block.parts.size() - 1);
  ++part.times[thread];
  // A way that is longer than what is kept is none: lanes are taken to go side by side.
  if (++block.begun > most_begun) return block.ways.clear();
  if (block.ways.empty()) block.ways.resize(threads);
  block.ways[thread].push_back(part.number);
}

}  // namespace
}  // namespace ladder_emulation

using namespace ladder_emulation;

extern "C" void ladder_on_access(const void *address, size_t bytes, enum ladder_access kind,
                                 const void *code) {
  if (looked_at) note_access(address, bytes, kind, code);
}
extern "C" void ladder_on_division(const void *code, bool is_slow) {
  note_division(code, Access::division);
  const char *const own_place = static_cast<const char *>(code) - 1;  // in the same call
  if (is_slow) note_division(own_place, Access::slow_case);
}
extern "C" void __sanitizer_cov_trace_pc() {
  const Thread *const now = looked_at ? executor->now() : nullptr;
  BlockCounts *const block = now ? counts(*now) : nullptr;
  if (block) note_part(*block, now->linear, __builtin_return_address(0));
}
extern "C" int ladder_sampled() {
  static const int one = [] {
    const char *given = std::getenv("LADDER_EMULATION_SAMPLED");
    return given ? std::atoi(given) : 0;
  }();
  return one;
}
extern "C" void ladder_leave_sample(std::vector<std::uint64_t> &blocks) {
  std::erase_if(blocks, [](std::uint64_t one) { return !looked_at || !in_piece(one); });
  left = blocks.size();
}
extern "C" void ladder_count_launch(const Launch *launch, bool begins) {
  begins ? begin(*launch) : end(*launch);
}
