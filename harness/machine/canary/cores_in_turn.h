// Some of many cores at a time, all of them in the end: a reading of the canary must not take
// longer on a machine that has more cores.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

namespace ladder {

class CoresInTurn {
 public:
  static constexpr std::size_t most_at_a_time = 2;

  explicit CoresInTurn(std::vector<int> cores) : cores_(std::move(cores)) {}

  const std::vector<int> &all() const { return cores_; }

  // The next ones, none of them twice.
  std::vector<int> take() {
    std::vector<int> some(std::min(most_at_a_time, cores_.size()));
    for (int &core : some) core = cores_[next_++ % cores_.size()];
    return some;
  }

 private:
  std::vector<int> cores_;
  std::size_t next_ = 0;
};

}  // namespace ladder
