// How much memory is free: the least of what the machine, the control groups and the process' limit
// allow.
#include <fmt/format.h>
#include <sys/resource.h>

#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/tests/format_folder.h"

namespace ladder {
namespace {

// A tree with /proc and /sys as the kernel shows them.
class FreeMemoryOf : public FormatFolder {
 protected:
  void SetUp() override {
    FormatFolder::SetUp();
    file("proc/meminfo", "MemTotal:       64000 kB\nMemFree:  100 kB\nMemAvailable:   50000 kB\n");
  }
  void file(const std::string &name, const std::string &text) const {
    std::filesystem::create_directories((folder / name).parent_path());
    put(name, text);
  }
  FreeMemory free() const { return free_memory(folder.string()); }
};

TEST_F(FreeMemoryOf, AMachineIsWhatTheKernelSaysIsAvailable) {
  EXPECT_EQ(free().bytes, 50000u * 1024);
  EXPECT_TRUE(says(free().why, "this machine"));
}

TEST_F(FreeMemoryOf, AGroupOfVersion2IsItsLimitLessWhatCannotBeGivenBack) {
  file("proc/self/cgroup", "0::/slice/job\n");
  file("sys/fs/cgroup/slice/job/memory.max", "1000000\n");
  file("sys/fs/cgroup/slice/job/memory.current", "700000\n");
  file("sys/fs/cgroup/slice/job/memory.stat", "anon 1\nactive_file 20000\ninactive_file 100000\n");
  EXPECT_EQ(free().bytes, 420000u);
  EXPECT_TRUE(says(free().why, "control group"));
}

TEST_F(FreeMemoryOf, AGroupIsNotMoreThanTheOneAboveItHas) {
  file("proc/self/cgroup", "0::/slice/job\n");
  file("sys/fs/cgroup/slice/job/memory.max", "max\n");
  file("sys/fs/cgroup/slice/job/memory.current", "700000\n");
  file("sys/fs/cgroup/slice/memory.max", "900000\n");
  file("sys/fs/cgroup/slice/memory.current", "800000\n");
  EXPECT_EQ(free().bytes, 100000u);
}

TEST_F(FreeMemoryOf, AGroupOfVersion1CountsToo) {
  file("proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/docker/0123\n0::/\n");
  file("sys/fs/cgroup/memory/docker/0123/memory.limit_in_bytes", "1000000\n");
  file("sys/fs/cgroup/memory/docker/0123/memory.usage_in_bytes", "700000\n");
  file("sys/fs/cgroup/memory/docker/0123/memory.stat",
       "inactive_file 1\ntotal_inactive_file 100000\n");
  EXPECT_EQ(free().bytes, 400000u);
}

TEST_F(FreeMemoryOf, AContainerWhoseMountBeginsAtItsOwnGroup) {
  file("proc/self/cgroup", "4:memory:/docker/0123\n");
  file("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n");
  file("sys/fs/cgroup/memory/memory.usage_in_bytes", "300000\n");
  EXPECT_EQ(free().bytes, 700000u);
}

TEST_F(FreeMemoryOf, AGroupThatIsFullHasNone) {
  file("proc/self/cgroup", "0::/job\n");
  file("sys/fs/cgroup/job/memory.max", "1000\n");
  file("sys/fs/cgroup/job/memory.current", "2000\n");
  EXPECT_EQ(free().bytes, 0u);
}

TEST_F(FreeMemoryOf, AProcessIsNotMoreThanItsAddressSpace) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  if (before.rlim_cur != RLIM_INFINITY) GTEST_SKIP() << "this process has a limit already";
  const rlimit limit{rlim_t{1} << 40, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  file("proc/meminfo", "MemAvailable: 9000000000000 kB\n");
  const FreeMemory found = free();
  setrlimit(RLIMIT_AS, &before);
  EXPECT_LT(found.bytes, std::uint64_t{1} << 40);
  EXPECT_GT(found.bytes, std::uint64_t{1} << 39);
  EXPECT_TRUE(says(found.why, "ulimit -v"));
}

TEST(EnoughRoom, IsRefusedWithBothNumbersAndAdvice) {
  refuse_beyond_memory(1, "a byte", "");
  const std::string words = refusal_of([] { refuse_beyond_memory(2e17, "this run", "take less"); });
  EXPECT_TRUE(says(words, "this run needs 200 PB of memory, but only ")) << words;
  EXPECT_TRUE(says(words, " are free in ")) << words;
  EXPECT_TRUE(says(words, ": take less")) << words;
}

TEST(EnoughRoom, OfADiskIsThatOfTheNearestFolderThatIsThere) {
  refuse_beyond_disk(1, "/tmp/none/of/these", "a byte", "");
  const std::string words =
      refusal_of([] { refuse_beyond_disk(2e17, "/tmp/none/of/these", "this run", "take less"); });
  EXPECT_TRUE(says(words, "of disk space, but only ")) << words;
  EXPECT_TRUE(says(words, "free where '/tmp/none/of/these' is to be written: take less")) << words;
}

TEST(BytesText, HasAUnitThatFits) {
  EXPECT_EQ(bytes_text(12), "12 bytes");
  EXPECT_EQ(bytes_text(1500), "1.5 kB");
  EXPECT_EQ(bytes_text(999999), "1 MB");
  EXPECT_EQ(bytes_text(16.2e9), "16.2 GB");
  EXPECT_EQ(bytes_text(3.1e14), "310 TB");
}

}  // namespace
}  // namespace ladder
