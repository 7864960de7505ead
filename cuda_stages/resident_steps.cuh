// What the stages resident and cudnn do beside their convolution: the time step, injection, taper and
// recording, a kernel each, and the time loop around them.
//
// A stage owns a ResidentSteps and passes on upload and download; its advance names its convolution:
//     steps_.advance(count, [&](const float *p, float *lap) { ... });
#pragma once
#include "cuda_stages/resident.cuh"

namespace {

__global__ void step_forward(Padded g, const float *v2dt2, const float *lap, const float *now,
                             float *before) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  before[at] = 2.0f * now[at] - before[at] + v2dt2[at] * lap[at];
}

// A group is a cell: its sources add one after the other.
__global__ void inject(int groups, CellsView sources, const float *wavelets, int steps, int step,
                       float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= groups) return;
  for (int s = sources.begin[i]; s < sources.begin[i + 1]; ++s)
    p[sources.place[s]] += wavelets[std::size_t{1} * sources.number[s] * steps + step];
}

__global__ void taper(Padded g, const float *sponge_z, const float *sponge_x, const float *sponge_y,
                      float *now, float *before) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.cells()) return;
  const int at = g.at(i);
  const float t = sponge_x[i / g.nz % g.nx] * sponge_y[i / g.nz / g.nx] * sponge_z[i % g.nz];
  now[at] *= t;
  before[at] *= t;
}

// The group of a source: sources of one cell share it.
std::vector<int> number_cells(const std::vector<int> &places) {
  std::map<int, int> numbers;
  std::vector<int> groups;
  for (int place : places) groups.push_back(numbers.emplace(place, numbers.size()).first->second);
  return groups;
}

class ResidentSteps {
 public:
  ResidentSteps(const ladder_case &c, const Padded &grid)
      : grid_(grid), run_(c, grid), lap_(grid.all()),
        source_places_(places_of(grid, c.source_cells, c.sources)),
        source_groups_(number_cells(source_places_)),
        groups_(c.sources ? 1 + *std::max_element(source_groups_.begin(), source_groups_.end())
                          : 0),
        sources_(groups_, source_groups_, source_places_) {}

  void upload(const float *now, const float *before, int step) {
    run_.upload(now, before, step);
    record_sample();
  }

  template <typename Convolve>  // lap = L p, both on the device and in the layout of the grid
  void advance(int count, Convolve convolve) {
    run_.must_have_left(count);
    const int cells = ceil_div(grid_.cells(), other_threads);
    for (int i = 0; i < count; ++i) {
      convolve(static_cast<const float *>(run_.now), static_cast<float *>(lap_));
      step_forward<<<cells, other_threads>>>(grid_, run_.v2dt2, lap_, run_.now, run_.before);
      CHECK(cudaGetLastError());
      run_.take_steps(1);
      if (groups_) {
        inject<<<ceil_div(groups_, other_threads), other_threads>>>(
            groups_, sources_.view(), run_.wavelets, run_.steps, run_.step - 1, run_.now);
        CHECK(cudaGetLastError());
      }
      taper<<<cells, other_threads>>>(grid_, run_.sponge_z, run_.sponge_x, run_.sponge_y, run_.now,
                                      run_.before);
      CHECK(cudaGetLastError());
      record_sample();
    }
    CHECK(cudaDeviceSynchronize());
  }

  void download(float *now, float *before, float *traces) { run_.download(now, before, traces); }

 private:
  static constexpr int other_threads = 256;

  void record_sample() {
    if (!run_.receivers) return;
    record<<<ceil_div(run_.receivers, other_threads), other_threads>>>(
        run_.receivers, run_.receiver_places, run_.now, run_.sample(run_.step));
    CHECK(cudaGetLastError());
  }

  const Padded grid_;
  Resident run_;
  const DeviceBuffer<float> lap_;
  const std::vector<int> source_places_, source_groups_;
  const int groups_;
  const GroupedCells sources_;
};

}  // namespace
