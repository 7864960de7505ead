// The instructions of a kernel that a warp executes, one after the other.
#pragma once
#include <vector>

#include "harness/predict/compiled/machine_code.h"
#include "harness/predict/model/trip_counts.h"

namespace ladder {

constexpr int barrier_of_block = 0x11d;  // the operation BAR

class WarpPath {
 public:
  WarpPath(const MachineCode &, const TripCounts &, std::size_t begin = 0);
  bool ended() const { return at_ >= code_->instructions.size(); }
  std::size_t at() const { return at_; }
  void next();
  // Somewhere else, with what is due of each part.
  void go_to(std::size_t at) { at_ = at; }

 private:
  std::size_t behind_branch(const Instruction &);
  bool passes_over();

  const MachineCode *code_;
  const TripCounts *trips_;
  std::vector<Range> loops_;
  std::vector<double> turned_;            // of each loop, since it was entered
  std::vector<std::size_t> called_from_;  // subroutines that are not left yet
  std::vector<double> due_;               // of each branch: how much of the part behind it is due
  std::size_t at_;
};

}  // namespace ladder
