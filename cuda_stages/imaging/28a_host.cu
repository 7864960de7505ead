// host: the forward field waits in the host's memory, and its copies hide behind the propagation.
// flags: -O3 -ftz=true
//
// Changes: the device holds two groups of snapshots of the forward field. While one is
//   computed, the one before travels into page-locked memory; on the way back the next one comes
//   while the backward field goes through the one that is there. The last two groups never leave.
// Why: memory of the device: K snapshots become two groups. A snapshot of n bytes is copied in n /
//   55 GB/s and computed in `every` steps of at least 4 n / 2.9 TB/s, so from 13 steps between
//   image times on, the copies hide; with 10 they take 1.3 times as long as the steps of a large
//   grid, where both are bound by their memories. A grid that the cache holds steps faster: there
//   they show.
// Expected: as fast as groups within 10 % on the document's case: 13 MB a group take 0.25 ms over
//   the bus, and its 200 steps 0.5 ms; 40 snapshots of the forward field on the device, not 100
// Launch: as groups; a copy is one group, on a stream of its own inside the graph of the next
//   group.
// Work per point: as groups, and 4 bytes over the bus each way for each image time.
// Run: ladder --case=imaging-document --stage=host --times=20
#include "cuda_stages/imaging/grouped.cuh"

namespace {

// Page-locked memory of the host.
class HostBuffer {
 public:
  explicit HostBuffer(std::size_t count) {
    if (count > 0) CHECK(cudaMallocHost(&data_, count * sizeof(float)));
  }
  ~HostBuffer() { (void)cudaFreeHost(data_); }
  HostBuffer(const HostBuffer &) = delete;
  HostBuffer &operator=(const HostBuffer &) = delete;
  float *data() const { return data_; }

 private:
  float *data_ = nullptr;
};

class KeptOnHost : public ForwardField {
 public:
  KeptOnHost(const ladder_imaging &, const ladder_launch &, const Parts &parts)
      : parts_(parts), group_(std::size_t(parts.groups.images) * parts.shot.grid.all()),
        kept_(group_ * travelling(parts.groups)) {}

  static int room(const Groups &groups) { return 2 * groups.images; }
  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &launch) {
    const Groups groups(c, launch.knob[knob_times][0]);
    const double group = double(groups.images) * Grid(c).all();
    return {.host = sizeof(float) * group * double(travelling(groups))};
  }

  // Copies of a run that was given up.
  void begin() { CHECK(cudaStreamSynchronize(copies_)); }
  void enter(int group) { begin_copy(group - 1, cudaMemcpyDeviceToHost); }
  void leave(int group) { end_copy(group - 1); }
  // This group is there; the one that follows on the way back begins to come.
  void fetch(int group) {
    if (group <= parts_.groups.count - 2) begin_copy(group - 1, cudaMemcpyHostToDevice);
  }
  void release(int group) {
    if (group <= parts_.groups.count - 2) end_copy(group - 1);
  }

 private:
  // The last two stay on the device.
  static std::size_t travelling(const Groups &groups) { return std::max(0, groups.count - 2); }
  bool travels(int group) const { return group >= 0 && group < int(travelling(parts_.groups)); }

  // Behind what the stream has been given so far, and concurrent with what follows.
  void begin_copy(int group, cudaMemcpyKind direction) {
    if (!travels(group)) return;
    CHECK(cudaEventRecord(begun_, parts_.stream));
    CHECK(cudaStreamWaitEvent(copies_, begun_));
    float *device = parts_.shot.forward_snapshot(group * parts_.groups.images);
    float *host = kept_.data() + group_ * std::size_t(group);
    const bool out = direction == cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpyAsync(out ? host : device, out ? device : host, group_ * sizeof(float),
                          direction, copies_));
    CHECK(cudaEventRecord(done_, copies_));
  }
  void end_copy(int group) {
    if (travels(group)) CHECK(cudaStreamWaitEvent(parts_.stream, done_));
  }

  const Parts parts_;
  const std::size_t group_;  // values of a group
  const HostBuffer kept_;
  const Stream copies_;
  const Event begun_, done_;
};

using Stage = Grouped<KeptOnHost>;

const ladder_knob knobs[] = {KNOBS_OF_GROUPS};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "groups",
    .change = "the forward field waits in page-locked memory of the host; copies hide behind steps",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
