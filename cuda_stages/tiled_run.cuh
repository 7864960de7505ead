// What the stages with one cooperative kernel share on the host: that kernel's argument, its arrays
// and its launch. No maths here.
#pragma once
#include "cuda_stages/exchange.cuh"

namespace {

// The argument of the kernel. The result goes to other arrays than the start came from, because a
// neighbour may be late in fetching its first halo.
struct TiledCase {
  Tiling tiling;
  Padded g;
  float taps_z[LADDER_MOST_HALF_LENGTH + 1];  // [k] of the neighbours at k and -k
  float taps_x[LADDER_MOST_HALF_LENGTH + 1];  // [0] is the centre of both axes
  const float *v2dt2, *sponge_z, *sponge_x;
  CellsView sources;      // grouped by block and thread; places are those of the tile
  CellsView receivers;    // grouped by block; likewise
  const float *factors;   // [sources] the taper of a source's cell
  const float *wavelets;  // [sources][steps]
  float *traces;          // [steps + 1][receivers]
  int steps, receiver_count;
  Word *slots;  // [2][Exchange::all()]
  // What differs from launch to launch.
  const float *now, *before;
  float *now_out, *before_out;
  unsigned epoch;   // the last that was used
  int step, count;  // the first step, and how many
  bool fresh;       // p(n-1) has been tapered twice already
};

// Sample n of the receivers, from a field.
__global__ void record(int receivers, const int *places, const float *p, float *sample) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < receivers) sample[r] = p[places[r]];
}

class TiledRun {
 public:
  // owner(z, x) is the thread of a block that computes cell (z, x) of its tile, which may lie
  // outside the tile; -1: none does. The exchange must be the one that the kernel makes.
  template <typename Owner>
  TiledRun(const ladder_case &c, const Exchange &exchange, int threads, const void *kernel,
           Owner owner)
      : exchange_(exchange), threads_(threads), kernel_(kernel), run_(c, aligned(c)),
        now_out_(run_.grid.all()), before_out_(run_.grid.all()), slots_(2 * exchange.all() + 1),
        factors_(c.sources + 1), sources_(sources(c, owner)), receivers_(receivers(c)) {
    spare_now_ = now_out_;
    spare_before_ = before_out_;
    std::vector<float> factors;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      factors.push_back(c.sponge_x[at.x] * c.sponge_y[at.y] * c.sponge_z[at.z]);
    }
    fill(factors_, factors.data(), factors.size());
    CHECK(cudaMemset(now_out_, 0, run_.grid.all() * sizeof(float)));
    CHECK(cudaMemset(before_out_, 0, run_.grid.all() * sizeof(float)));
    CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               exchange.bytes()));
    int blocks = 0;
    CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel_, threads, exchange.bytes()));
    refuse_if(exchange.tiling.tiles() > blocks * Device().processors,
              std::to_string(exchange.tiling.tiles()) + " blocks of " + std::to_string(threads) +
                  " threads are not on the chip at once, " + std::to_string(blocks) +
                  " fit a multiprocessor: take fewer blocks or another tile");
  }

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    CHECK(cudaMemset(slots_, 0, 2 * exchange_.all() * sizeof(Word)));
    epoch_ = 0;
    fresh_ = true;
    if (run_.receivers) {
      record<<<ceil_div(run_.receivers, 256), 256>>>(run_.receivers, run_.receiver_places, run_.now,
                                                     run_.sample(step));
      CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
  }

  // A launch of `count` steps, which may use as many epochs.
  void advance(const ladder_case &c, int count) {
    run_.must_have_left(count);
    if (count == 0) return;
    TiledCase argument = this->argument(c, count);
    void *arguments[] = {&argument};
    CHECK(cudaLaunchCooperativeKernel(kernel_, dim3(exchange_.tiling.tiles()), dim3(threads_),
                                      arguments, exchange_.bytes(), nullptr));
    CHECK(cudaDeviceSynchronize());
    std::swap(run_.now, spare_now_);
    std::swap(run_.before, spare_before_);
    run_.step += count;
    epoch_ += count;
    fresh_ = false;
  }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

 private:
  const Exchange exchange_;
  const int threads_;
  const void *const kernel_;
  Resident run_;
  const DeviceBuffer<float> now_out_, before_out_;
  const DeviceBuffer<Word> slots_;
  const DeviceBuffer<float> factors_;
  const GroupedCells sources_, receivers_;
  float *spare_now_, *spare_before_;
  unsigned epoch_ = 0;
  bool fresh_ = true;

  TiledCase argument(const ladder_case &c, int count) const {
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
                   .steps = run_.steps,
                   .receiver_count = run_.receivers,
                   .slots = slots_,
                   .now = run_.now,
                   .before = run_.before,
                   .now_out = spare_now_,
                   .before_out = spare_before_,
                   .epoch = epoch_,
                   .step = run_.step,
                   .count = count,
                   .fresh = fresh_};
    for (int k = 0; k <= c.half_length; ++k) {
      a.taps_z[k] = c.taps_z[c.half_length + k];
      a.taps_x[k] = c.taps_x[c.half_length + k];
    }
    a.taps_x[0] += a.taps_z[0];
    return a;
  }

  int place(int z, int x) const { return exchange_.tile.first + z + exchange_.tile.pitch * x; }

  // A source is of every block that computes its cell.
  template <typename Owner>
  GroupedCells sources(const ladder_case &c, Owner owner) const {
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

  GroupedCells receivers(const ladder_case &c) const {
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
