// How much memory is free, and what fits in it: memory of one GPU, of several, of the host, and the
// smallest thing that suffices.
#include <sys/resource.h>

#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/tests/testing.h"

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

// What fits where: memory of one GPU, of several, of the host, and the smallest thing that
// suffices.

const StageForm single{"tma", true, Division::none}, several{"peer", true, Division::devices},
    passing{"stream", true, Division::stream}, ranks{"mpi-gpu", true, Division::ranks},
    host{"c-omp", false, Division::none};
constexpr double GB = 1e9;

// 1000 planes of 12 MB in a stage, 24 MB in addition.
const CaseSize volume{{1000, 1000, 1000}, 4, 12, 24};

Fit fit(const StageForm &form, int gpus, double gpu_gb, double host_gb) {
  return fit_of(form, volume, {gpus, gpu_gb * GB, host_gb * GB});
}

TEST(MemoryFit, OneGpuHoldsTheWholeVolume) {
  EXPECT_TRUE(fit(single, 1, 12, 24).fits);
  EXPECT_FALSE(fit(single, 1, 11.9, 24).fits);
  EXPECT_FALSE(fit(single, 1, 12, 23.9).fits);
}

TEST(MemoryFit, SlabsHoldHalosAndTheirOwnPlanes) {
  constexpr double slab = 0.012 * (500 + 2 * 4);  // [GB]
  EXPECT_TRUE(fit(several, 2, slab, 24).fits);
  EXPECT_FALSE(fit(several, 2, slab - 0.001, 24).fits);
}

TEST(MemoryFit, PartsOfAPlaneHoldHalosAndTheirOwnColumns) {
  const CaseSize plane{{1000, 1000, 1}, 4, 12, 24};
  EXPECT_EQ(fit_of(several, plane, {2, GB, GB}).gpu, 12.0 * 1000 * (500 + 2 * 4));
}

TEST(MemoryFit, AsFewGpusAreTakenAsSuffice) {
  EXPECT_EQ(fit(several, 8, 12, 24).options, "--stage=peer --devices=2");
  EXPECT_EQ(fit(several, 8, 4.2, 24).options, "--stage=peer --devices=3");
  EXPECT_TRUE(fit(several, 8, 4.2, 24).fits);
  EXPECT_FALSE(fit(several, 2, 4.2, 24).fits);
}

TEST(MemoryFit, RanksMayHaveTheirGpusOnSeveralMachines) {
  EXPECT_EQ(fit(ranks, 8, 4.2, 24).options, "mpirun -n 3: --stage=mpi-gpu");
  EXPECT_TRUE(fit(ranks, 3, 4.2, 24).fits);
  EXPECT_EQ(fit(ranks, 1, 4.2, 24).options, "mpirun -n 3: --stage=mpi-gpu");
  EXPECT_EQ(fit(ranks, 1, 4.2, 24).why_not, "there is 1 GPU, other machines may have more");
  EXPECT_EQ(fit(ranks, 0, 0, 24).why_not, "there is no GPU");
  // No slab is thinner than 2 M planes: 1000 of them are 125 at most.
  EXPECT_EQ(fit(ranks, 8, 0.012 * 9, 24).gpus, 125);
  EXPECT_FALSE(fit(ranks, 125, 0.012 * 9, 24).fits);
}

TEST(MemoryFit, WhatPassesThroughAGpuStaysWithTheHost) {
  EXPECT_TRUE(fit(passing, 1, 1, 36).fits);
  EXPECT_FALSE(fit(passing, 1, 1, 35).fits);
  EXPECT_FALSE(fit(passing, 1, 0.012 * (4 * 4 + 2), 36).fits);
}

TEST(MemoryFit, NamesWhatIsMissing) {
  EXPECT_EQ(fit(single, 0, 0, 99).why_not, "there is no GPU");
  EXPECT_EQ(fit(several, 1, 12, 99).why_not, "there is 1 GPU");
  EXPECT_EQ(fit(single, 1, 5, 99).why_not, "a GPU has 5 GB free");
  EXPECT_EQ(fit(host, 0, 0, 30).why_not, "the host has 30 GB free");
}

TEST(MemoryFit, TheSmallestThingIsTheFirstThatFits) {
  const auto smallest_of = [&](int gpus, double gpu_gb, double host_gb) -> std::string {
    std::vector<Fit> fits;
    for (const StageForm &form : {single, several, passing, host})
      fits.push_back(fit(form, gpus, gpu_gb, host_gb));
    const Fit *first = smallest(fits);
    return first ? first->form.name : "";
  };
  EXPECT_EQ(smallest_of(2, 20, 100), "tma");
  EXPECT_EQ(smallest_of(2, 7, 100), "peer");
  EXPECT_EQ(smallest_of(1, 7, 100), "stream");
  EXPECT_EQ(smallest_of(0, 0, 100), "c-omp");
  EXPECT_EQ(smallest_of(0, 0, 10), "");
}

TEST(MemoryFit, TheStageThatOthersDivideIsAskedForWhole) {
  const auto knob_named = [](const char *name) {
    ladder_knob knob{};
    knob.name = name;
    return knob;
  };
  const ladder_knob devices = knob_named("devices"), window = knob_named("window"),
                    ranks = knob_named("ranks");
  const auto stage = [](const char *name, ladder_device device, const ladder_knob *knob,
                        const char *parent = nullptr) {
    ladder_stage made{.parent = parent};
    made.name = name, made.device = device, made.knob = knob, made.knobs = knob ? 1 : 0;
    made.owns_time_loop = 1;
    return made;
  };
  const ladder_stage all[] = {stage("c", LADDER_ON_HOST, nullptr),
                              stage("c-omp", LADDER_ON_HOST, nullptr),
                              stage("c-blocked", LADDER_ON_HOST, nullptr),
                              stage("mpi-omp", LADDER_ON_HOST, &ranks, "c-omp"),
                              stage("resident", LADDER_ON_CUDA, nullptr),
                              stage("tma", LADDER_ON_CUDA, nullptr),
                              stage("two-step", LADDER_ON_CUDA, nullptr),
                              stage("peer", LADDER_ON_CUDA, &devices, "tma"),
                              stage("nccl", LADDER_ON_CUDA, &devices, "tma"),
                              stage("stream", LADDER_ON_CUDA, &window, "tma")};
  std::vector<StageEntry> entries;
  for (const ladder_stage &one_stage : all) {
    StageEntry entry;
    entry.stage = &one_stage, entry.ladder = "wave3d";
    entries.push_back(entry);
  }
  std::vector<std::string> names;
  for (const StageForm &form : forms_of("wave3d", entries)) names.push_back(form.name);
  EXPECT_EQ(names, (std::vector<std::string>{"tma", "peer", "stream", "c-omp", "mpi-omp"}));
}

}  // namespace
}  // namespace ladder
