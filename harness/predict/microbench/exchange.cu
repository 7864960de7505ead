// Words between blocks of one launch, through the second-level cache: when a word can be found that
// another block wrote, and how long a poll at it takes. Blocks that keep their data on the chip
// wait for such words in every step.
#include "harness/predict/microbench/block_cycles.h"
#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int rounds = 400, longest_wait = 1024, shortest_wait = 32;
constexpr double seldom = 0.05;  // of the polls that come too early, where they no longer count

struct alignas(16) Word {
  unsigned value[3], epoch;
};

// One access of 16 bytes, which the whole device sees in one order.
__device__ __forceinline__ void put(Word *at, unsigned epoch) {
  asm volatile(
      "{\n .reg .b64 low, high;\n .reg .b128 word;\n mov.b64 low, {%1, %1};\n"
      " mov.b64 high, {%1, %1};\n mov.b128 word, {low, high};\n"
      " st.relaxed.gpu.global.b128 [%0], word;\n}" ::"l"(at),
      "r"(epoch)
      : "memory");
}
__device__ __forceinline__ unsigned poll(const Word *at) {
  unsigned epoch;
  asm volatile(
      "{\n .reg .b64 low, high;\n .reg .b128 word;\n .reg .b32 value;\n"
      " ld.relaxed.gpu.global.b128 word, [%1];\n mov.b128 {low, high}, word;\n"
      " mov.b64 {value, %0}, high;\n}"
      : "=r"(epoch)
      : "l"(at)
      : "memory");
  return epoch;
}

// Blocks 2 k and 2 k + 1 send each other a word a thread, compute for `wait` cycles, and poll until
// the other one's has come. Slots are of epochs of one parity, so no word is overwritten that was
// not found.
// holds: STG >= 1, LDG >= 1, others <= 60 in a loop
__global__ void exchange(Cycles *cycles, unsigned *polls, Word *slots, unsigned first, int turns,
                         int wait) {
  const unsigned partner = blockIdx.x ^ 1;
  if (partner >= gridDim.x) {
    if (threadIdx.x == 0) cycles[blockIdx.x] = 0;
    return;
  }
  const unsigned own = blockIdx.x * blockDim.x + threadIdx.x,
                 other = partner * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  unsigned polled = 0;
  const Cycles start = now();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    const unsigned epoch = first + turn, of_parity = epoch % 2 * all;
    put(slots + of_parity + other, epoch);
    const Cycles sent = now();
    while (now() - sent < wait) {
    }
    do ++polled;
    while (poll(slots + of_parity + own) != epoch);
  }
  const Cycles stop = now();
  if (threadIdx.x == 0) {
    cycles[blockIdx.x] = stop - start;
    polls[blockIdx.x] = polled;
  }
}

struct Round {
  Samples cycles;
  double polls = 0;
};

Round measure_round(Bench &bench, int wait) {
  const int blocks = bench.device().multiProcessorCount / 2 * 2, threads = 32;
  const Device<Word> slots(std::vector<Word>(std::size_t{2} * blocks * threads, Word{}));
  const Device<unsigned> polls(bench.device().multiProcessorCount);
  unsigned epoch = 1;
  const auto launch = [&](Cycles *cycles, int turns, int) {
    Word *at = slots.get();
    unsigned *counts = polls.get(), first = epoch;
    void *arguments[] = {&cycles, &counts, &at, &first, &turns, &wait};
    check(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(exchange),
                                      dim3(static_cast<unsigned>(blocks)), dim3(threads), arguments,
                                      0, bench.stream()));
    check(cudaStreamSynchronize(bench.stream()));
    epoch += static_cast<unsigned>(turns);
  };
  Round found;
  found.cycles = cycles_of_turn(bench, rounds, launch);
  const auto counts = polls.host();
  for (int block = 0; block < blocks; ++block) found.polls += counts[block];
  found.polls /= 3.0 * rounds * blocks;  // of the last launch
  return found;
}

}  // namespace

// The shortest wait after which one poll finds the word: the poll reached the cache half of its
// time later.
void measure_exchange(Bench &bench) {
  if (!bench.device().cooperativeLaunch || bench.device().major < 7) return;
  bool found = false;
  for (int wait = 0; wait <= longest_wait; wait += shortest_wait) {
    const Round round = measure_round(bench, wait);
    bench.add("exchange.round", "cycles", round.cycles, 1.0 / rounds, "cycles before a poll", wait);
    bench.add("exchange.polls", "1", Samples{round.polls}, 1.0 / rounds, "cycles before a poll",
              wait);
    if (found || round.polls > 1 + seldom) continue;
    found = true;
    Samples poll, visible;
    for (const double each : round.cycles) {
      poll.push_back(each - wait);
      visible.push_back(wait + (each - wait) / 2);
    }
    bench.add("exchange.poll", "cycles", poll, shortest_wait);
    bench.add("exchange.visible", "cycles", visible, shortest_wait);
  }
}

}  // namespace ladder::microbench
