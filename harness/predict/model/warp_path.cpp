#include "harness/predict/model/warp_path.h"

#include <algorithm>

namespace ladder {

WarpPath::WarpPath(const MachineCode &code, const TripCounts &trips, std::size_t begin)
    : code_(&code), trips_(&trips), loops_(loops_of(code)), turned_(loops_.size(), 0),
      due_(code.instructions.size(), trips.seen ? 0.5 : 0), at_(begin) {}

// A part that is executed in a share of the times is passed over first.
bool WarpPath::passes_over() {
  constexpr double rounding = 1e-9;
  due_[at_] += 1 - trips_->taken[at_];
  if (due_[at_] < 1 - rounding) return true;
  due_[at_] -= 1;
  return false;
}

std::size_t WarpPath::behind_branch(const Instruction &one) {
  const auto target = static_cast<std::size_t>(one.target);
  if (one.for_parted) return at_ + 1;
  if (target > at_) return (one.always && !trips_->seen) || passes_over() ? target : at_ + 1;
  const auto k =
      static_cast<std::size_t>(std::ranges::find(loops_, at_, &Range::last) - loops_.begin());
  if (k == loops_.size()) return one.always ? target : at_ + 1;  // back from code behind the kernel
  if (++turned_[k] < trips_->turns[k]) return target;
  turned_[k] = 0;
  return at_ + 1;
}

void WarpPath::next() {
  const Instruction &one = code_->instructions[at_];
  const auto callee = static_cast<std::size_t>(one.callee);
  if (trips_->seen && one.callee >= 0 && callee < code_->instructions.size()) {
    called_from_.push_back(at_ + 1);
    at_ = callee;
  } else if (one.returns && !called_from_.empty()) {
    at_ = called_from_.back();
    called_from_.pop_back();
  } else if (one.target >= 0)
    at_ = behind_branch(one);
  else
    at_ = one.ends_block && one.always && (!trips_->seen || passes_over())
              ? code_->instructions.size()
              : at_ + 1;
}

}  // namespace ladder
