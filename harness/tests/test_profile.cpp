// The profile has one row a kernel or a direction of copy, under the name that its author gave it.
#include "harness/bench/trace/scopes.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// Names: 0 a kernel, 1 copies in, 2 a call of the runtime.
Timeline timeline(std::vector<Event> events) {
  Timeline t;
  t.end = 100;
  t.events = std::move(events);
  t.names = {"convolve", "[memcpy HtoD]", "cudaMemcpy"};
  return t;
}

Event kernel(std::int64_t begin, std::int64_t end, int threads) {
  return {Activity::kernel, begin, end, 0, {threads, 1, 1}, {7, 1, 1}, 0};
}

Event copy(std::int64_t begin, std::int64_t end, std::int64_t bytes) {
  return {Activity::h2d, begin, end, 1, {}, {}, bytes};
}

TEST(Profile, OfNothingIsEmpty) { EXPECT_TRUE(profile(timeline({})).empty()); }

TEST(Profile, CountsCallsAndKeepsTheLeastAndTheMost) {
  const auto rows =
      profile(timeline({kernel(0, 10, 128), kernel(20, 24, 128), kernel(30, 36, 128)}));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].name, "convolve");
  EXPECT_EQ(rows[0].calls, 3);
  EXPECT_EQ(rows[0].total_ns, 20);
  EXPECT_EQ(rows[0].least_ns, 4);
  EXPECT_EQ(rows[0].most_ns, 10);
  EXPECT_EQ(rows[0].block[0], 128);
  EXPECT_EQ(rows[0].grid[0], 7);
  EXPECT_TRUE(rows[0].one_block && rows[0].one_grid);
}

TEST(Profile, SeesALaunchOfAnotherShape) {
  const auto rows = profile(timeline({kernel(0, 10, 128), kernel(20, 24, 64)}));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_FALSE(rows[0].one_block);
  EXPECT_TRUE(rows[0].one_grid);
  EXPECT_EQ(rows[0].block[0], 128);
}

TEST(Profile, PutsMostTimeFirstAndAddsUpBytes) {
  const auto rows = profile(timeline({kernel(0, 5, 128), copy(5, 10, 1000), copy(20, 30, 24)}));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "[memcpy HtoD]");
  EXPECT_EQ(rows[0].bytes, 1024);
  EXPECT_EQ(rows[0].block[0], 0);
  EXPECT_EQ(rows[1].name, "convolve");
}

TEST(Profile, CallsOfTheHostAreNoWorkOfTheDevice) {
  EXPECT_TRUE(profile(timeline({{Activity::copy_call, 0, 99, 2, {}, {}, 0},
                                {Activity::runtime_call, 0, 99, 2, {}, {}, 0},
                                {Activity::driver_loop, 0, 99, 2, {}, {}, 0}}))
                  .empty());
}

TEST(KernelName, IsWithoutNamespacesAndParameters) {
  EXPECT_EQ(short_kernel_name("_Z8convolvePKfPf"), "convolve");
  EXPECT_EQ(short_kernel_name("_ZN4wave8convolveEPKfPf"), "convolve");
  // As nvcc names a kernel of an anonymous namespace.
  EXPECT_EQ(short_kernel_name("_ZN39_GLOBAL__N__6dc2631b_8_names_cu__Z2goPf4anonEPf"), "anon");
}

TEST(KernelName, KeepsTheArgumentsOfATemplate) {
  EXPECT_EQ(short_kernel_name("_Z8convolveILi8EEvPf"), "convolve<8>");
  EXPECT_EQ(short_kernel_name("_ZN39_GLOBAL__N__6dc2631b_8_names_cu__Z2goPf4tmplILs8ELb1EEEvPf"),
            "tmpl<(short)8, true>");
}

TEST(KernelName, OfSeparatelyCompiledCodeIsWithoutItsFile) {
  EXPECT_EQ(short_kernel_name("__nv_static_28__6dc2631b_8_names_cu__Z2goPf__Z4statPf"), "stat");
  EXPECT_EQ(short_kernel_name("__nv_static_28__6dc2631b_8_names_cu__Z2goPf__ZN39_GLOBAL__N__"
                              "6dc2631b_8_names_cu__Z2goPf4anonEPf"),
            "anon");
}

TEST(KernelName, ThatIsNotMangledStaysAsItIs) {
  EXPECT_EQ(short_kernel_name("convolve_major"), "convolve_major");
  EXPECT_EQ(short_kernel_name("__nv_static_9999_x"), "__nv_static_9999_x");
  EXPECT_EQ(short_kernel_name(nullptr), "kernel");
}

}  // namespace
}  // namespace ladder
