// What the stages that own the time loop share: the fields, (v dt)^2, sponges, wavelets and traces
// on the device, source and receiver cells sorted for the device, and the contract's three entries
// made from a class. No maths here.
//
// Such a stage writes, in addition to what stage_cuda.cuh says,
//     void upload(const float *now, const float *before, int step);
//     void advance(int count);                                       // blocks
//     void download(float *now, float *before, float *traces);
// and names LOOP_ENTRIES(Stage) in its table.
#pragma once
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "cuda_stages/shared/half_lengths.cuh"
#include "cuda_stages/wave/padded.cuh"

namespace {

template <typename T>
void fill(const DeviceBuffer<T> &device, const T *host, std::size_t count) {
  if (count) CHECK(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
}

// Arrays that may be empty are asked for with one value more: an array of none cannot be had.

// Cells in groups, each group in the order of the case: those of group g are at begin[g] to
// begin[g + 1] - 1. `place` is the position of a cell, `number` which one of the case it is.
struct CellsView {
  const int *begin, *place, *number;
};

class GroupedCells {
 public:
  // group[i] and place[i] are those of cell number[i]; without numbers, of cell i.
  GroupedCells(int groups, const std::vector<int> &group, const std::vector<int> &place,
               std::vector<int> number = {})
      : groups(groups), begin_(groups + 1), place_(group.size() + 1), number_(group.size() + 1) {
    std::vector<int> order(group.size()), begin(groups + 1, 0), places, numbers;
    std::iota(order.begin(), order.end(), 0);
    if (number.empty()) number = order;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return group[a] < group[b]; });
    for (int g : group) ++begin[g + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (int i : order) {
      places.push_back(place[i]);
      numbers.push_back(number[i]);
    }
    fill(begin_, begin.data(), begin.size());
    fill(place_, places.data(), places.size());
    fill(number_, numbers.data(), numbers.size());
  }
  CellsView view() const { return {begin_, place_, number_}; }

  const int groups;

 private:
  const DeviceBuffer<int> begin_, place_, number_;
};

// The position of each cell in the padded array.
inline std::vector<int> places_of(const Padded &g, const ladder_cell *cells, int count) {
  std::vector<int> places;
  for (int i = 0; i < count; ++i)
    places.push_back(g.first + cells[i].z + g.pz * (cells[i].x + g.px * cells[i].y));
  return places;
}

// Cells at one place are a group.
inline GroupedCells by_place(const std::vector<int> &places) {
  std::map<int, int> numbers;
  std::vector<int> groups;
  for (int place : places) groups.push_back(numbers.emplace(place, numbers.size()).first->second);
  return GroupedCells(static_cast<int>(numbers.size()), groups, places);
}

// The layout of padded.cuh with columns that begin at 16 bytes, and with room for threads that make
// `columns` columns and reach beyond the last. Do not ask it for inside().
inline Padded aligned(const ladder_wave &c, int columns = 1) {
  Padded g(c);
  g.px += columns - 1;
  const int frame = ceil_div(g.m, 4) * 4;
  g.pz = ceil_div(g.nz, 4) * 4 + 2 * frame;
  refuse_if(std::int64_t{g.pz} * g.px * g.py > (std::int64_t{1} << 30),
            "more than 2^30 cells with the padding: the indices of this stage are 32-bit");
  g.first = frame + g.pz * (g.m + g.px * (g.ny > 1 ? g.m : 0));
  return g;
}

// How fields come to the device: by way of a page-locked buffer of the stage's, which the host
// packs; or row by row, straight from arrays of the run that are page-locked (`page_locked` in the
// stage's table).
enum class FromHost { packed, rows };

// What lies on the device during a run. The frames of the fields and of (v dt)^2 stay zero.
class Resident {
 public:
  Resident(const ladder_wave &c, const Padded &grid, FromHost way = FromHost::packed)
      : grid(grid), steps(c.steps), receivers(c.receivers), v2dt2(grid.all()), sponge_z(c.nz),
        sponge_x(c.nx), sponge_y(c.ny), wavelets(std::size_t{1} * c.sources * c.steps + 1),
        traces((c.steps + std::size_t{1}) * c.receivers + 1), receiver_places(c.receivers + 1),
        first_(grid.all()), second_(grid.all()) {
    if (way == FromHost::packed) staging_.emplace(grid.all());
    const std::size_t bytes = grid.all() * sizeof(float);
    CHECK(cudaMemset(first_, 0, bytes));
    CHECK(cudaMemset(second_, 0, bytes));
    CHECK(cudaMemset(v2dt2, 0, bytes));
    copy(c.v2dt2, v2dt2);
    fill(sponge_z, c.sponge_z, c.nz);
    fill(sponge_x, c.sponge_x, c.nx);
    fill(sponge_y, c.sponge_y, c.ny);
    fill(wavelets, c.wavelets, std::size_t{1} * c.sources * c.steps);
    const auto places = places_of(grid, c.receiver_cells, c.receivers);
    fill(receiver_places, places.data(), places.size());
    CHECK(cudaDeviceSynchronize());  // a stage's own stream does not wait for the default one
  }

  // Rows may still be on their way when this returns: the stage waits.
  void upload(const float *host_now, const float *host_before, int step_now) {
    copy(host_now, now);
    copy(host_before, before);
    step = uploaded = step_now;
  }
  // Samples before the upload are not known here and stay as they are.
  void download(float *host_now, float *host_before, float *host_traces) {
    copy_back(now, host_now);
    copy_back(before, host_before);
    const std::size_t skipped = std::size_t{1} * uploaded * receivers;
    const std::size_t count = (step - uploaded + std::size_t{1}) * receivers;
    if (count)
      CHECK(cudaMemcpy(host_traces + skipped, traces + skipped, count * sizeof(float),
                       cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(nullptr));  // rows may still be on their way
  }
  float *sample(int n) const { return traces + std::size_t{1} * n * receivers; }
  // At each of so many steps p(n+1) was written over p(n-1).
  void take_steps(int count) {
    if (count % 2) std::swap(now, before);
    step += count;
  }
  void must_have_left(int count) const {
    refuse_if(count < 0 || count > steps - step, "asked for " + std::to_string(count) +
                                                     " steps, and the case has " +
                                                     std::to_string(steps - step) + " left");
  }

  const Padded grid;
  const int steps, receivers;
  const DeviceBuffer<float> v2dt2, sponge_z, sponge_x, sponge_y;
  const DeviceBuffer<float> wavelets;  // [sources][steps]
  const DeviceBuffer<float> traces;    // [steps + 1][receivers]
  const DeviceBuffer<int> receiver_places;

 private:
  const DeviceBuffer<float> first_, second_;
  std::optional<PinnedBuffer<float>> staging_;  // the frame stays zero

  void copy(const float *host, float *device) {
    if (!staging_) return copy_in(grid, host, device, start_copy);
    pack(grid, 0, grid.nx * grid.ny, host, *staging_);
    CHECK(cudaMemcpy(device, *staging_, grid.all() * sizeof(float), cudaMemcpyHostToDevice));
  }
  // Whatever is in the frame on the device, the one on the host stays zero.
  void copy_back(const float *device, float *host) {
    if (!staging_) return copy_out(grid, device, host, start_copy);
    const std::size_t at = grid.first, end = place_of_column(grid, grid.nx * grid.ny - 1) + grid.nz;
    CHECK(cudaMemcpy(*staging_ + at, device + at, (end - at) * sizeof(float),
                     cudaMemcpyDeviceToHost));
    unpack(grid, 0, grid.nx * grid.ny, *staging_, host);
  }

 public:
  float *now = first_, *before = second_;
  int step = 0, uploaded = 0;
};

// Refuses a block of more threads than the registers of the kernel allow.
template <typename Kernel>
void must_allow(Kernel kernel, const dim3 &block) {
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, kernel));
  refuse_if(int(block.x * block.y) > attributes.maxThreadsPerBlock,
            "the registers of a multiprocessor are enough for a block of " +
                std::to_string(attributes.maxThreadsPerBlock) + " threads of this kernel, not of " +
                std::to_string(block.x * block.y));
}

// Lets the kernel have so many bytes of shared memory, or refuses.
template <typename Kernel>
void allow_shared_memory(Kernel kernel, int bytes) {
  int most = 0;
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  refuse_if(bytes + 1024 > most, "a tile with its halo needs " + std::to_string(bytes) +
                                     " bytes of shared memory, and the device has " +
                                     std::to_string(most));
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}

// Sample of the receivers, from a field.
__global__ void record(int receivers, const int *places, const float *p, float *sample) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < receivers) sample[r] = p[places[r]];
}

// Calls action(std::integral_constant<int, M>) for the half-length m.
template <int M = 1, typename Action>
void with_half_length(int m, Action action) {
  if (m == M)
    call_with_half_length<M>(action);
  else if constexpr (M < LADDER_MOST_HALF_LENGTH)
    with_half_length<M + 1>(m, action);
}

}  // namespace
