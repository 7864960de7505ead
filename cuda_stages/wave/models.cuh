// Several models side by side: what each has of its own on the device, and the largest p^2 that is
// looked for in it. No maths here.
#pragma once
#include "cuda_stages/wave/resident.cuh"

namespace {

// As a kernel sees them: model i has its part of an array at i times the values of a model.
struct ModelsView {
  const float *v2dt2 = nullptr, *wavelets = nullptr;  // padded; [sources][steps]
  float *most = nullptr;                              // padded: the largest p^2 of each cell
  unsigned long long *peaks = nullptr;                // [models], by key_of
  std::size_t wavelet_values = 0;                     // of a model
  int every = 1;                                      // steps between two looks
  ladder_cell first{}, cells{};                       // the block that is looked at

  __device__ bool looks_at(int step, int steps) const { return step % every == 0 || step == steps; }
  __device__ bool looks_at_cell(int z, int x) const {
    return z >= first.z && z < first.z + cells.z && x >= first.x && x < first.x + cells.x;
  }
};

// Of two peaks the larger key is the larger energy, or the earlier of two alike.
__device__ inline unsigned long long key_of(float energy, int step) {
  return static_cast<unsigned long long>(__float_as_uint(energy)) << 32 | (0xffffffffu - step);
}

class Models {
 public:
  Models(const ladder_wave &c, const Padded &g, const ladder_wave_models &m)
      : g_(g), count_(m.count), wavelet_values_(std::size_t{1} * c.sources * c.steps),
        v2dt2_(cells()), most_(cells()), wavelets_(count_ * wavelet_values_ + 1), peaks_(count_) {
    CHECK(cudaMemset(v2dt2_, 0, cells() * sizeof(float)));
    for (int i = 0; i < count_; ++i) {
      copy_in(g_, m.v2dt2[i], v2dt2_ + std::size_t(i) * g_.all(), start_copy);
      CHECK(cudaMemcpyAsync(wavelets_ + i * wavelet_values_, m.wavelets[i],
                            wavelet_values_ * sizeof(float), cudaMemcpyHostToDevice));
    }
    view_ = {v2dt2_, wavelets_, most_, peaks_, wavelet_values_, m.every, m.first, m.cells};
    CHECK(cudaDeviceSynchronize());
  }

  const ModelsView &view() const { return view_; }

  void forget_looks() {
    CHECK(cudaMemset(most_, 0, cells() * sizeof(float)));
    CHECK(cudaMemset(peaks_, 0, count_ * sizeof(unsigned long long)));
  }
  void peaks(ladder_wave_peak *peaks, float *most) const {
    std::vector<unsigned long long> keys(count_);
    CHECK(cudaMemcpy(keys.data(), peaks_, count_ * sizeof keys[0], cudaMemcpyDeviceToHost));
    for (int i = 0; i < count_; ++i) {
      const auto bits = static_cast<std::uint32_t>(keys[i] >> 32);
      std::memcpy(&peaks[i].energy, &bits, sizeof bits);
      peaks[i].step = bits ? static_cast<std::int32_t>(0xffffffffu - std::uint32_t(keys[i])) : 0;
      copy_out(g_, most_ + std::size_t(i) * g_.all(), most + std::size_t(i) * g_.nz * g_.nx * g_.ny,
               start_copy);
    }
    CHECK(cudaDeviceSynchronize());
  }

 private:
  const Padded g_;
  const int count_;
  const std::size_t wavelet_values_;
  const DeviceBuffer<float> v2dt2_, most_, wavelets_;
  const DeviceBuffer<unsigned long long> peaks_;
  ModelsView view_;

  std::size_t cells() const { return std::size_t(count_) * g_.all(); }
};

}  // namespace
