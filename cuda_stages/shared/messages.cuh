// How blocks of one cooperative launch hand each other their halos: words of three values and an
// epoch, written and read as one access of 16 bytes. No maths here.
//
// A word is one access of 128 bits, relaxed, at the scope of the device: the memory model makes it
// single-copy atomic. Whoever reads the epoch he waits for has read its three values with it. So
// there is no flag next to the data, no fence between the two and no second trip to fetch them.
#pragma once
#include "cuda_stages/shared/stage_cuda.cuh"

namespace {

struct alignas(16) Word {
  float a, b, c;
  unsigned epoch;
};

__device__ inline void put(Word *at, const Word &w) {
  asm volatile(
      "{\n"
      " .reg .b64 low, high;\n"
      " .reg .b128 word;\n"
      " mov.b64 low, {%1, %2};\n"
      " mov.b64 high, {%3, %4};\n"
      " mov.b128 word, {low, high};\n"
      " st.relaxed.gpu.global.b128 [%0], word;\n"
      "}" ::"l"(at),
      "f"(w.a), "f"(w.b), "f"(w.c), "r"(w.epoch)
      : "memory");
}

__device__ inline Word get(const Word *at) {
  Word w;
  asm volatile(
      "{\n"
      " .reg .b64 low, high;\n"
      " .reg .b128 word;\n"
      " ld.relaxed.gpu.global.b128 word, [%4];\n"
      " mov.b128 {low, high}, word;\n"
      " mov.b64 {%0, %1}, low;\n"
      " mov.b64 {%2, %3}, high;\n"
      "}"
      : "=f"(w.a), "=f"(w.b), "=f"(w.c), "=r"(w.epoch)
      : "l"(at)
      : "memory");
  return w;
}

}  // namespace
