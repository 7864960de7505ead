// How often a warp executes an instruction, by the lines that it is of.
#pragma once
#include <string>
#include <vector>

#include "harness/predict/adopted/counted.h"
#include "harness/predict/model/code_ranges.h"

namespace ladder {

class LineTimes {
 public:
  // `lines`: "file:line" of each instruction, behind it those of the calls that are inlined there,
  // from the inside to the outside: "file:line file:line". Refers to the way.
  LineTimes(const MachineCode &, const std::vector<std::string> &lines, const CountedWay &);

  std::string line(std::size_t i) const { return i < lines_.size() ? lines_[i].front() : ""; }
  const Range *around(std::size_t i) const;  // the innermost loop; null: none
  const std::vector<Range> &loops() const { return loops_; }
  double of(const std::string &line) const;  // -1: it was not seen
  // No more often than the call that it is of, but for loops within that.
  double of(std::size_t i) const;

 private:
  bool has_loop(std::size_t i, std::size_t call) const;

  const CountedWay &way_;
  std::vector<std::vector<std::string>> lines_;
  std::vector<Range> loops_;
  std::vector<std::ptrdiff_t> around_;  // of each instruction: which of the loops; -1: none
};

}  // namespace ladder
