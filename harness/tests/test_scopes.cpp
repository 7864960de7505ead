// Every instant of a run belongs to exactly one scope, and the profile has a row for each kernel.
#include "harness/bench/trace/scopes.h"
#include "harness/bench/trace/traced.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

enum Name : std::uint32_t { plain, synchronize, copy_now, copy_async, copied };

Event event(Activity activity, std::int64_t begin, std::int64_t end, Name name = plain) {
  return {activity, begin, end, name, {}, {}, 0};
}

Timeline timeline(std::int64_t end, std::vector<Event> events) {
  Timeline t;
  t.end = end;
  t.events = std::move(events);
  t.names = {"convolve", "cudaEventSynchronize", "cudaMemcpy", "cudaMemcpyAsync", "[memcpy HtoD]"};
  return t;
}

// The rules, asked of every nanosecond by itself: who wins, what is clipped, what overlaps, which
// copies are exposed.
Scopes naive(const Timeline &t) {
  Scopes scopes;
  scopes.wall_ns = t.end - t.begin;
  for (std::int64_t at = t.begin; at < t.end; ++at) {
    std::array<int, 8> running{};  // in the order in which they win
    for (const Event &e : t.events)
      if (e.begin <= at && at < e.end) ++running[static_cast<std::size_t>(e.activity)];
    std::size_t winner = 0;
    while (winner < running.size() && running[winner] == 0) ++winner;
    ++scopes.ns[winner];
    scopes.overlap_ns += (running[0] > 0) + running[1] + running[2] + (running[3] > 0) >= 2;
    bool waits = false;
    for (const Event &e : t.events)
      if (e.begin <= at && at < e.end)
        waits |= (e.activity == Activity::runtime_call && e.name == synchronize) ||
                 (e.activity == Activity::copy_call && e.name != copy_async);
    scopes.exposed_copy_ns += waits && running[0] == 0 && running[1] + running[2] > 0;
  }
  return scopes;
}

TEST(Scopes, WhatTheStageDoesByItselfOnTheHostIsNoIdleness) {
  const Scopes s = attribute(
      timeline(100, {event(Activity::stage_call, 10, 90), event(Activity::kernel, 20, 50),
                     event(Activity::runtime_call, 50, 60), event(Activity::driver_loop, 90, 95)}));
  EXPECT_EQ(s[Scope::stage], 10 + 30);
  EXPECT_EQ(s[Scope::launch], 10);
  EXPECT_EQ(s[Scope::host], 5);
  EXPECT_EQ(s[Scope::idle], 10 + 5);
}

// Kernels and copies of the host come first; calls of the host that waits for the other device come
// after.
TEST(Scopes, DataBetweenDevicesIsExchangeWhereNothingIsComputed) {
  const Scopes s = attribute(
      timeline(100, {event(Activity::kernel, 0, 40), event(Activity::exchange, 30, 60),
                     event(Activity::exchange, 35, 65), event(Activity::h2d, 60, 62),
                     event(Activity::runtime_call, 0, 80), event(Activity::stage_call, 0, 90)}));
  EXPECT_EQ(s[Scope::kernel], 40);
  EXPECT_EQ(s[Scope::h2d], 2);
  EXPECT_EQ(s[Scope::exchange], 65 - 40 - 2);
  EXPECT_EQ(s[Scope::launch], 80 - 65);
  EXPECT_EQ(s.overlap_ns, (40 - 30) + 2) << "both ends of an exchange are one";
}

TEST(Scopes, NanosecondsSinceTheEpochStayExact) {
  const std::int64_t epoch = 1'700'000'000'123'456'789;  // a double would round it to 256 ns
  Timeline t = timeline(epoch + 7, {event(Activity::kernel, epoch + 1, epoch + 2),
                                    event(Activity::runtime_call, epoch + 2, epoch + 5)});
  t.begin = epoch;
  const Scopes s = attribute(t);
  EXPECT_EQ(s[Scope::kernel], 1);
  EXPECT_EQ(s[Scope::launch], 3);
  EXPECT_EQ(s[Scope::idle], 3);
}

TEST(Scopes, RandomTimelinesAddUpAndAgreeWithAskingEveryInstant) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Timeline t = timeline(300, {});
    t.begin = static_cast<std::int64_t>(random() % 50);
    for (int n = static_cast<int>(random() % 25); n > 0; --n) {
      const auto begin = static_cast<std::int64_t>(random() % 360) - 30;
      t.events.push_back(event(static_cast<Activity>(random() % 8), begin,
                               begin + static_cast<std::int64_t>(random() % 90),
                               static_cast<Name>(random() % 4)));
    }
    const Scopes fast = attribute(t), slow = naive(t);
    EXPECT_EQ(fast.ns, slow.ns);
    EXPECT_EQ(fast.overlap_ns, slow.overlap_ns);
    EXPECT_EQ(fast.exposed_copy_ns, slow.exposed_copy_ns);
    std::int64_t sum = 0;
    for (std::int64_t ns : fast.ns) sum += ns;
    EXPECT_EQ(sum, fast.wall_ns);
  }
}

Event on_device(int device, Activity activity, std::int64_t begin, std::int64_t end) {
  return {activity, begin, end, plain, {}, {}, 0, device};
}

TEST(PartScopes, AreWhatEachDeviceDidOfItsOwn) {
  const Timeline t = timeline(
      100, {on_device(0, Activity::kernel, 10, 50), on_device(0, Activity::exchange, 40, 60),
            on_device(1, Activity::kernel, 20, 90), event(Activity::runtime_call, 0, 100)});
  const auto parts = attribute_parts(t);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].scopes[Scope::kernel], 40);
  EXPECT_EQ(parts[0].scopes[Scope::exchange], 10);
  EXPECT_EQ(parts[0].scopes[Scope::idle], 50);
  EXPECT_EQ(parts[1].device, 1);
  EXPECT_EQ(parts[1].scopes[Scope::kernel], 70);
  EXPECT_EQ(parts[1].scopes[Scope::launch], 0);  // the host is all devices'
  EXPECT_EQ(attribute(t)[Scope::kernel], 80);    // on any of them
}

TEST(PartScopes, OfOneDeviceAreNone) {
  EXPECT_TRUE(attribute_parts(
                  timeline(100, {event(Activity::kernel, 10, 50), event(Activity::h2d, 50, 60)}))
                  .empty());
}

// The profile has one row a kernel or a direction of copy, under the name that its author gave it.

Event kernel(std::int64_t begin, std::int64_t end, int threads) {
  return {Activity::kernel, begin, end, plain, {threads, 1, 1}, {7, 1, 1}, 0};
}

Event copy(std::int64_t begin, std::int64_t end, std::int64_t bytes) {
  return {Activity::h2d, begin, end, copied, {}, {}, bytes};
}

TEST(Profile, CountsCallsAndKeepsTheLeastAndTheMost) {
  const auto rows =
      profile(timeline(100, {kernel(0, 10, 128), kernel(20, 24, 128), kernel(30, 36, 128)}));
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
  const auto rows = profile(timeline(100, {kernel(0, 10, 128), kernel(20, 24, 64)}));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_FALSE(rows[0].one_block);
  EXPECT_TRUE(rows[0].one_grid);
  EXPECT_EQ(rows[0].block[0], 128);
}

TEST(Profile, PutsMostTimeFirstAndAddsUpBytes) {
  const auto rows =
      profile(timeline(100, {kernel(0, 5, 128), copy(5, 10, 1000), copy(20, 30, 24)}));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "[memcpy HtoD]");
  EXPECT_EQ(rows[0].bytes, 1024);
  EXPECT_EQ(rows[0].block[0], 0);
  EXPECT_EQ(rows[1].name, "convolve");
}

TEST(Profile, CallsOfTheHostAreNoWorkOfTheDevice) {
  for (const auto call : {Activity::copy_call, Activity::runtime_call, Activity::driver_loop})
    EXPECT_TRUE(profile(timeline(100, {event(call, 0, 99, copy_now)})).empty());
}

TEST(KernelName, IsWithoutNamespacesParametersAndFile) {
  const std::pair<const char *, const char *> names[] = {
      {"_Z8convolvePKfPf", "convolve"},
      {"_ZN4wave8convolveEPKfPf", "convolve"},
      {"_Z8convolveILi8EEvPf", "convolve<8>"},
      // As nvcc names a kernel of an anonymous namespace, and of code that is compiled separately.
      {"_ZN39_GLOBAL__N__6dc2631b_8_names_cu__Z2goPf4anonEPf", "anon"},
      {"_ZN39_GLOBAL__N__6dc2631b_8_names_cu__Z2goPf4tmplILs8ELb1EEEvPf", "tmpl<(short)8, true>"},
      {"__nv_static_28__6dc2631b_8_names_cu__Z2goPf__Z4statPf", "stat"},
      {"__nv_static_28__6dc2631b_8_names_cu__Z2goPf__ZN39_GLOBAL__N__6dc2631b_8_names_cu__Z2goPf4"
       "anonEPf",
       "anon"},
      // What is not mangled stays as it is.
      {"convolve_major", "convolve_major"},
      {"__nv_static_9999_x", "__nv_static_9999_x"},
      {nullptr, "kernel"}};
  for (const auto &[mangled, name] : names) EXPECT_EQ(short_kernel_name(mangled), name);
}

}  // namespace
}  // namespace ladder
