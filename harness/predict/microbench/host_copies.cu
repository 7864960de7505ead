// Copies between host and device by size, of page-locked and of ordinary memory, and between two
// devices.
#include <chrono>
#include <cstring>
#include <memory>

#include "harness/predict/microbench/groups.h"

namespace ladder::microbench {
namespace {

constexpr std::size_t most_bytes = 64u << 20;

struct PageLocked {
  void *memory = nullptr;
  PageLocked() { check(cudaMallocHost(&memory, most_bytes)); }
  ~PageLocked() { cudaFreeHost(memory); }
};

// By the host's clock, each copy waited for, as a step of a stage does.
Samples seconds_of(Bench &bench, std::size_t bytes, void *to, const void *from,
                   cudaMemcpyKind kind) {
  const int copies = bytes <= (1u << 16) ? 20 : 1, samples = bytes > (4u << 20) ? 7 : 15;
  Samples found;
  for (int sample = 0; sample <= samples; ++sample) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < copies; ++i) {
      check(cudaMemcpyAsync(to, from, bytes, kind, bench.stream()));
      check(cudaStreamSynchronize(bench.stream()));
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (sample > 0) found.push_back(took.count() / copies);
  }
  return found;
}

void measure_devices(Bench &bench, const Device<char> &here) {
  int devices = 0, peer = 0;
  check(cudaGetDeviceCount(&devices));
  if (devices < 2) return;
  check(cudaDeviceCanAccessPeer(&peer, 0, 1));
  if (!peer) return;
  check(cudaDeviceEnablePeerAccess(1, 0));
  check(cudaSetDevice(1));
  {
    const Device<char> there(most_bytes);
    check(cudaSetDevice(0));
    for (std::size_t bytes = 4; bytes <= most_bytes; bytes *= 8) {
      const Samples found = bench.seconds(9, [&] {
        for (int i = 0; i < 10; ++i)
          check(cudaMemcpyPeerAsync(there.get(), 1, here.get(), 0, bytes, bench.stream()));
      });
      Samples each;
      for (const double seconds : found) each.push_back(seconds / 10);
      bench.add("copy.device_to_device", "s", each, event_resolution_s / 10, "B", double(bytes));
    }
  }
}

}  // namespace

void measure_host_copies(Bench &bench) {
  const Device<char> device(most_bytes);
  const PageLocked locked;
  const auto ordinary = std::make_unique<char[]>(most_bytes);
  std::memset(ordinary.get(), 1, most_bytes);
  std::memset(locked.memory, 1, most_bytes);
  for (std::size_t bytes = 4; bytes <= most_bytes; bytes *= 4) {
    const auto at = double(bytes);
    bench.add("copy.host_to_device.page_locked", "s",
              seconds_of(bench, bytes, device.get(), locked.memory, cudaMemcpyHostToDevice), 0, "B",
              at);
    bench.add("copy.device_to_host.page_locked", "s",
              seconds_of(bench, bytes, locked.memory, device.get(), cudaMemcpyDeviceToHost), 0, "B",
              at);
    bench.add("copy.host_to_device.ordinary", "s",
              seconds_of(bench, bytes, device.get(), ordinary.get(), cudaMemcpyHostToDevice), 0,
              "B", at);
    bench.add("copy.device_to_host.ordinary", "s",
              seconds_of(bench, bytes, ordinary.get(), device.get(), cudaMemcpyDeviceToHost), 0,
              "B", at);
  }
  measure_devices(bench, device);
}

}  // namespace ladder::microbench
