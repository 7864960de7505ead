// The next shot of a survey in the buffers of the one before, whose addresses are in its graphs. No
// maths here.
#pragma once
#include <vector>

#include "cuda_stages/imaging/shot.cuh"

namespace {

// What is in the kernels' arguments, or gives the sizes of buffers: a shot can take the place of
// one that has the same.
inline std::vector<double> fixed_in_graphs(const ladder_imaging &c, const ladder_launch &launch) {
  std::vector<double> all;
  for (const int one : {c.nz, c.nx, c.half_length, c.steps, c.every, c.offsets_x, c.offsets_z,
                        c.sources, c.receivers})
    all.push_back(one);
  for (const float *taps : {c.taps_z, c.taps_x})
    all.insert(all.end(), taps, taps + 2 * c.half_length + 1);
  for (const auto &knob : launch.knob) all.insert(all.end(), std::begin(knob), std::end(knob));
  return all;
}

// The shot's views are const, its memory is not.
template <typename T>
void overwrite(const T *to, const T *from, std::size_t count, cudaMemcpyKind kind) {
  if (count) CHECK(cudaMemcpy(const_cast<T *>(to), from, count * sizeof(T), kind));
}

inline void overwrite(const Injected &to, const Injected &from, const ladder_imaging &c) {
  constexpr auto kind = cudaMemcpyDeviceToDevice;
  const auto count = std::size_t(to.count), nx = std::size_t(c.nx);
  overwrite(to.places, from.places, count, kind);
  overwrite(to.factors, from.factors, count, kind);
  overwrite(to.signal, from.signal, count * std::size_t(c.steps), kind);
  overwrite(to.bits, from.bits, nx * std::size_t(to.words), kind);
  overwrite(to.columns, from.columns, nx * std::size_t(c.nz), kind);
}

inline void overwrite(const Shot &shot, const ladder_imaging &c) {
  constexpr auto kind = cudaMemcpyHostToDevice;
  const Medium medium = shot.medium();
  overwrite(medium.v2dt2, c.v2dt2, std::size_t(c.nz) * std::size_t(c.nx), kind);
  overwrite(medium.sponge_z, c.sponge_z, std::size_t(c.nz), kind);
  overwrite(medium.sponge_x, c.sponge_x, std::size_t(c.nx), kind);
  const Places source(c, c.source_cells, c.sources, c.wavelets, shot.grid),
      receivers(c, c.receiver_cells, c.receivers, c.data, shot.grid);
  overwrite(shot.source(), source.view(), c);
  overwrite(shot.receivers(), receivers.view(), c);
  CHECK(cudaDeviceSynchronize());
}

}  // namespace
