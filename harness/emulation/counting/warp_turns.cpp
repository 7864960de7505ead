#include "warp_turns.h"

#include <algorithm>
#include <utility>

namespace ladder_emulation {
namespace {

// The part that begins a turn: of those that all lanes on their way begin equally often the one
// that they begin most often. None: ~0.
unsigned begin_of_turn(const BlockCounts &block, std::size_t first, std::size_t end) {
  std::size_t longest = 0;
  for (std::size_t t = first; t < end; ++t) longest = std::max(longest, block.ways[t].size());
  unsigned most = 1, number = ~0u;
  for (const auto &[code, part] : block.parts) {
    unsigned times = 0;
    bool alike = true;
    for (std::size_t t = first; t < end; ++t) {
      const unsigned own = part.times[t];
      if (own == 0)
        alike &= 2 * block.ways[t].size() < longest;  // it left the kernel early
      else if (times == 0)
        times = own;
      else
        alike &= own == times;
    }
    if (alike && (times > most || (times == most && part.number < number)) && times > 1)
      most = times, number = part.number;
  }
  return number;
}

}  // namespace

WarpTurns::WarpTurns(const BlockCounts &block, std::size_t first, std::size_t end)
    : first_(first), end_(end), turns_(end - first) {
  if (block.ways.empty()) return;
  const unsigned begin = begin_of_turn(block, first, end);
  for (std::size_t t = first; t < end; ++t)
    for (unsigned place = 0; place < block.ways[t].size(); ++place)
      if (block.ways[t][place] == begin) turns_[t - first].push_back(place);
  count_parts(block);
}

void WarpTurns::count_parts(const BlockCounts &block) {
  std::vector<std::vector<unsigned>> most(block.parts.size());  // of a part in each turn
  std::vector<unsigned> now(block.parts.size()), begun;
  for (std::size_t t = first_; t < end_; ++t) {
    const std::vector<unsigned> &begins = turns_[t - first_], &way = block.ways[t];
    std::size_t turn = 0;
    for (std::size_t place = 0; place <= way.size(); ++place) {
      if (place == way.size() || (turn < begins.size() && begins[turn] == place)) {
        for (const unsigned part : begun) {
          std::vector<unsigned> &of_part = most[part];
          if (of_part.size() <= turn) of_part.resize(turn + 1);
          of_part[turn] = std::max(of_part[turn], now[part]);
          now[part] = 0;
        }
        begun.clear();
        ++turn;
      }
      if (place < way.size() && now[way[place]]++ == 0) begun.push_back(way[place]);
    }
  }
  for (const std::vector<unsigned> &of_part : most) {
    times_.push_back(0);
    for (const unsigned times : of_part) times_.back() += times;
  }
}

double WarpTurns::times(const CodePart &part) const {
  if (!times_.empty()) return times_[part.number];
  return *std::max_element(part.times.begin() + std::ptrdiff_t(first_),
                           part.times.begin() + std::ptrdiff_t(end_));
}

std::vector<std::vector<LaneTouch>> WarpTurns::together(const AccessSite &site) const {
  std::vector<LaneTouch> all;
  for (std::size_t t = first_; t < end_; ++t) {
    const std::vector<unsigned> &begins = turns_[t - first_];
    unsigned turn = 0, again = 0;
    for (const Touch &touch : site.of_thread[t]) {
      const unsigned before = turn;
      while (turn < begins.size() && begins[turn] < touch.place) ++turn;
      again = turn == before ? again : 0;
      all.push_back({turn, again++, touch});
    }
  }
  const auto key = [](const LaneTouch &one) { return std::pair(one.turn, one.again); };
  std::ranges::stable_sort(all, {}, key);
  std::vector<std::vector<LaneTouch>> found;
  for (const LaneTouch &one : all) {
    if (found.empty() || key(found.back().back()) != key(one)) found.emplace_back();
    found.back().push_back(one);
  }
  return found;
}

}  // namespace ladder_emulation
