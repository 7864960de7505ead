// borders: the forward field comes back by the same equation backwards in time, between borders
// that were kept.
// flags: -O3 -ftz=true
//
// Changes: where there is no sponge, p(n-1) = 2 p(n) - p(n+1) + (v dt)^2 L p(n) + f(n+1): the
//   kernel of the way forward, on the box without sponge, with p(n+1) in the place of p(n-1).
//   Around the box a strip as wide as the operator is kept at every step, and all that is outside
//   of the box at image times.
// Longer than a slide: the cells of the borders are listed, kept and put back.
// Why: memory, where the box is large: a strip has 4 M sides of the box, and the box would have
//   been kept at every image time. It costs a third field's steps. In the sponge the equation
//   cannot be taken back: waves that it damped by a thousand would have to grow again by a
//   thousand, and rounding errors with them.
// Rounding: as c_port/imaging/11b_c_borders.c derives it: after N steps the field is off by 8
//   sqrt(2 N) u times the gain of the equation at most, u = 2^-24, where it is itself off by 8
//   sqrt(N) u times that gain.
// Expected: 1.6 times as long as groups on the document's case: a third field's steps, and a kernel
//   of 1 us more for each of two fields; 20 snapshots, 26 of strips and 28 of what is outside of
//   the box, not 100
// Launch: as groups; a thread a cell of the borders.
// Work per point: as groups, and 16 bytes a step of the way back.
// Run: ladder --case=imaging-document --stage=borders --times=20
#include <vector>

#include "cuda_stages/imaging/grouped.cuh"
#include "cuda_stages/imaging/shot.cuh"

namespace {

// Values of a list of cells at several times, kept on the device.

__global__ void save_cells(int count, const int *cells, const float *p, float *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = p[cells[i]];
}

__global__ void restore_cells(int count, const int *cells, float *p, const float *from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) p[cells[i]] = from[i];
}

// Values of a list of cells at several times.
class KeptCells {
 public:
  KeptCells(const std::vector<int> &cells, std::size_t times)
      : count_(int(cells.size())), cells_(cells),
        values_(std::max<std::size_t>(1, times * cells.size())) {}

  void save(int time, const float *p, cudaStream_t stream) const {
    if (count_ == 0) return;
    save_cells<<<ceil_div(count_, threads), threads, 0, stream>>>(count_, cells_, p, at(time));
    CHECK(cudaGetLastError());
  }
  void restore(int time, float *p, cudaStream_t stream) const {
    if (count_ == 0) return;
    restore_cells<<<ceil_div(count_, threads), threads, 0, stream>>>(count_, cells_, p, at(time));
    CHECK(cudaGetLastError());
  }
  static double bytes(double count, double times) {
    return count * (sizeof(int) + sizeof(float) * times);
  }

 private:
  static constexpr int threads = 128;
  float *at(int time) const { return values_ + std::size_t(time) * std::size_t(count_); }

  const int count_;
  const Uploaded<int> cells_;
  const DeviceBuffer<float> values_;
};

class TakenBack : public ForwardField {
 public:
  TakenBack(const ladder_imaging &c, const ladder_launch &, const Parts &parts)
      : parts_(parts), box_(ladder_reversible(&c)),
        strips_(
            cells_where([&](int z, int x) { return ladder_in_strip(&box_, c.half_length, z, x); }),
            std::size_t(c.steps)),
        outside_(cells_where([&](int z, int x) { return !ladder_in_box(&box_, z, x, 0, 0); }),
                 std::size_t(image_times(c))) {}

  static int room(const Groups &groups) { return groups.room(); }
  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &launch) {
    std::int64_t strip = 0, outside = 0;
    ladder_count_borders(&c, &strip, &outside);
    const Groups groups(c, launch.knob[knob_times][0]);
    const int again = groups.count > 1 ? c.steps - 1 - c.every : 0;
    return {.device = KeptCells::bytes(double(strip), c.steps) +
                      KeptCells::bytes(double(outside), image_times(c)),
            .forward_steps = double(again)};
  }

  void begin() { low_ = parts_.groups.steps - 1; }

  void keep(int n) {
    strips_.save(n - 1, parts_.shot.forward(n), parts_.stream);
    if (parts_.shot.is_image_time(n))
      outside_.save(image_of(n), parts_.shot.forward(n), parts_.stream);
  }

  // The last group is still there from the way forward.
  void fetch(int group) {
    if (group == parts_.groups.count - 1) return;
    while (low_ > parts_.groups.begin(group) + parts_.groups.every) step_back(--low_);
  }

 private:
  int image_of(int n) const { return n / parts_.groups.every - 1; }

  // From p(n+2) and p(n+1) to p(n).
  void step_back(int n) const {
    parts_.steps.forward_taken_back(n, box_);
    if (parts_.shot.is_image_time(n))
      outside_.restore(image_of(n), parts_.shot.forward(n), parts_.stream);
    else
      strips_.restore(n - 1, parts_.shot.forward(n), parts_.stream);
  }

  template <typename Wanted>
  std::vector<int> cells_where(Wanted wanted) const {
    const Grid &g = parts_.shot.grid;
    std::vector<int> cells;
    for (int x = 0; x < g.nx; ++x)
      for (int z = 0; z < g.nz; ++z)
        if (wanted(z, x)) cells.push_back(g.at(z, x));
    return cells;
  }

  const Parts parts_;
  const ladder_box box_;
  const KeptCells strips_, outside_;
  int low_ = 0;  // p(low) and p(low + 1) are there
};

using Stage = Grouped<TakenBack>;

const ladder_knob knobs[] = {KNOBS_OF_GROUPS};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "groups",
    .change = "the forward field is computed backwards from its last two states and kept borders",
    CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};
