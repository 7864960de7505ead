// A case of an adopted routine: its recorded calls, one after the other.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/problem.h"
#include "harness/problems/routine/recorded.h"
#include "harness/problems/routine/routine.h"

namespace ladder {

// The routine's share of the owner's program, as `ladder record` timed it. A stage's call there
// takes packing_s more than alone: components of derived types become arrays for it, and go back.
struct InProgram {
  double program_s = 0, routine_s = 0;
  long calls = 0;
  double packing_s = 0;
};

// What the calls do not show.
struct Coverage {
  int reached = 0, lines = 0;  // of step 0; 0: not known
};

// A build of the original that its owner accepts as well.
struct OtherBuild {
  std::string flags, shared_object;
};

class RoutineCase : public Case {
 public:
  std::string folder;  // the ladder's
  std::string routine;
  std::string step0, oracle_library;  // shared objects; no oracle: limits are step 0's own spread
  std::vector<OtherBuild> builds;     // of step 0 with other flags
  std::string near;                   // of step 0, whose thresholds can be moved; may be empty
  std::string apart;  // of step 0, whose sums have their terms of each sign apart; may be empty
  std::shared_ptr<const std::vector<RecordedCall>> calls;
  InProgram program;
  Coverage coverage;
  std::vector<std::string> not_detected;  // what the calls do not show, in sentences
  int times = 1;  // that each call is made, one after the other, where instructions are counted
  Json scale;     // as enlarge takes it; null: calls as recorded
  std::map<std::string, double> tolerances;  // that the owner states: relative, of a value by name

  const Problem &problem() const override;
  std::int64_t cells() const override;  // elements of what a call writes, as a mean
  std::string size_text() const override;
  std::vector<std::string> words() const override;
  Json json() const override;
  // The storages of each call, as words of four bytes.
  std::vector<Array> arrays() const override;
  // The recorded inputs; with a seed, the same with noise of a sixteenth of each component's
  // largest value.
  void start(const Start &, const std::vector<float *> &) const override;
  // Of that noise: as large as step 0 takes; 0 where it takes none.
  float start_amplitude() const override;
  std::unique_ptr<Case> warm_up(int steps) const override;
  void repeat_steps(int number) override { times = number; }
  std::unique_ptr<Case> shortened(int steps) const override { return warm_up(steps); }
  std::unique_ptr<Case> few_steps(int steps) const override { return warm_up(steps); }
  std::vector<std::unique_ptr<Case>> tiny() const override { return {}; }
  std::shared_ptr<const void> stage_view() const override;
  ladder_status drive(const void *view, const ladder_stage &, ladder_state *,
                      const ladder_observer &, std::vector<float *> &arrays) const override;
  ladder_status oracle(const ladder_observer &, std::vector<double *> &) const override;
  bool judges_itself() const override { return true; }
  std::shared_ptr<const OwnTruth> own_truth(const Start &) const override;
  // From how many draws each stage is proven: about two seconds of them, by the time that was
  // recorded, so that it is the same number each time.
  int draws() const;
  std::function<double(const Peaks &)> rounding() const override;
  std::string place(std::size_t array, std::int64_t value) const override;
  // Whether a stage can be created; its runs are judged whole.
  Probe probe(const ladder_stage &, const ladder_launch &) const override;
  // Nothing is known of what the routine must do.
  Work work(const ladder_stage &, int shots) const override;

 private:
  mutable std::optional<float> noise_;
  // Of the recorded inputs, and, up to a sum of memory, of the draws that are the same each time.
  mutable std::shared_ptr<const OwnTruth> recorded_;
  mutable std::map<std::pair<std::uint64_t, float>, std::shared_ptr<const OwnTruth>> drawn_;
};

extern const Problem routine_problem;
inline const ladder_routine_entries &routine_entries(const ladder_stage &stage) {
  return *static_cast<const ladder_routine_entries *>(stage.entries);
}

// What the routine's procedures are called with.
struct FlatCall {
  explicit FlatCall(const RecordedCall &, bool wide, const std::vector<std::byte *> &storages);
  std::vector<void *> data;
  std::vector<std::array<std::int64_t, 7>> lower, extent;
  std::vector<std::int64_t> length;
};

}  // namespace ladder
