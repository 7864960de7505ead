// What a call of a routine costs next to its kernels: the host comes from other work, so its caches
// hold other things; arrays are allocated and copied as they lie; lanes change one address.
#include <chrono>
#include <utility>
#include <vector>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int samples = 15, threads = 256;
constexpr std::size_t other_bytes = 64u << 20, most_bytes = 64u << 20;

double seconds_since(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

// What a program does between two calls.
class OtherWork {
 public:
  void run() {
    for (double &each : memory_) each = each * 0.5 + 1;
  }

 private:
  std::vector<double> memory_ = std::vector<double>(other_bytes / sizeof(double));
};

// As loops of a routine are launched: one kernel after another, each with arguments of its own.
struct Arguments {
  double *arrays[8];
  int extents[4];
};
// holds: others <= 60 in code
template <int Which>
__global__ void takes(Arguments) {}

template <int... Which>
void launch_in_turn(int launches, cudaStream_t stream, std::integer_sequence<int, Which...>) {
  Arguments arguments{};
  void (*const kernels[])(Arguments) = {takes<Which>...};
  for (int i = 0; i < launches; ++i)
    kernels[std::size_t(i) % sizeof...(Which)]<<<1, threads, 0, stream>>>(arguments);
}

// Of a graph that is kept, as cudaGraphInstantiate makes it.
cudaGraphExec_t graph_of(int nodes, cudaStream_t stream) {
  cudaGraph_t captured = nullptr;
  cudaGraphExec_t graph = nullptr;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  launch_in_turn(nodes, stream, std::make_integer_sequence<int, 8>());
  check(cudaStreamEndCapture(stream, &captured));
  check(cudaGraphInstantiate(&graph, captured, 0));
  check(cudaGraphDestroy(captured));
  return graph;
}

// The first launches after other work, or a graph of as many, and the wait for them.
void measure_first_launches(Bench &bench, OtherWork &other) {
  const auto measure = [&](const char *name, int launches, const auto &launch) {
    Samples ended;
    for (int sample = 0; sample <= samples; ++sample) {
      other.run();
      const auto from = Clock::now();
      launch();
      check(cudaStreamSynchronize(bench.stream()));
      if (sample > 0) ended.push_back(seconds_since(from));
    }
    bench.add(name, "s", ended, 0, "launches", launches);
  };
  for (const int launches : {1, 8}) {
    measure("call.launches_waited_for", launches, [&] {
      launch_in_turn(launches, bench.stream(), std::make_integer_sequence<int, 8>());
    });
    cudaGraphExec_t graph = graph_of(launches, bench.stream());
    measure("call.graph_waited_for", launches,
            [&] { check(cudaGraphLaunch(graph, bench.stream())); });
    check(cudaGraphExecDestroy(graph));
  }
}

// Launches right behind the copies of a call, and the wait for them, by their number.
void measure_launches_behind_copies(Bench &bench, OtherWork &other) {
  constexpr std::size_t bytes = 4u << 20;
  const Device<char> device(bytes);
  const std::vector<char> host(bytes, 1);
  for (int launches = 1; launches <= 4096; launches *= 8) {
    Samples ended;
    for (int sample = 0; sample <= samples; ++sample) {
      other.run();
      for (int copy = 0; copy < 3; ++copy)
        check(cudaMemcpy(device.get(), host.data(), bytes, cudaMemcpyHostToDevice));
      check(cudaDeviceSynchronize());
      const auto from = Clock::now();
      launch_in_turn(launches, bench.stream(), std::make_integer_sequence<int, 8>());
      check(cudaStreamSynchronize(bench.stream()));
      if (sample > 0) ended.push_back(seconds_since(from));
    }
    bench.add("call.launches_behind_copies", "s", ended, 0, "launches", launches);
  }
}

// Of ordinary memory that no cache holds: the first copy of a call, and one behind another.
void measure_copies(Bench &bench, OtherWork &other) {
  const Device<char> device(2 * most_bytes);
  const std::vector<char> fresh(4 * most_bytes, 1);
  std::vector<char> back(4 * most_bytes, 1);
  std::size_t at = 0;
  const auto next = [&](std::size_t bytes) {
    at = at + 2 * bytes > fresh.size() ? 0 : at;
    return std::exchange(at, at + bytes);
  };
  for (std::size_t bytes = 4; bytes <= most_bytes; bytes *= 8) {
    Samples first, to, from;
    for (int sample = 0; sample <= samples / (bytes > (1u << 20) ? 3 : 1); ++sample) {
      other.run();
      const auto timed = [&](const auto &copy) {
        const auto begin = Clock::now();
        check(copy());
        return seconds_since(begin);
      };
      const auto in = [&] {
        return cudaMemcpy(device.get(), fresh.data() + next(bytes), bytes, cudaMemcpyHostToDevice);
      };
      const double of_first = timed(in), of_second = timed(in),
                   of_back = timed([&] {
                     return cudaMemcpy(back.data() + next(bytes), device.get(), bytes,
                                       cudaMemcpyDeviceToHost);
                   });
      if (sample == 0) continue;
      first.push_back(of_first), to.push_back(of_second), from.push_back(of_back);
    }
    bench.add("call.first_copy", "s", first, 0, "B", double(bytes));
    bench.add("call.host_to_device", "s", to, 0, "B", double(bytes));
    bench.add("call.device_to_host", "s", from, 0, "B", double(bytes));
  }
}

void measure_allocations(Bench &bench) {
  for (std::size_t bytes = 1024; bytes <= most_bytes; bytes *= 64) {
    Samples found;
    for (int sample = 0; sample <= samples; ++sample) {
      const auto from = Clock::now();
      void *memory = nullptr;
      check(cudaMalloc(&memory, bytes));
      check(cudaFree(memory));
      if (sample > 0) found.push_back(seconds_since(from));
    }
    bench.add("call.allocation", "s", found, 0, "B", double(bytes));
  }
}

// holds, of double: ATOM|RED >= 1, others <= 60 in code
// holds, of unsigned: ATOM|RED >= 1, others <= 60 in code
template <class Type>
__global__ void change(Type *at, int turns, unsigned mask) {
  const unsigned own = (blockIdx.x * blockDim.x + threadIdx.x) & mask;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) atomicAdd(at + own, static_cast<Type>(1));
}

// [s] of a lane's change, all multiprocessors at it, by the number of words that are changed.
template <class Type>
void measure_changes(Bench &bench, const char *name) {
  const int blocks = 4 * bench.device().multiProcessorCount, few = 4, many = 12;
  const Device<Type> words(1u << 20);
  check(cudaMemset(words.get(), 0, words.count() * sizeof(Type)));
  for (unsigned number = 1; number <= words.count(); number *= 32) {
    const auto run = [&](int turns) {
      return bench.seconds(samples, [&] {
        change<<<blocks, threads, 0, bench.stream()>>>(words.get(), turns, number - 1);
      });
    };
    const double lanes = double(many - few) * blocks * threads;
    bench.add(name, "s", slopes(run(few), run(many), lanes), event_resolution_s / lanes, "words",
              number);
  }
}

}  // namespace

void measure_calls(Bench &bench) {
  OtherWork other;
  measure_first_launches(bench, other);
  measure_launches_behind_copies(bench, other);
  measure_copies(bench, other);
  measure_allocations(bench);
  measure_changes<double>(bench, "atomic.double");
  measure_changes<unsigned>(bench, "atomic.word");
}

}  // namespace ladder::microbench
