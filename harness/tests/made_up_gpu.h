// A GPU that is made up, as its micro-benchmarks tell it, and a kernel that streams.
#pragma once
#include "harness/predict/model/models.h"
#include "harness/tests/testing.h"

namespace ladder {

inline constexpr double mib = 1 << 20;

// Adds what a micro-benchmark measured.
inline void measured(MachineRecord &record, const std::string &name, double value, double at = 0) {
  record.found.measured.push_back({name, "", "", at, value, 0, 1});
}

inline MachineRecord made_up_gpu() {
  MachineRecord record;
  DeviceLimits &d = record.found.device;
  d = *limits_of_architecture("sm_90");
  d.name = "made-up GPU";
  d.multiprocessors = 100;
  d.l2_bytes = 50 * mib;
  d.clock_hz = 1e9;
  d.memory_bytes_per_s = 4e12;
  const auto add = [&](const std::string &name, double value, double at = 0) {
    measured(record, name, value, at);
  };
  add("clock.multiprocessor", 1e9);
  add("rate.issue", 128);
  add("rate.multiply_add", 128);
  add("rate.logic", 64);
  add("rate.integer_multiply_add", 64);
  add("rate.special_function", 16);
  add("latency.multiply_add", 4, 1);
  add("latency.divide", 40, 1);
  add("latency.register", 4, 1);
  add("latency.shared.read", 24, 1);
  add("latency.memory.read_random", 700, 1);
  add("latency.l2.read", 280, 1);
  add("latency.l1.read", 32, 1);
  add("departure.memory.all_multiprocessors.delay_by_warp", 10);
  add("request.l1", 8, 1);
  add("request.l1", 1, 32);
  add("block.hand_out", 1e-9);
  add("block.life_empty", 300);
  add("launch.queued", 2e-6);
  add("launch.host_call", 1e-6);
  add("launch.graph", 1e-6);
  for (const char *mix : {"1_to_0", "3_to_1", "2_to_1", "1_to_1", "0_to_1"})
    add(std::string("bandwidth.memory.") + mix, 3e12, 16);
  add("bandwidth.read_by_set", 9e12, 10 * mib);
  add("bandwidth.read_by_set", 9e12, 50 * mib);
  add("bandwidth.read_by_set", 3e12, 100 * mib);
  add("bandwidth.read_by_set", 3e12, 256 * mib);
  // What is written as often as it is read leaves the cache earlier.
  for (const auto &[mix, kept, lost] :
       {std::tuple{"3_to_1", 50, 100}, std::tuple{"1_to_1", 25, 50}}) {
    const std::string name = std::string("bandwidth.step_by_set.") + mix;
    add(name, 9e12, kept * mib);
    add(name, 3e12, lost * mib);
    add(name, 3e12, 256 * mib);
    // Alone 800 cycles, 200 a block when memory is busy, together with an exponent of 4.
    for (int blocks = 1; blocks <= 8; ++blocks)
      add(std::string("residence.memory.") + mix,
          std::pow(std::pow(800, 4) + std::pow(200 * blocks, 4), 0.25), blocks);
  }
  return record;
}

// A large streaming kernel: a load and a store of 16 B a thread. With 4 B the latency would not be
// covered.
inline KernelDemand streaming() {
  KernelDemand d;
  d.blocks = 1e6;
  d.threads = 256;
  d.registers = 32;
  d.instructions = 10;
  d.requests = 2;
  d.operations = 1e6 * 256;
  d.memory_bytes = d.l2_bytes = d.working_set_bytes = 1e6 * 256 * 32;
  d.fill_bytes = d.l2_bytes / 2;
  return d;
}

inline const Machine example_gpu(made_up_gpu());

}  // namespace ladder
