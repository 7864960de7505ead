// checkpoints: a few states of the forward field are kept, and the groups between them are computed
// again.
// flags: -O3 -ftz=true
//
// Changes: snapshots of one group are there. The state before a group, p(n) and p(n-1), is restored
//   where it was kept, or computed from the last one that was; then the group's steps are repeated.
// Longer than a slide: checkpoints need a schedule that decides what is kept, restored and computed
//   again.
// Why: memory. K snapshots become a group and two fields for each checkpoint. With a checkpoint for
//   each group the forward steps are taken once more, with fewer of them more often; which are kept
//   is decided by the schedule of Griewank and Walther (harness/problems/imaging/binomial.h), and
//   no other repeats fewer steps.
// Expected: 1.25 times as long as groups on the document's case: 1800 forward steps instead of
//   1000, at 2.4 us; 20 snapshots and 4 states of two fields instead of 100 snapshots
// Launch: as groups; as many `checkpoints`, the beginning included, as are of use. Where they do
//   not fit, half as many.
// Work per point: as groups, and the steps of the forward field twice or more.
// Run: ladder --case=imaging-document --stage=checkpoints --times=20 --checkpoints=2
#include <memory>

#include "cuda_stages/imaging/grouped.cuh"
#include "harness/problems/imaging/binomial.h"

namespace {

class Repeated : public ForwardField {
 public:
  Repeated(const ladder_imaging &, const ladder_launch &launch, const Parts &parts)
      : parts_(parts), field_(parts.shot.grid.all()), slots_(slots_of(parts.groups, launch)),
        asked_(launch.knob[knob_checkpoints][0] != 0) {
    while (!allocate()) slots_ /= 2;
  }

  static int room(const Groups &groups) { return groups.room(); }
  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &launch) {
    const Groups groups(c, launch.knob[knob_times][0]);
    const int slots = slots_of(groups, launch);
    const double again = double(ladder_repeated_parts(groups.count, slots));
    return {.device = sizeof(float) * 2.0 * slots * Grid(c).all(),
            .forward_steps = again * groups.begin(1)};
  }
  int checkpoints() const { return slots_; }

  void begin() { ladder_checkpoints_begin(&plan_, slots_); }

  void enter(int group) {
    const int last = parts_.groups.count - 1;
    if (group == 0) {
      keep_state(0, 0);
      next_ = ladder_checkpoints_next(&plan_, last);
    }
    keep_where_planned(group, last);
  }

  // The last group is still there from the way forward.
  void fetch(int group) {
    if (group == parts_.groups.count - 1) return;
    ladder_checkpoints_release(&plan_, group);
    const int slot = plan_.taken - 1, from = plan_.at[slot];
    restore_state(slot, parts_.groups.begin(from));
    next_ = ladder_checkpoints_next(&plan_, group);
    for (int at = from; at <= group; ++at) {
      keep_where_planned(at, group);
      for (int n = parts_.groups.begin(at); n < parts_.groups.end(at);) parts_.steps.forward(++n);
    }
  }

 private:
  // More states than groups but one are of no use.
  static int slots_of(const Groups &groups, const ladder_launch &launch) {
    const int asked = launch.knob[knob_checkpoints][0];
    return asked ? asked : std::clamp(groups.count - 1, 1, LADDER_MOST_CHECKPOINTS);
  }

  bool allocate() {
    try {
      states_ = std::make_unique<DeviceBuffer<float>>(2 * field_ * std::size_t(slots_));
      return true;
    } catch (const Failure &failure) {
      if (failure.status != LADDER_OUT_OF_MEMORY || slots_ == 1 || asked_) throw;
      return false;
    }
  }

  // Before a group, on the way to group `wanted`.
  void keep_where_planned(int group, int wanted) {
    if (group != next_ || group == wanted) return;
    keep_state(ladder_checkpoints_keep(&plan_, group), parts_.groups.begin(group));
    next_ = ladder_checkpoints_next(&plan_, wanted);
  }

  float *state(int slot, int which) const {
    return *states_ + (2 * std::size_t(slot) + std::size_t(which)) * field_;
  }
  void keep_state(int slot, int n) const {
    for (int k = 0; k < 2; ++k) copy(parts_.shot.forward(n - k), state(slot, k));
  }
  void restore_state(int slot, int n) const {
    for (int k = 0; k < 2; ++k) copy(state(slot, k), parts_.shot.forward(n - k));
  }
  void copy(const float *from, float *to) const {
    CHECK(
        cudaMemcpyAsync(to, from, field_ * sizeof(float), cudaMemcpyDeviceToDevice, parts_.stream));
  }

  const Parts parts_;
  const std::size_t field_;  // values
  int slots_;
  const bool asked_;                             // for so many
  std::unique_ptr<DeviceBuffer<float>> states_;  // [slots][2]: p(n) and p(n-1) before a group
  ladder_checkpoints plan_{};
  int next_ = 0;  // the group before which the next state is kept
};

using Stage = Grouped<Repeated>;

const ladder_knob knobs[] = {
    KNOBS_OF_GROUPS,
    LADDER_KNOB(checkpoints,
                "states that are kept, the beginning among them; as many as are of "
                "use and fit unless given",
                nullptr, 1, {0}, {1}, {LADDER_MOST_CHECKPOINTS})};

}  // namespace

LADDER_STAGE = {LADDER_IMAGING_FRAME, .parent = "groups",
                .change = "the forward field comes back from binomial checkpoints",
                CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
