// Step 0 and the oracle of an adopted routine, run in a child process: what an owner's code does, a
// `stop` or a wild address, ends that process and not this program.
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/worker/pipe_to_child.h"
#include "harness/problems/routine/routine_case.h"

namespace ladder {

// What a run of all calls left in each storage that it writes, in the order of
// RoutineCase::arrays(); nothing of the others.
struct Outputs {
  bool wide = false;
  std::vector<std::vector<std::byte>> storages;
};

// Which run: IEEE rounding as of <cfenv>, whether inputs are changed by their last bit and how (0:
// not; the oracle's never are), what memory holds that has no value before the call, and which
// library: step 0, the oracle, a build with other flags (from 1), that in which thresholds are
// moved by some units in the last place, or that in which sums have their terms of each sign apart.
struct ReferenceRun {
  int rounding = 0;
  int last_bits = 0;
  bool second_poison = false;
  bool oracle = false;
  int build = 0;
  double moved_by = 0;
  bool apart = false;
};

struct Places;

class Reference {
 public:
  explicit Reference(const RoutineCase &);
  // Throws Error(wrong) where a run ends the process.
  void run(const Start &, const std::vector<ReferenceRun> &,
           const std::function<void(Outputs)> &take);
  std::vector<Outputs> outputs(const Start &, const std::vector<ReferenceRun> &);
  bool lost() const { return lost_; }

 private:
  void add_child();
  void add_children(std::size_t runs);
  void put(const Start &, const Places &);
  Outputs outputs_of(const Places &, const ReferenceRun &, const std::byte *memory) const;
  [[noreturn]] void refuse(const Start &, const ReferenceRun &, const std::string &why);

  const RoutineCase case_;
  std::vector<std::unique_ptr<PipeToChild>> children_;
  std::optional<Start> put_;
  std::size_t have_inputs_ = 0;  // children
  bool lost_ = false;
};

// The one of this case: it is kept for the next call, and started anew where it was lost.
Reference &reference_of(const RoutineCase &);

// The child's side: answers until the other side closes.
void serve_reference(const RoutineCase &);

// Memory that the runs of an adopted routine share with the process that asks for them.

// Where in the shared memory the storages are: their inputs, and behind them their outputs, as wide
// as the oracle's.
struct Places {
  explicit Places(const RoutineCase &c) {
    constexpr std::size_t alignment = 64;
    const auto next = [this](std::size_t size) {
      const std::size_t at = bytes;
      bytes += (std::max<std::size_t>(size, 4) + 2 * alignment - 1) / alignment * alignment;
      return at;
    };
    for (const RecordedCall &call : *c.calls)
      for (const Storage &storage : call.storages) in.push_back(next(storage.bytes));
    inputs_end = bytes;
    for (const RecordedCall &call : *c.calls) {
      for (const Storage &storage : call.storages)
        out.push_back(next(std::max(storage.bytes, storage.wide_bytes)));
      const std::size_t first = written.size();
      written.resize(out.size(), false);
      for (const RecordedValue &value : call.values)
        if (value.there && value.out) written[first + value.storage] = true;
    }
  }
  std::vector<std::size_t> in, out;
  std::vector<bool> written;  // some value in it is
  std::size_t bytes = 64, inputs_end = 0;
};

}  // namespace ladder
