// How much memory is free: the least of what the machine, the control groups and the process' limit
// allow.
#include <sys/resource.h>

#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/base/json.h"
#include "harness/machine/floor/floor.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

// A tree with /proc and /sys as the kernel shows them.
class FreeMemoryOf : public TestFolder {
 protected:
  FreeMemoryOf() {
    put("proc/meminfo", "MemTotal:       64000 kB\nMemFree:  100 kB\nMemAvailable:   50000 kB\n");
  }
  FreeMemory free() const { return free_memory(folder.string()); }
};

TEST_F(FreeMemoryOf, AMachineIsWhatTheKernelSaysIsAvailable) {
  EXPECT_EQ(free().bytes, 50000u * 1024);
  EXPECT_HAS(free().why, "this machine");
}

TEST_F(FreeMemoryOf, AGroupIsItsLimitLessWhatCannotBeGivenBack) {
  const struct {
    const char *what;
    std::vector<std::pair<std::string, std::string>> files;
    std::uint64_t bytes;
  } groups[] = {{"version 2",
                 {{"proc/self/cgroup", "0::/slice/job\n"},
                  {"sys/fs/cgroup/slice/job/memory.max", "1000000\n"},
                  {"sys/fs/cgroup/slice/job/memory.current", "700000\n"},
                  {"sys/fs/cgroup/slice/job/memory.stat",
                   "anon 1\nactive_file 20000\ninactive_file 100000\n"}},
                 420000},
                {"not more than the one above it has",
                 {{"proc/self/cgroup", "0::/slice/job\n"},
                  {"sys/fs/cgroup/slice/job/memory.max", "max\n"},
                  {"sys/fs/cgroup/slice/job/memory.current", "700000\n"},
                  {"sys/fs/cgroup/slice/memory.max", "900000\n"},
                  {"sys/fs/cgroup/slice/memory.current", "800000\n"}},
                 100000},
                {"version 1",
                 {{"proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/docker/0123\n0::/\n"},
                  {"sys/fs/cgroup/memory/docker/0123/memory.limit_in_bytes", "1000000\n"},
                  {"sys/fs/cgroup/memory/docker/0123/memory.usage_in_bytes", "700000\n"},
                  {"sys/fs/cgroup/memory/docker/0123/memory.stat",
                   "inactive_file 1\ntotal_inactive_file 100000\n"}},
                 400000},
                {"a container whose mount begins at its own group",
                 {{"proc/self/cgroup", "4:memory:/docker/0123\n"},
                  {"sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n"},
                  {"sys/fs/cgroup/memory/memory.usage_in_bytes", "300000\n"}},
                 700000},
                {"one that is full",
                 {{"proc/self/cgroup", "0::/job\n"},
                  {"sys/fs/cgroup/job/memory.max", "1000\n"},
                  {"sys/fs/cgroup/job/memory.current", "2000\n"}},
                 0}};
  for (const auto &[what, files, bytes] : groups) {
    std::filesystem::remove_all(folder / "sys");
    for (const auto &[name, text] : files) put(name, text);
    EXPECT_EQ(free().bytes, bytes) << what;
    EXPECT_HAS(free().why, "control group") << what;
  }
}

TEST_F(FreeMemoryOf, AProcessIsNotMoreThanItsAddressSpace) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  if (before.rlim_cur != RLIM_INFINITY) GTEST_SKIP() << "this process has a limit already";
  const rlimit limit{rlim_t{1} << 40, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  put("proc/meminfo", "MemAvailable: 9000000000000 kB\n");
  const FreeMemory found = free();
  setrlimit(RLIMIT_AS, &before);
  EXPECT_LT(found.bytes, std::uint64_t{1} << 40);
  EXPECT_GT(found.bytes, std::uint64_t{1} << 39);
  EXPECT_HAS(found.why, "ulimit -v");
}

TEST(EnoughRoom, OfADiskIsThatOfTheNearestFolderThatIsThere) {
  refuse_beyond_disk(1, "/tmp/none/of/these", "a byte", "");
  const std::string words =
      refusal_of([] { refuse_beyond_disk(2e17, "/tmp/none/of/these", "this run", "take less"); });
  EXPECT_HAS(words, "of disk space, but only ");
  EXPECT_HAS(words, "free where '/tmp/none/of/these' is to be written: take less");
}

TEST(BytesText, HasAUnitThatFits) {
  EXPECT_EQ(bytes_text(12), "12 bytes");
  EXPECT_EQ(bytes_text(1500), "1.5 kB");
  EXPECT_EQ(bytes_text(999999), "1 MB");
  EXPECT_EQ(bytes_text(16.2e9), "16.2 GB");
  EXPECT_EQ(bytes_text(3.1e14), "310 TB");
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
