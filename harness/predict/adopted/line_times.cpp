#include "harness/predict/adopted/line_times.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace ladder {

LineTimes::LineTimes(const MachineCode &code, const std::vector<std::string> &lines,
                     const CountedWay &way)
    : way_(way), loops_(loops_of(code)) {
  for (const std::string &each : lines) {
    using Word = std::istream_iterator<std::string>;
    std::istringstream words(each);
    lines_.emplace_back(Word(words), Word());
    if (lines_.back().empty()) lines_.back().emplace_back();
  }
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    std::ptrdiff_t found = -1;
    for (std::size_t k = 0; k < loops_.size(); ++k)
      if (inside(i, loops_[k]) &&
          (found < 0 || inside(loops_[k], loops_[static_cast<std::size_t>(found)])))
        found = static_cast<std::ptrdiff_t>(k);
    around_.push_back(found);
  }
}

const Range *LineTimes::around(std::size_t i) const {
  return around_[i] < 0 ? nullptr : &loops_[static_cast<std::size_t>(around_[i])];
}

double LineTimes::of(const std::string &line) const {
  const auto found = way_.times.find(line);
  return found == way_.times.end() ? -1 : found->second;
}

// Whether the innermost loop around an instruction is of a call that is inlined there.
bool LineTimes::has_loop(std::size_t i, std::size_t call) const {
  const Range *const loop = around(i);
  if (!loop || loop->last >= lines_.size()) return false;
  const auto begin = lines_[i].begin() + static_cast<std::ptrdiff_t>(call);
  const auto &back = lines_[loop->last];
  const auto calls = std::distance(begin, lines_[i].end());
  return std::ssize(back) > calls && std::equal(begin, lines_[i].end(), back.end() - calls);
}

double LineTimes::of(std::size_t i) const {
  if (i >= lines_.size()) return -1;
  double most = of(lines_[i].front());
  for (std::size_t call = 1; call < lines_[i].size() && !has_loop(i, call); ++call)
    if (const double calls = of(lines_[i][call]); calls >= 0)
      most = most < 0 ? calls : std::min(most, calls);
  return most;
}

}  // namespace ladder
