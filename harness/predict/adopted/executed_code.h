// How often a warp executes what a kernel's machine code has, from what its lines were seen to do.
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/predict/adopted/line_times.h"
#include "harness/predict/model/code_ranges.h"

namespace ladder {

// Accesses of a line were counted together; here its copies in the code share them, so that it does
// not matter how far a loop is unrolled. `lines`: as LineTimes has them.
class ExecutedCode {
 public:
  // Refers to the code and the way.
  ExecutedCode(const MachineCode &, const std::vector<std::string> &lines, const CountedWay &);
  ExecutedCode(const ExecutedCode &) = delete;

  const std::vector<Range> &loops() const { return lines_.loops(); }
  const std::vector<Range> &parts() const { return parts_; }  // that branches pass over
  const Instruction &instruction(std::size_t i) const { return code_.instructions[i]; }
  double share_of_slow(std::size_t i) const;  // of the divisions of its line
  std::string line(std::size_t i) const { return lines_.line(i); }
  double times(std::size_t i) const { return lines_.of(i); }  // -1: it was not seen
  // How often an access is executed; -1: it was not seen.
  double of_access(std::size_t i) const;
  // How often a loop turns, in all.
  double of_loop(const Range &) const;
  // Those that were counted, without those that the machine code no longer has.
  double accesses(std::optional<int> of_kind = {}) const;

 private:
  struct Copies {
    std::vector<std::size_t> all, innermost;  // in loops that have no other loop with one of them
    bool is_innermost(std::size_t i) const {
      return std::ranges::find(innermost, i) != innermost.end();
    }
  };

  const Copies *copies_of(std::size_t i) const;  // null: it was not seen
  bool is_conditional(std::size_t i, const Range &loop) const;
  bool is_left_out(std::size_t i) const;
  double unrolled(const Range &loop) const;
  double versions_of(const Range &loop) const;
  double turns_of(const Range &loop) const;
  double in_code(const std::string &line, int kind, double counted) const;
  void leave_out_other_versions();
  void leave_out_unrolled();

  const MachineCode &code_;
  const CountedWay &way_;
  LineTimes lines_;
  std::vector<Range> parts_, cases_, other_versions_;
  mutable std::map<std::pair<std::size_t, std::size_t>, double> turns_;  // of each loop so far
  std::map<std::pair<std::string, int>, Copies> copies_;
  std::map<std::string, double> own_stores_;
};

// A SeenKind; -1: no access that the emulation counts.
int kind_of(const Instruction &);
bool computes(const Instruction &);  // floating-point numbers, or accesses memory

}  // namespace ladder
