// What it costs to start work: launches in a stream and in a graph, and the life of a block that
// does next to nothing.
#include <chrono>
#include <type_traits>
#include <utility>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr int samples = 15, launches = 400;

__global__ void nothing() {}

// Blocks that store one word a thread, and blocks that load one first.
// holds: STG >= 1, others <= 40 in code
__global__ void store_one(float *out) { out[(blockIdx.x % 4096) * blockDim.x + threadIdx.x] = 1; }
// holds: LDG = 1, STG >= 1, others <= 40 in code
__global__ void load_one(float *out) {
  float *at = out + (blockIdx.x % 4096) * blockDim.x + threadIdx.x;
  float value;
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(at) : "memory");
  if (value == 1.2345f) *at = 1;
}

template <int Bytes>
struct Parameters {
  const float *from;
  float *to;
  int words[(Bytes - 16) / 4];
};
// Of the parameters one word in each sector.
// holds, of 56: LDG = 1, STG >= 1, others <= 60 in code
// holds, of 280: LDG = 1, STG >= 1, others <= 120 in code
// holds, of 1224: LDG = 1, STG >= 1, others <= 360 in code
template <int Bytes>
__global__ void copies(Parameters<Bytes> given) {
  constexpr int words_of_sector = 8;
  int zero = 0;
#pragma unroll
  for (int i = 0; i < int(sizeof given.words / 4); i += words_of_sector) zero |= given.words[i];
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x + unsigned(zero);
  given.to[at] = given.from[at] + 1;
}

// Keeps the device busy while the host fills the stream.
// holds: CLOCK >= 1 in a loop
__global__ void wait(Cycles cycles) {
  const Cycles from = now();
#pragma unroll 1
  while (now() - from < cycles) {
  }
}

Samples divided(Samples samples, double by) {
  for (double &sample : samples) sample /= by;
  return samples;
}

// Launches that were all in the stream before the first began: what the device needs, however slow
// the host is.
void measure_queued(Bench &bench) {
  cudaEvent_t begin = nullptr, end = nullptr;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  Samples found;
  for (int sample = 0; sample < samples; ++sample) {
    wait<<<1, 1, 0, bench.stream()>>>(static_cast<Cycles>(20e-6 * launches * bench.clock_hz()));
    check(cudaEventRecord(begin, bench.stream()));
    for (int i = 0; i < launches; ++i) nothing<<<1, 32, 0, bench.stream()>>>();
    check(cudaEventRecord(end, bench.stream()));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    found.push_back(1e-3 * ms / launches);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  bench.add("launch.queued", "s", found, event_resolution_s / launches);
}

void measure_graph(Bench &bench) {
  const Samples found = bench.seconds_of_graph(samples, [&] {
    for (int i = 0; i < launches; ++i) nothing<<<1, 32, 0, bench.stream()>>>();
  });
  bench.add("launch.graph", "s", divided(found, launches), event_resolution_s / launches);
}

// A node of a graph that loads and stores, by the number of its blocks; and by the bytes of its
// parameters, of one block and of one on each multiprocessor.
void measure_graph_of_loads(Bench &bench) {
  constexpr int threads = 256, nodes = 64;
  const int processors = bench.device().multiProcessorCount;
  const std::size_t most = 8 * std::size_t(processors);  // blocks
  const Device<float> from(most * threads), to(most * threads);
  check(cudaMemset(from.get(), 0, from.count() * sizeof(float)));
  const auto node = [&]<int Bytes>(std::integral_constant<int, Bytes>, int blocks) {
    Parameters<Bytes> given{from.get(), to.get(), {}};
    return divided(bench.seconds_of_graph(samples,
                                          [&] {
                                            for (int i = 0; i < nodes; ++i)
                                              copies<<<blocks, threads, 0, bench.stream()>>>(given);
                                          }),
                   nodes);
  };
  const auto measure = [&](const char *name, const char *over, int at, const Samples &found) {
    bench.add(name, "s", found, event_resolution_s / nodes, over, at);
  };
  constexpr std::integral_constant<int, 56> few;
  constexpr std::integral_constant<int, 280> some;
  constexpr std::integral_constant<int, 1224> many;
  for (const int blocks : {1, processors / 4, processors, 3 * processors, 8 * processors})
    measure("launch.graph_of_loads", "blocks", blocks, node(few, blocks));
  for (const auto &[name, blocks] :
       {std::pair{"launch.parameters_alone", 1}, std::pair{"launch.parameters", processors}}) {
    measure(name, "B", few.value, node(few, blocks));
    measure(name, "B", some.value, node(some, blocks));
    measure(name, "B", many.value, node(many, blocks));
  }
}

// What the host needs for a launch, and for one that it waits for.
void measure_host_side(Bench &bench) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](auto from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  Samples asynchronous, waited_for;
  for (int sample = 0; sample < samples; ++sample) {
    check(cudaStreamSynchronize(bench.stream()));
    auto from = Clock::now();
    for (int i = 0; i < launches; ++i) nothing<<<1, 32, 0, bench.stream()>>>();
    asynchronous.push_back(seconds(from) / launches);
    check(cudaStreamSynchronize(bench.stream()));
    from = Clock::now();
    for (int i = 0; i < launches / 4; ++i) {
      nothing<<<1, 32, 0, bench.stream()>>>();
      check(cudaStreamSynchronize(bench.stream()));
    }
    waited_for.push_back(seconds(from) / (launches / 4));
  }
  bench.add("launch.host_call", "s", asynchronous, 0);
  bench.add("launch.waited_for", "s", waited_for, 0);
}

// One block at a time on each multiprocessor, by the shared memory that it asks for: the difference
// between many and few blocks is the life of a block and the gap to the next.
template <class Launch>
void measure_turnaround(Bench &bench, const char *name, const void *kernel, const Launch &launch) {
  const int shared = static_cast<int>(bench.device().sharedMemPerBlockOptin);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int processors = bench.device().multiProcessorCount, few = 100, many = 600;
  const Samples a = bench.seconds(samples, [&] { launch(processors * few, shared); });
  const Samples b = bench.seconds(samples, [&] { launch(processors * many, shared); });
  Samples found = slopes(a, b, many - few);
  for (double &each : found) each *= bench.clock_hz();
  bench.add(name, "cycles", found, event_resolution_s / (many - few) * bench.clock_hz());
}

}  // namespace

void measure_launches(Bench &bench) {
  const cudaStream_t stream = bench.stream();
  const Samples in_stream = bench.seconds(samples, [&] {
    for (int i = 0; i < launches; ++i) nothing<<<1, 32, 0, stream>>>();
  });
  bench.add("launch.stream", "s", divided(in_stream, launches), event_resolution_s / launches);
  measure_queued(bench);
  measure_graph(bench);
  measure_graph_of_loads(bench);
  measure_host_side(bench);

  // Of a grid of empty blocks, by its size: the slope is what the device needs to hand out a block.
  std::vector<double> blocks_at, seconds;
  for (int waves : {1, 4, 16, 64, 128, 256}) {
    const int blocks = waves * 8 * bench.device().multiProcessorCount;
    const Samples found = divided(bench.seconds(samples,
                                                [&] {
                                                  for (int i = 0; i < 20; ++i)
                                                    nothing<<<blocks, 256, 0, stream>>>();
                                                }),
                                  20);
    bench.add("launch.empty_grid", "s", found, event_resolution_s / 20, "blocks", blocks);
    if (waves < 64) continue;  // small grids end before the host has the next launch ready
    blocks_at.push_back(blocks);
    seconds.push_back(estimate(found, 0).value);
  }
  bench.add("block.hand_out", "s", slope(blocks_at, seconds, event_resolution_s / 20), 3);

  const Device<float> memory(4096 * 256);
  check(cudaMemset(memory.get(), 0, memory.count() * sizeof(float)));
  measure_turnaround(bench, "block.life_empty", reinterpret_cast<const void *>(nothing),
                     [&](int blocks, int shared) { nothing<<<blocks, 256, shared, stream>>>(); });
  measure_turnaround(
      bench, "block.life_store", reinterpret_cast<const void *>(store_one),
      [&](int blocks, int shared) { store_one<<<blocks, 256, shared, stream>>>(memory.get()); });
  measure_turnaround(
      bench, "block.life_load", reinterpret_cast<const void *>(load_one),
      [&](int blocks, int shared) { load_one<<<blocks, 256, shared, stream>>>(memory.get()); });
}

}  // namespace ladder::microbench
