// Products of small matrices on tensor cores, in float32 from TF32: each value as two numbers of
// that type. No idea of a stage.
#pragma once
#include <cstdint>

namespace {

// A float as two TF32 numbers.
struct Split {
  std::uint32_t high, low;
  __device__ explicit Split(float value) {
    high = low = 0;
#if __CUDA_ARCH__ >= 800
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(high) : "f"(value));
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(low) : "f"(value - __uint_as_float(high)));
#endif
  }
};

using A = std::uint32_t[4];  // of 16 x 8: (g, j), (g+8, j), (g, j+4), (g+8, j+4); lane = 4 g + j
using B = std::uint32_t[2];  // of 8 x 8: (j, g), (j+4, g)

// sum (16 x 8: (g, 2j), (g, 2j+1), (g+8, 2j), (g+8, 2j+1)) += a b.
__device__ inline void multiply(float (&sum)[4], const A &a, const B &b) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
      "%9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

__device__ inline void multiply(float (&sum)[4], const A &a_high, const A &a_low, const B &b_high,
                                const B &b_low) {
  multiply(sum, a_low, b_high);
  multiply(sum, a_high, b_low);
  multiply(sum, a_high, b_high);
}

}  // namespace
