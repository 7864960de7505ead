// Which lanes of a warp do something together: those in the same turn of a loop, as lanes that left
// each other at a branch meet again behind it.
#pragma once
#include <vector>

#include "requests.h"

namespace ladder_emulation {

struct LaneTouch {
  unsigned turn, again;  // of a loop; how often its lane was at this place of the code in that turn
  Touch touch;
};

class WarpTurns {
 public:
  // Of threads [first, end) of a block.
  WarpTurns(const BlockCounts &, std::size_t first, std::size_t end);
  // How often the warp goes through a part: each time that one of its lanes does.
  double times(const CodePart &) const;
  // The accesses of its lanes, each request in a list of its own.
  std::vector<std::vector<LaneTouch>> together(const AccessSite &) const;

 private:
  void count_parts(const BlockCounts &);

  const std::size_t first_, end_;
  std::vector<std::vector<unsigned>> turns_;  // places of each lane's way where a turn begins
  std::vector<double> times_;  // by number of the part; empty: the ways are not known
};

}  // namespace ladder_emulation
