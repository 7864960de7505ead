// The half-lengths that kernels are compiled for. No maths here.
#pragma once
#include "cuda_stages/shared/half_lengths.cuh"
#include "cuda_stages/wave3d/entries.cuh"

namespace {

// Calls action(std::integral_constant<int, M>) for the half-length m.
template <typename Action>
void with_half_length(int m, Action action) {
  switch (m) {
    case 1:
      return call_with_half_length<1>(action);
    case 2:
      return call_with_half_length<2>(action);
    case 3:
      return call_with_half_length<3>(action);
    case 4:
      return call_with_half_length<4>(action);
    case 6:
      return call_with_half_length<6>(action);
    case 8:
      return call_with_half_length<8>(action);
    default:
      refuse_if(true, "this stage is compiled for half-lengths 1, 2, 3, 4, 6 and 8: take resident");
  }
}

}  // namespace
