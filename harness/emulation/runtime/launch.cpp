// A launch: its limits, its order, its blocks over the cores.
#include <sched.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "api.h"
#include "executor.h"
#include "findings.h"
#include "memory.h"

// Defined by the instrumented build, whose accesses are in order.
extern "C" __attribute__((weak)) void ladder_accesses_are_seen();

namespace ladder_emulation {
namespace {

std::map<const void *, int> &allowed() {
  static auto *one = new std::map<const void *, int>;
  return *one;
}

std::atomic<std::uint64_t> serials = 0;

// Threads of the system that wait for work.
class Crew {
 public:
  explicit Crew(unsigned helpers) {
    for (unsigned k = 0; k < helpers; ++k) std::thread([this] { serve(); }).detach();
    helpers_ = helpers;
  }
  void run(const std::function<void()> &work) {
    {
      const std::lock_guard lock(guard_);
      work_ = &work, left_ = helpers_;
      ++round_;
    }
    begin_.notify_all();
    work();
    std::unique_lock lock(guard_);
    end_.wait(lock, [&] { return left_ == 0; });
  }
  unsigned helpers() const { return helpers_; }

 private:
  void serve() {
    std::uint64_t seen = 0;
    for (;;) {
      const std::function<void()> *work;
      {
        std::unique_lock lock(guard_);
        begin_.wait(lock, [&] { return round_ != seen; });
        seen = round_;
        work = work_;
      }
      (*work)();
      const std::lock_guard lock(guard_);
      if (--left_ == 0) end_.notify_one();
    }
  }
  std::mutex guard_;
  std::condition_variable begin_, end_;
  const std::function<void()> *work_ = nullptr;
  std::uint64_t round_ = 0;
  unsigned left_ = 0, helpers_ = 0;
};

Crew &crew() {
  static auto *one = [] {
    cpu_set_t set;
    const int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return new Crew(unsigned(std::clamp(cores, 1, 16)) - 1);
  }();
  return *one;
}

void run_blocks(const Launch &launch) {
  const std::uint64_t count = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const std::uint64_t serial = next_serial();
  // Each kernel has all orders: the first time forward, then backward, then shuffled.
  static auto *times = new std::map<const void *, unsigned>;
  const unsigned time = (*times)[launch.kernel]++ % 4;
  const Order order = time == 0 ? Order::forward : time == 1 ? Order::backward : Order::shuffled;
  std::vector<std::uint64_t> blocks(count);
  std::iota(blocks.begin(), blocks.end(), 0u);
  if (order == Order::backward) std::ranges::reverse(blocks);
  if (order == Order::shuffled) {
    std::mt19937_64 random(secret() ^ serial);
    std::ranges::shuffle(blocks, random);
  }
  if (sampled() && !launch.cooperative) ladder_leave_sample(blocks);
  const std::uint64_t threads = count * launch.block.x * launch.block.y * launch.block.z;
  const bool alone = launch.cooperative || &ladder_accesses_are_seen || count < 2 ||
                     threads < 4096 || crew().helpers() == 0;
  if (alone) {
    catch_faults();
    Executor::mine().run(launch, serial, blocks, order);
    return;
  }
  std::atomic<std::uint64_t> next = 0;
  const std::uint64_t piece = std::max<std::uint64_t>(1, count / (8 * (crew().helpers() + 1)));
  crew().run([&] {
    catch_faults();
    Executor &executor = Executor::mine();
    for (;;) {
      const std::uint64_t first = next.fetch_add(piece);
      if (first >= count || !first_finding().empty()) break;
      executor.run(
          launch, serial,
          {blocks.begin() + long(first), blocks.begin() + long(std::min(count, first + piece))},
          order);
    }
  });
}

cudaError_t limits(const Launch &launch) {
  const dim3 g = launch.grid, b = launch.block;
  const std::uint64_t threads = std::uint64_t{b.x} * b.y * b.z;
  if (!g.x || !g.y || !g.z || !threads || threads > 1024 || b.z > 64 || g.y > 65535 ||
      g.z > 65535 || g.x > 2147483647u)
    return cudaErrorInvalidConfiguration;
  const auto found = allowed().find(launch.kernel);
  const std::size_t most = found == allowed().end()
                               ? shared_of_kernel
                               : std::max<std::size_t>(shared_of_kernel, found->second);
  return launch.bytes > most ? cudaErrorInvalidValue : cudaSuccess;
}

void run(const Launch &launch) {
  if (state() != cudaSuccess) return;
  if (sampled() && launch.cooperative)
    return report_text("blocks of kernel '" + name_of_kernel(launch) +
                       "' wait for each other, so a sample of them does not run");
  for (const Pointer &one : launch.pointers)
    if (one.value && !allocation_of(one.value) && std::string(launch.arguments_text) != "") {
      const std::string stray = words_of_stray(one.value);
      if (stray.starts_with("memory of"))
        return report_text("kernel '" + name_of_kernel(launch) + "', launched at " +
                           words_of(launch.site) + ": argument " +
                           std::to_string(one.argument + 1) + " points to " + stray);
    }
  before_launch();
  if (&ladder_count_launch) ladder_count_launch(&launch, true);
  run_blocks(launch);
  if (&ladder_count_launch) ladder_count_launch(&launch, false);
  after_launch();
  if (std::string words; !slack_is_whole(words))
    report_text("kernel '" + name_of_kernel(launch) + "' " + words);
}

}  // namespace

std::uint64_t next_serial() { return ++serials; }

std::uint64_t secret() {
  static const std::uint64_t one = [] {
    std::uint64_t made = 1;
    (void)!getrandom(&made, sizeof made, 0);
    return made;
  }();
  return one;
}

void launch(const Launch &given, void (*release)(const void *)) {
  const std::shared_ptr<const void> arguments(given.arguments, release);
  if (const cudaError_t code = limits(given); code != cudaSuccess) {
    (void)failed(code);
    note_launch_error(given);
    return;
  }
  refuse_unread_error(given.site);
  submit([given, arguments] {
    run(given);
    return state();
  });
}

cudaError_t allow_shared(const void *kernel, cudaFuncAttribute which, int value) {
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  if (value < 0 || std::size_t(value) > most_shared) return failed(cudaErrorInvalidValue);
  allowed()[kernel] = value;
  return cudaSuccess;
}

cudaError_t occupancy(int *blocks, int threads, std::size_t bytes) {
  *blocks = 0;
  if (threads < 1 || threads > 1024 || bytes > most_shared) return cudaSuccess;
  // One suffices to find what is wrong with kernels that fill the device.
  *blocks = 1;
  return cudaSuccess;
}

cudaError_t check_cooperative(dim3 grid, dim3 block, std::size_t bytes) {
  int each = 0;
  occupancy(&each, int(block.x * block.y * block.z), bytes);
  if (std::size_t{grid.x} * grid.y * grid.z > std::size_t(each) * multiprocessors())
    return failed(cudaErrorCooperativeLaunchTooLarge);
  return cudaSuccess;
}

}  // namespace ladder_emulation
