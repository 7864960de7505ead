// The words that a thread sends and receives at every exchange, kept in its registers. No maths
// here.
#pragma once
#include "cuda_stages/wave/exchange.cuh"

namespace {

// A thread has at most `Held` words each way.
template <int Held>
class Halo {
 public:
  __device__ Halo(const Exchange &exchange, int block) {
#pragma unroll
    for (int h = 0; h < Held; ++h) {
      out_[h] = exchange.to_send(block, threadIdx.x + h * blockDim.x);
      in_[h] = exchange.to_receive(block, threadIdx.x + h * blockDim.x);
    }
  }

  // Cells of p, all of which must be complete, to the slots of this epoch.
  __device__ void send(Word *slots, const float *p, unsigned epoch) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (out_[h].slot >= 0)
        put(slots + out_[h].slot, {p[out_[h].a], p[out_[h].b], p[out_[h].c], epoch});
  }

  // Waits for all words of this epoch; then they are in the halo of p, for this thread.
  __device__ void receive(const Word *slots, float *p, unsigned epoch) const {
    Word got[Held];
    bool waiting = true;
    while (waiting) {
      waiting = false;
#pragma unroll
      for (int h = 0; h < Held; ++h)
        if (in_[h].slot >= 0) got[h] = get(slots + in_[h].slot);
#pragma unroll
      for (int h = 0; h < Held; ++h) waiting |= in_[h].slot >= 0 && got[h].epoch != epoch;
    }
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (in_[h].slot >= 0) {
        p[in_[h].a] = got[h].a;
        p[in_[h].b] = got[h].b;
        p[in_[h].c] = got[h].c;
      }
  }

 private:
  Packet out_[Held], in_[Held];
};

}  // namespace
