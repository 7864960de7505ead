// The step of stages whose halos are sent: a slab keeps its cells at home alone. No idea of a
// stage.
#pragma once
#include "cuda_stages/wave3d/slab_march.cuh"

namespace {

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M,
                                          Lines)) void slab_step(const __grid_constant__ Maps maps,
                                                                 const __grid_constant__ Step s,
                                                                 Slots slots, Stretches stretches) {
  s.record(s.now, s.n);
  march_slab<M, Lines>(maps, s, slots, stretches,
                       [](float *cell, int, const Quad &made) { store_quad(cell, made); });
}

using SlabKernel = void (*)(Maps, Step, Slots, Stretches);

inline SlabKernel slab_kernel(int m, const Slots &slots) {
  SlabKernel kernel = nullptr;
  with_half_length(m,
                   [&](auto M) { kernel = slots.lines == 2 ? slab_step<M, 2> : slab_step<M, 1>; });
  return kernel;
}

}  // namespace
