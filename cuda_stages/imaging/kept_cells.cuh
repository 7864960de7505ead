// Values of a list of cells at several times, kept on the device. No maths here.
#pragma once
#include <vector>

#include "cuda_stages/imaging/shot.cuh"

namespace {

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

}  // namespace
