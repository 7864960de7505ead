// Which half-lengths a build holds kernels for: all, unless CMake is set to compile those of the
// cases alone (LADDER_HALF_LENGTHS, a bit for each half-length). No maths here.
#pragma once
#include <string>
#include <type_traits>

#include "cuda_stages/shared/stage_cuda.cuh"

namespace {

constexpr bool half_length_is_built([[maybe_unused]] int m) {
#ifdef LADDER_HALF_LENGTHS
  return LADDER_HALF_LENGTHS >> m & 1u;
#else
  return true;
#endif
}

// Calls action(std::integral_constant<int, M>), or refuses where M is not built.
template <int M, typename Action>
void call_with_half_length(Action action) {
  if constexpr (half_length_is_built(M))
    action(std::integral_constant<int, M>{});
  else
    refuse_if(
        true,
        "this build has kernels for the half-lengths of the cases in data/ alone, and not for " +
            std::to_string(M) + ": LADDER_HALF_LENGTHS=all scripts/ladder builds them all");
}

}  // namespace
