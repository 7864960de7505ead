// The half-lengths that kernels are compiled for. No maths here.
#pragma once
#include <type_traits>

#include "cuda_stages/wave3d/entries.cuh"

namespace {

// Calls action(std::integral_constant<int, M>) for the half-length m.
template <typename Action>
void with_half_length(int m, Action action) {
  switch (m) {
    case 1:
      return action(std::integral_constant<int, 1>{});
    case 2:
      return action(std::integral_constant<int, 2>{});
    case 3:
      return action(std::integral_constant<int, 3>{});
    case 4:
      return action(std::integral_constant<int, 4>{});
    case 6:
      return action(std::integral_constant<int, 6>{});
    case 8:
      return action(std::integral_constant<int, 8>{});
    default:
      refuse_if(true, "this stage is compiled for half-lengths 1, 2, 3, 4, 6 and 8: take resident");
  }
}

}  // namespace
