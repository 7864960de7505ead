// ladder microbench: what the cores and the GPU of this machine can do, from which run times are
// predicted.
#include "harness/predict/microbench/microbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/progress.h"
#include "harness/machine/environment/environment.h"
#include "harness/machine/floor/floor.h"
#include "harness/predict/commands/room.h"
#include "harness/predict/microbench/measurement.h"
#include "harness/predict/microbench/rounds.h"
#include "harness/predict/microbench/statistics.h"
#include "harness/predict/model/machine_record.h"

namespace ladder {

namespace {

using HostClock = std::chrono::steady_clock;

constexpr double least_set = 16 << 10, most_set = 64 << 20;  // [B] a core, both arrays
constexpr double bytes_of_a_sample = 64 << 20;               // [B] a core
constexpr int samples_a_set = 5;

#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#endif
void add_scaled(float *__restrict__ b, const float *__restrict__ a, float s, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) b[i] += s * a[i];
}

// [B/s] of all threads together, a sample each; every thread has arrays of its own, which it
// touches first.
std::vector<double> rates_of_set(int threads, double set_bytes) {
  const auto count = static_cast<std::size_t>(set_bytes / 8);
  const int turns = std::max(1, static_cast<int>(bytes_of_a_sample / (12.0 * double(count))));
  std::vector<double> rates;
  std::atomic<int> arrived{0};
  const auto meet = [&](int round) {  // all begin a round together
    ++arrived;
    while (arrived < threads * round) std::this_thread::yield();
  };
  const auto work = [&](int thread) {
    std::vector<float> a(count, 1.0f), b(count, 1.0f);
    for (int sample = 0; sample <= samples_a_set; ++sample) {
      meet(2 * sample + 1);
      const auto begin = HostClock::now();
      for (int turn = 0; turn < turns; ++turn) add_scaled(b.data(), a.data(), 1e-9f, count);
      meet(2 * sample + 2);
      const std::chrono::duration<double> took = HostClock::now() - begin;
      if (thread == 0 && sample > 0)  // the first fills the caches
        rates.push_back(12.0 * double(count) * turns * threads / took.count());
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  work(0);
  for (std::thread &other : others) other.join();
  return rates;
}

// Three seconds. "host.cores", "host.rate.multiply_add" of one core, and "host.bandwidth.one_core"
// and "host.bandwidth.all_cores" over the bytes that a core goes through again and again: those
// read and written by b = b + s a, in which two of three values are read.
std::vector<MachineValue> measure_host() {
  const HostSpeeds speeds = measure_arithmetic();
  std::vector<MachineValue> found = {
      {"host.cores", "", "", 0, double(speeds.cores), 0, 1},
      {"host.rate.multiply_add", "1/s", "", 0, speeds.multiply_adds_per_s / speeds.cores, 0, 1}};
  for (const int threads : {1, speeds.cores})
    for (double set = least_set; set <= most_set; set *= 2) {
      const Estimate rate = estimate(rates_of_set(threads, set), 0);
      found.push_back({threads == 1 ? "host.bandwidth.one_core" : "host.bandwidth.all_cores", "B/s",
                       "B", set, rate.value, rate.uncertainty, samples_a_set});
      if (speeds.cores == 1 && set == most_set) break;
    }
  return found;
}

struct MicrobenchOptions : CommandLine {
  std::string output;
  bool json = false;

  void declare(Declared &declared) {
    declared.add("Output", {output_option(output), json_option(json)});
  }
  void settle() const {}
};

// Of a machine without a GPU.
Microbenchmarks host_alone(const Environment &environment) {
  Microbenchmarks found;
  found.device.name = environment.cpu;
  return found;
}

void end_if_interrupted() {
  if (interrupted()) throw Error(Exit::interrupted, "interrupted: nothing was recorded");
}

constexpr int rounds = 3;

Microbenchmarks measure_round(const Environment &environment, int round) {
  const auto tell = [&](const std::string &group) {
    end_if_interrupted();
    progress(fmt::format("round {} of {}: measuring {}", round, rounds, group));
  };
  std::string why_not = environment.why_no_gpu;
  auto found = environment.gpu ? measure_microbenchmarks(tell, why_not) : std::nullopt;
  if (environment.gpu && !found) {
    progress_done();
    throw Error(Exit::device, fmt::format("nothing was measured: {}", why_not));
  }
  if (!found && round == 1) say(fmt::format("the cores alone are measured: {}", why_not));
  Microbenchmarks all = found ? *found : host_alone(environment);
  tell("the cores of the host");
  for (const MachineValue &value : measure_host()) all.measured.push_back(value);
  progress_done();
  end_if_interrupted();
  return all;
}

Microbenchmarks measure_all(const Environment &environment) {
  std::vector<Microbenchmarks> all;
  for (int round = 1; round <= rounds; ++round) all.push_back(measure_round(environment, round));
  return median_of(all);
}

Exit run_microbench(const MicrobenchOptions &options) {
  const Environment environment = read_environment();
  const auto results = results_folder();
  RecordFile file(options.output.empty()
                      ? new_machine_file(results, machine_slug(environment)).string()
                      : options.output,
                  records_of_machines);
  const Microbenchmarks found = measure_all(environment);
  const MachineRecord record{utc_now(), environment.build.commit, found};
  file.append(machine_json(record));
  if (options.output.empty()) note_command(file.path());
  if (options.json)
    fmt::print("{}\n", machine_json(record).dump());
  else
    fmt::print("{}", machine_table(record));
  say(fmt::format("a record was added to '{}'", file.path()));
  return found.not_measured.empty() ? Exit::ok : Exit::device;
}

}  // namespace

const Command microbench_command = {
    "microbench",
    "Predict",
    "measure the cores and the GPU of this machine, which predictions need",
    {"microbench", "microbench --json --output=machine.jsonl"},
    false,
    bind_options<MicrobenchOptions, run_microbench>};

}  // namespace ladder
