// What the stages with one cooperative kernel share on the host: that kernel's arrays and its
// launch. No maths here.
#pragma once
#include "cuda_stages/wave/tiled_case.cuh"

namespace {

// Halos is Exchange or Lines: how a tile is laid out in shared memory, and how many words blocks
// hand over.
template <typename Halos>
class TiledRun {
 public:
  // owner(z, x) is the thread of a block that computes cell (z, x) of its tile, which may lie
  // outside the tile; -1: none does. The exchange must be the one that the kernel makes.
  template <typename Owner>
  TiledRun(const ladder_wave &c, const Halos &exchange, int threads, const void *kernel,
           Owner owner, int shots = 1, int shared_bytes = 0, int cluster = 1)
      : exchange_(exchange), threads_(threads), shots_(shots),
        shared_bytes_(shared_bytes ? shared_bytes : exchange.bytes()), kernel_(kernel),
        cluster_(cluster), run_(c, aligned(c), FromHost::rows),
        now_{Field(cells()), Field(cells())}, before_{Field(cells()), Field(cells())},
        slots_(2 * shots * exchange.all() + 1), other_traces_((shots - 1) * trace_values() + 1),
        differences_(1), factors_(c.sources + 1), sources_(sources(c, owner)),
        receivers_(receivers(c)) {
    std::vector<float> factors;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      factors.push_back(c.sponge_x[at.x] * c.sponge_y[at.y] * c.sponge_z[at.z]);
    }
    fill(factors_, factors.data(), factors.size());
    for (int k : {0, 1}) {
      CHECK(cudaMemset(now_[k], 0, cells() * sizeof(float)));
      CHECK(cudaMemset(before_[k], 0, cells() * sizeof(float)));
    }
    prepare();
  }

  // From now on each shot has a model, and the kernel looks for the largest p^2.
  void take(const ladder_wave &c, const ladder_wave_models &models, const void *kernel,
            int shared_bytes) {
    refuse_if(models.count != shots_, std::to_string(models.count) +
                                          " models, and the launch is of " +
                                          std::to_string(shots_) + " shots");
    refuse_if(shared_bytes > Device().shared_bytes,
              "the tiles of " + std::to_string(shots_) +
                  " models with their largest p^2 do not fit on the chip: take fewer");
    kernel_ = kernel;
    shared_bytes_ = shared_bytes;
    prepare();
    models_.emplace(c, run_.grid, models);
  }
  void peaks(ladder_wave_peak *peaks, float *most) const { models_->peaks(peaks, most); }
  void field(int model, float *now) const {
    copy_out(run_.grid, run_.now + std::size_t(model) * (fresh_ ? 0 : run_.grid.all()), now);
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    CHECK(cudaMemset(slots_, 0, 2 * shots_ * exchange_.all() * sizeof(Word)));
    if (models_) models_->forget_looks();
    epoch_ = 0;
    fresh_ = true;
    uploaded_ = step;
    if (run_.receivers) {
      record<<<ceil_div(run_.receivers, 256), 256>>>(run_.receivers, run_.receiver_places, run_.now,
                                                     run_.sample(step));
      CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
  }

  // A launch of `count` steps, which may use as many epochs.
  void advance(const ladder_wave &c, int count) {
    run_.must_have_left(count);
    if (count == 0) return;
    TiledCase argument = this->argument(c, count);
    void *arguments[] = {&argument};
    if (cluster_ > 1)
      ClusterLaunch(blocks_in_all(), threads_, shared_bytes_, cluster_).run(kernel_, arguments);
    else
      CHECK(cudaLaunchCooperativeKernel(kernel_, dim3(blocks_in_all()), dim3(threads_), arguments,
                                        shared_bytes_, nullptr));
    CHECK(cudaDeviceSynchronize());
    run_.now = now_[next_];
    run_.before = before_[next_];
    next_ ^= 1;
    run_.step += count;
    epoch_ += count;
    fresh_ = false;
  }

  void download(float *now, float *before, float *traces) {
    must_be_equal();
    run_.download(now, before, traces);
  }

 private:
  using Field = DeviceBuffer<float>;

  const Halos exchange_;
  const int threads_, shots_;
  int shared_bytes_;
  const void *kernel_;
  const int cluster_;  // blocks of a cluster
  Resident run_;
  const Field now_[2], before_[2];  // [shots][cells], the result of every other launch
  const DeviceBuffer<Word> slots_;
  const DeviceBuffer<float> other_traces_;
  const DeviceBuffer<int> differences_;
  const DeviceBuffer<float> factors_;
  const GroupedCells sources_, receivers_;
  std::optional<Models> models_;
  int next_ = 0, uploaded_ = 0;
  unsigned epoch_ = 0;
  bool fresh_ = true;

  int blocks_in_all() const { return shots_ * exchange_.tiling.tiles(); }
  std::size_t cells() const { return std::size_t{1} * shots_ * run_.grid.all(); }
  std::size_t trace_values() const { return (run_.steps + std::size_t{1}) * run_.receivers; }

  void prepare() const {
    CHECK(
        cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes_));
    int blocks = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel_, threads_, shared_bytes_));
    refuse_if(blocks_in_all() > blocks * Device().processors,
              std::to_string(blocks_in_all()) + " blocks of " + std::to_string(threads_) +
                  " threads are not on the chip at once, " + std::to_string(blocks) +
                  " fit a multiprocessor: take fewer blocks or another tile");
  }

  // The shots of a batch without models are the same one, so whichever differs is wrong.
  void must_be_equal() const {
    if (shots_ == 1 || fresh_ || models_) return;
    const std::size_t all = run_.grid.all(), begin = (uploaded_ + std::size_t{1}) * run_.receivers,
                      end = (run_.step + std::size_t{1}) * run_.receivers;
    CHECK(cudaMemset(differences_, 0, sizeof(int)));
    count_differences<<<256, 256>>>(shots_, all, run_.now, run_.now + all, all, differences_);
    count_differences<<<256, 256>>>(shots_, all, run_.before, run_.before + all, all, differences_);
    count_differences<<<256, 256>>>(shots_, end - begin, run_.traces + begin, other_traces_ + begin,
                                    trace_values(), differences_);
    CHECK(cudaGetLastError());
    int differences = 0;
    CHECK(cudaMemcpy(&differences, differences_, sizeof differences, cudaMemcpyDeviceToHost));
    if (differences)
      throw Failure(LADDER_FAILED, std::to_string(differences) +
                                       " values of the other shots differ from those of the first");
  }

  TiledCase argument(const ladder_wave &c, int count) const {
    TiledCase a = {.tiling = exchange_.tiling,
                   .g = run_.grid,
                   .v2dt2 = run_.v2dt2,
                   .sponge_z = run_.sponge_z,
                   .sponge_x = run_.sponge_x,
                   .sources = sources_.view(),
                   .receivers = receivers_.view(),
                   .factors = factors_,
                   .wavelets = run_.wavelets,
                   .traces = run_.traces,
                   .other_traces = other_traces_,
                   .steps = run_.steps,
                   .receiver_count = run_.receivers,
                   .slots = slots_,
                   .now = run_.now,
                   .before = run_.before,
                   .now_out = now_[next_],
                   .before_out = before_[next_],
                   .start_stride = fresh_ ? 0 : run_.grid.all(),
                   .epoch = epoch_,
                   .step = run_.step,
                   .count = count,
                   .fresh = fresh_};
    if (models_) a.models = models_->view();
    for (int k = 0; k <= c.half_length; ++k) {
      a.taps_z[k] = c.taps_z[c.half_length + k];
      a.taps_x[k] = c.taps_x[c.half_length + k];
    }
    return a;
  }

  int place(int z, int x) const { return exchange_.tile.first + z + exchange_.tile.pitch * x; }

  // A source is of every block that computes its cell.
  template <typename Owner>
  GroupedCells sources(const ladder_wave &c, Owner owner) const {
    const Tiling &t = exchange_.tiling;
    std::vector<int> groups, places, numbers;
    for (int i = 0; i < c.sources; ++i)
      for (int b = 0; b < t.tiles(); ++b) {
        const int z = c.source_cells[i].z - b % t.nz * t.z;
        const int x = c.source_cells[i].x - b / t.nz * t.x;
        const int thread = owner(z, x);
        if (thread < 0) continue;
        groups.push_back(b * threads_ + thread);
        places.push_back(place(z, x));
        numbers.push_back(i);
      }
    return GroupedCells(t.tiles() * threads_, groups, places, numbers);
  }

  GroupedCells receivers(const ladder_wave &c) const {
    const Tiling &t = exchange_.tiling;
    std::vector<int> groups, places;
    for (int i = 0; i < c.receivers; ++i) {
      const ladder_cell &at = c.receiver_cells[i];
      groups.push_back(at.z / t.z + t.nz * (at.x / t.x));
      places.push_back(place(at.z % t.z, at.x % t.x));
    }
    return GroupedCells(t.tiles(), groups, places);
  }
};

}  // namespace
