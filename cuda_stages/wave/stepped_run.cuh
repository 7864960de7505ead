// What the stages with one kernel a step share around that kernel: what it is given, the receivers
// that it records, its second taper, and the contract's upload and download.
//
// After a step both fields are tapered, so p(n-1) has been tapered twice when it is used. Other
// threads still read p(n) while p(n+1) is made; so its second taper waits until it is used:
//     p(n+1) = t (2 p(n) - t p(n-1) + (v dt)^2 L p(n) + s).
// Right after an upload p(n-1) has had both, and a download gives it the second one; the product is
// rounded by itself, so that a download between two steps changes nothing. The step from n records
// sample n, which it reads anyway; a download adds the last one.
#pragma once
#include "cuda_stages/wave/resident.cuh"

namespace {

// [k] of the neighbours at k and -k.
struct Taps {
  float z[LADDER_MOST_HALF_LENGTH + 1], x[LADDER_MOST_HALF_LENGTH + 1],
      y[LADDER_MOST_HALF_LENGTH + 1];
};

// A step from n to n + 1. The kernel that makes it finds n by its own means.
struct Step {
  Padded g;
  Taps taps;
  const float *v2dt2, *sponge_z, *sponge_x, *sponge_y;
  CellsView sources;      // grouped by block and plane
  const float *wavelets;  // [sources][steps]
  int steps, receivers;
  const int *receiver_places;
  float *traces;     // [steps + 1][receivers]
  const float *now;  // p(n)
  float *before;     // p(n-1), becomes p(n+1)
  bool fresh;        // p(n-1) has been tapered twice already

  __device__ float taper(int iz, int ix, int iy) const {
    return sponge_x[ix] * sponge_y[iy] * sponge_z[iz];
  }
  // p(n-1) tapered twice, from `before`.
  __device__ float settled(float t, float value) const {
    return fresh ? value : __fmul_rn(t, value);
  }
  // The group of the sources of this block in plane iy.
  __device__ int group(int iy) const {
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * iy);
  }
  __device__ float pulse(int source, int n) const {
    return wavelets[std::size_t{1} * sources.number[source] * steps + n];
  }
  // Records sample n: every thread of the launch takes some receivers.
  __device__ void record_sample(int n) const {
    const int threads = blockDim.x * blockDim.y;
    for (int r = group(blockIdx.z) * threads + threadIdx.y * blockDim.x + threadIdx.x;
         r < receivers; r += threads * gridDim.x * gridDim.y * gridDim.z)
      traces[std::size_t{1} * n * receivers + r] = now[receiver_places[r]];
  }
};

// The second taper of p(n-1).
__global__ void settle(Step s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.g.cells()) return;
  s.before[s.g.at(i)] *= s.taper(i % s.g.nz, i / s.g.nz % s.g.nx, i / s.g.nz / s.g.nx);
}

class SteppedRun : public Resident {
 public:
  // A block makes `tile` cells, z by x, of one plane after the other.
  SteppedRun(const ladder_wave &c, const Padded &grid, dim3 tile)
      : Resident(c, grid),
        blocks(ceil_div(grid.nz, tile.x), ceil_div(grid.nx, tile.y), std::min(c.ny, 65535)),
        sources_(blocks.x * blocks.y * c.ny, groups_of(c, tile),
                 places_of(grid, c.source_cells, c.sources)) {
    refuse_if(blocks.y > 65535, "more than 65535 blocks along x: take a longer block");
    for (int k = 0; k <= grid.m; ++k) {
      taps_.z[k] = c.taps_z[grid.m + k];
      taps_.x[k] = c.taps_x[grid.m + k];
      taps_.y[k] = c.taps_y[grid.m + k];
    }
  }

  void upload(const float *host_now, const float *host_before, int step_now) {
    Resident::upload(host_now, host_before, step_now);
    fresh_ = true;
  }

  void download(float *host_now, float *host_before, float *host_traces) {
    if (!fresh_) {
      settle<<<ceil_div(grid.cells(), other_threads), other_threads>>>(next_step());
      CHECK(cudaGetLastError());
      fresh_ = true;
    }
    if (receivers) {
      record<<<ceil_div(receivers, other_threads), other_threads>>>(receivers, receiver_places, now,
                                                                    sample(step));
      CHECK(cudaGetLastError());
    }
    Resident::download(host_now, host_before, host_traces);
  }

  void take_steps(int count) {
    Resident::take_steps(count);
    if (count > 0) fresh_ = false;
  }

  // Whether the next step differs from those that follow it: p(n-1) has been tapered twice already.
  bool fresh() const { return fresh_; }
  Step next_step() const { return step_of(now, before, fresh_); }
  Step step_of(const float *p_now, float *p_before, bool fresh) const {
    return {grid,     taps_, v2dt2,     sponge_z,        sponge_x, sponge_y, sources_.view(),
            wavelets, steps, receivers, receiver_places, traces,   p_now,    p_before,
            fresh};
  }

  const dim3 blocks;

 private:
  static constexpr int other_threads = 256;

  // The group of a source: its block and plane.
  std::vector<int> groups_of(const ladder_wave &c, dim3 tile) const {
    const int tz = tile.x, tx = tile.y, nz = blocks.x, nx = blocks.y;
    std::vector<int> groups;
    for (int i = 0; i < c.sources; ++i) {
      const ladder_cell &at = c.source_cells[i];
      groups.push_back(at.z / tz + nz * (at.x / tx + nx * at.y));
    }
    return groups;
  }

  const GroupedCells sources_;
  Taps taps_;
  bool fresh_ = true;
};

}  // namespace
