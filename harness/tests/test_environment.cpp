// What is known of a machine: its environment, which does not reveal where it was read, the least
// time of a case, its speeds; and what waits for idle threads or ends by Ctrl-C.
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "harness/answers/records/record_file.h"
#include "harness/base/interrupt.h"
#include "harness/base/json.h"
#include "harness/bench/run/descendants.h"
#include "harness/machine/environment/environment.h"
#include "harness/machine/floor/floor.h"
#include "harness/machine/floor/speeds.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

TEST(Environment, HasAGpuOrSaysWhyNot) {
  const Environment e = read_environment();
  EXPECT_EQ(e.gpu.has_value(), e.why_no_gpu.empty());
  if (!e.gpu) {
    EXPECT_HAS(e.why_no_gpu, "NVIDIA");
    EXPECT_HAS(e.why_no_gpu, ": ") << "no advice behind the reason";
  }
  EXPECT_GE(e.cores, 1);
  EXPECT_GE(e.affinity, 1);
  EXPECT_GT(e.memory_bytes, 0);
}

TEST(MachineSlug, IsTheGpusNameElseTheCpusAndItsCores) {
  Environment e;
  e.cpu = "Intel(R) Xeon(R) CPU E5-2680 0 @ 2.70GHz";
  e.cores = 16;
  EXPECT_EQ(machine_slug(e), "intel-xeon-e5-2680-0-2-70ghz-16-cores");
  e.cpu = "";  // /proc/cpuinfo names no model on some processors
  EXPECT_EQ(machine_slug(e), "machine-16-cores");
  e.gpu = Gpu{};
  e.gpu->name = "NVIDIA H100 80GB HBM3";
  EXPECT_EQ(machine_slug(e), "h100-80gb-hbm3");
}

// The least time of a case: a formula over measured speeds.

Work work(bool on_device) {
  return {.points = 1000, .steps = 100, .multiply_adds_per_point = 33, .on_device = on_device};
}

HostSpeeds host() { return {.multiply_adds_per_s = 33e6}; }

DeviceSpeeds device() {
  return {.h2d_bytes_per_s = 1e6, .d2h_bytes_per_s = 2e6, .multiply_adds_per_s = 33e9};
}

TEST(Floor, OnTheHostItIsTheArithmetic) {
  // 1000 points, 100 steps, 33 multiply-adds each
  EXPECT_DOUBLE_EQ(least_time(work(false), host(), std::nullopt).seconds, 0.1);
}

TEST(Floor, CoresThatWereDisturbedTogetherCountAsManyTimesOne) {
  HostSpeeds speeds = host();
  speeds.multiply_adds_per_s_one_core = 33e6;
  speeds.cores = 4;
  EXPECT_DOUBLE_EQ(least_time(work(false), speeds, std::nullopt).seconds, 0.025);
}

TEST(Floor, TheSlowerDirectionOfTheBusCounts) {
  // 4e5 B in at 1 MB/s and 4e5 B out at 2 MB/s may overlap
  Work w = work(true);
  w.bytes_in = w.bytes_out = 4e5;
  EXPECT_DOUBLE_EQ(least_time(w, host(), device()).seconds, 0.4);
  w.bytes_out = 1.2e6;
  EXPECT_DOUBLE_EQ(least_time(w, host(), device()).seconds, 0.6);
}

TEST(Floor, WithoutTheDevicesSpeedsThereIsNone) {
  const Floor floor = least_time(work(true), host(), std::nullopt);
  EXPECT_EQ(floor.seconds, 0);
  EXPECT_TRUE(plausible(0, floor));
}

TEST(Floor, MoreThanFivePercentBelowItIsNotBelieved) {
  const Floor floor{1.0, ""};
  EXPECT_TRUE(plausible(1.0, floor));
  EXPECT_TRUE(plausible(0.96, floor));
  EXPECT_FALSE(plausible(0.94, floor));
}

using Clock = std::chrono::steady_clock;

TEST(IdleThreads, AThreadThatSpinsIsWaitedFor) {
  std::atomic<bool> began = false, spins = true, leave = false;
  std::thread other([&] {
    const auto end = Clock::now() + std::chrono::milliseconds(2);
    began = true;
    while (Clock::now() < end) {
    }
    spins = false;
    leave.wait(false);
  });
  while (!began) std::this_thread::yield();
  wait_for_idle_threads();
  EXPECT_FALSE(spins);
  leave = true;
  leave.notify_all();
  other.join();
}

TEST(IdleThreads, AThreadThatSpinsForEverIsNotWaitedForEver) {
  std::atomic<bool> leave = false;
  std::thread other([&] {
    while (!leave) {
    }
  });
  wait_for_idle_threads();
  leave = true;
  other.join();
}

// Ctrl-C, as the program catches it: the first is a request, a second one ends it.

// What a stage does that never comes back: it does not ask whether it was interrupted.
void ctrl_c(unsigned ms_before) {
  usleep(1000 * ms_before);
  raise(SIGINT);
}

TEST(Interrupt, ASecondEndsTheProgram) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        ctrl_c(0);
        ctrl_c(200);
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(Interrupt, TwoAtOnceAreOne) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        ctrl_c(0);
        ctrl_c(0);
        std::_Exit(interrupted() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

// Speeds of main memory are measured once an hour; what was measured elsewhere or earlier is not
// used.

constexpr int threads = 2;
int measured = 0;
MemorySpeeds made_up(bool steady) {
  ++measured;
  return {.copy_bytes_per_s = 3e9, .read_bytes_per_s = 2e9, .steady = steady};
}
MemorySpeeds steady(int) { return made_up(true); }
MemorySpeeds unsteady(int) { return made_up(false); }

class KeptMemory : public TestFolder {
 protected:
  KeptMemory() { measured = 0; }

  // How often they are measured by a session that finds the kept file with this field.
  int measured_with(const char *field, const Json &value) {
    memory_speeds_of_this_hour(threads, steady);
    Json kept = Json::parse(bytes_of_file(file));
    kept.at(field) = value;
    std::ofstream(file) << kept.dump();
    measured = 0;
    memory_speeds_of_this_hour(threads, steady);
    return measured;
  }
  double since_boot_s() const {
    return Json::parse(bytes_of_file(file)).at("since_boot_s").get<double>();
  }

  const std::filesystem::path file = folder / "ladder/memory-speeds-2.json";
  const Variable cache{"XDG_CACHE_HOME", folder};
};

TEST_F(KeptMemory, TheNextSessionMeasuresNothing) {
  EXPECT_EQ(memory_speeds_of_this_hour(threads, steady).age_s, 0);
  const MemorySpeeds again = memory_speeds_of_this_hour(threads, steady);
  EXPECT_EQ(measured, 1);
  EXPECT_EQ(again.copy_bytes_per_s, 3e9);
  EXPECT_EQ(again.read_bytes_per_s, 2e9);
}

TEST_F(KeptMemory, WhoAsksForSpeedsOfNowGetsThemAndTheNextSessionToo) {
  for (int k = 0; k < 2; ++k) EXPECT_EQ(memory_speeds_now(threads, steady).age_s, 0);
  EXPECT_EQ(measured, 2);
  memory_speeds_of_this_hour(threads, steady);
  EXPECT_EQ(measured, 2);
}

TEST_F(KeptMemory, TheirAgeIsKnown) {
  memory_speeds_of_this_hour(threads, steady);
  Json kept = Json::parse(bytes_of_file(file));
  kept.at("since_boot_s") = since_boot_s() - 100;
  std::ofstream(file) << kept.dump();
  EXPECT_GE(memory_speeds_of_this_hour(threads, steady).age_s, 100);
}

TEST_F(KeptMemory, SpeedsOfADisturbedMeasurementAreNotKept) {
  memory_speeds_of_this_hour(threads, unsteady);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(KeptMemory, AnotherNumberOfCoresIsMeasuredOnceToo) {
  for (const int cores : {1, 2, 1, 2}) memory_speeds_of_this_hour(cores, steady);
  EXPECT_EQ(measured, 2);
}

TEST_F(KeptMemory, AnotherBootOrHourAndSpeedsThatAreNoneAreMeasured) {
  memory_speeds_of_this_hour(threads, steady);
  const double now = since_boot_s();
  EXPECT_EQ(measured_with("boot", "another"), 1);
  EXPECT_EQ(measured_with("since_boot_s", now - 3700), 1);
  EXPECT_EQ(measured_with("since_boot_s", now + 3700), 1) << "from the future";
  EXPECT_EQ(measured_with("copy_bytes_per_s", 0), 1);
  EXPECT_EQ(measured_with("read_bytes_per_s", "fast"), 1);
}

TEST_F(KeptMemory, AFileOfSomebodyElseStays) {
  for (const std::string mine : {"{\"kind\": \"mine\"}", "no JSON"}) {
    put("ladder/memory-speeds-2.json", mine);
    memory_speeds_of_this_hour(threads, steady);
    EXPECT_EQ(bytes_of_file(file), mine);
  }
}

TEST_F(KeptMemory, WithoutAFolderTheyAreMeasuredAllTheSame) {
  std::ofstream(folder / "ladder") << "no folder";
  EXPECT_EQ(memory_speeds_of_this_hour(threads, steady).copy_bytes_per_s, 3e9);
}

}  // namespace
}  // namespace ladder
