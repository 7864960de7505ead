// One step of a run is kept event by event; nothing within it is left out.
#include "harness/bench/trace/disturbance.h"
#include "harness/bench/trace/traced.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

Event event(Activity activity, std::int64_t begin, std::int64_t end) {
  return {activity, begin, end, static_cast<std::uint32_t>(activity), {}, {}, 0};
}

// A copy in, a kernel, a copy out, then the driver's loop, in every step of so many nanoseconds.
// The run begins late on its clock, with a first stretch of the driver.
Timeline steps_of(const std::vector<std::int64_t> &lengths) {
  Timeline timeline;
  // A name a kind of activity, in their order.
  timeline.names = {"convolve",   "[memcpy HtoD]", "[memcpy DtoH]", "[memcpy PtoP]",
                    "cudaMemcpy", "launch",        "stage",         "driver"};
  timeline.begin = 1000;
  std::int64_t now = 1100;
  timeline.events.push_back(event(Activity::driver_loop, timeline.begin, now));
  for (const std::int64_t length : lengths) {
    timeline.step_begins.push_back(now);
    timeline.events.push_back(event(Activity::h2d, now + 1, now + 3));
    timeline.events.push_back(event(Activity::kernel, now + 4, now + 6));
    timeline.events.push_back(event(Activity::d2h, now + 6, now + 8));
    timeline.events.push_back(event(Activity::driver_loop, now + 8, now + length));
    now += length;
  }
  timeline.end = now;
  return timeline;
}

TEST(Window, IsTheMedianOfTheStepsInTheMiddle) {
  std::vector<std::int64_t> lengths(21, 500);
  for (std::size_t i = 6; i < 15; ++i) lengths[i] = 10 + static_cast<std::int64_t>(i);
  std::swap(lengths[7], lengths[10]);  // the median of the nine, 20, now is at 7
  const auto window = window_of(steps_of(lengths), 21);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->step, 8);
  EXPECT_EQ(window->length, 20);
  EXPECT_EQ(window->begin, 100 + 6 * 500 + 16);
  EXPECT_EQ(window->steps, 1);
  EXPECT_TRUE(window->whole);
}

TEST(Window, HoldsTheStepsOwnEventsSinceItsBegin) {
  const auto window = window_of(steps_of({10, 10, 12, 10, 10}), 5);
  ASSERT_TRUE(window);
  ASSERT_EQ(window->events.size(), 4u);
  EXPECT_EQ(window->events[0].activity, Activity::h2d);
  EXPECT_EQ(window->events[0].begin, 1);
  EXPECT_EQ(window->events[0].end, 3);
  EXPECT_EQ(window->events[1].name, "convolve");
  EXPECT_EQ(window->events[3].end, window->length);
  EXPECT_EQ(window_of(steps_of({30}), 1)->length, 30) << "the only step";
}

// A kernel that began in the step before runs on into this one.
TEST(Window, TakesWhatBeganBeforeAndEndsAfter) {
  Timeline timeline = steps_of({10, 10, 10});
  timeline.events.push_back(event(Activity::kernel, 1050, 1200));
  const auto window = window_of(timeline, 3);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->step, 2);
  EXPECT_EQ(window->events[0].begin, 1050 - 1110);
  EXPECT_EQ(window->events[0].end, 1200 - 1110);
}

TEST(Window, ThatIsCutEndsBeforeTheFirstEventThatIsMissing) {
  Timeline timeline = steps_of({1000});
  for (int i = 0; i < 500; ++i)
    timeline.events.push_back(event(Activity::kernel, 1110 + i, 1111 + i));
  const auto window = window_of(timeline, 1);
  ASSERT_TRUE(window);
  EXPECT_FALSE(window->whole);
  EXPECT_LE(window->events.size(), most_window_events);
  std::size_t touching = 0;
  for (const Event &e : timeline.events)
    touching += e.begin < 1100 + window->length && e.end > 1100;
  EXPECT_EQ(window->events.size(), touching);
}

// The stage owns the time loop: launches run ahead of their kernels.
TEST(Window, WithoutStepsIsFourMeanStepsFromAKernelOn) {
  Timeline timeline = steps_of(std::vector<std::int64_t>(100, 10));
  timeline.step_begins.clear();
  const auto window = window_of(timeline, 100);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->step, 0);
  EXPECT_EQ(window->steps, 4);
  EXPECT_EQ(window->length, (timeline.end - timeline.begin) * 4 / 100);
  EXPECT_EQ(window->events[0].begin, 0);
  EXPECT_NE(window->events[0].activity, Activity::driver_loop);
}

// One kernel for all steps: none begins in the middle, but one runs there.
TEST(Window, OfOneLongKernelIsAPartOfIt) {
  Timeline timeline;
  timeline.names = {"convolve"};
  timeline.end = 1000;
  timeline.events = {event(Activity::kernel, 100, 900)};
  const auto window = window_of(timeline, 100);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->begin, 480);
  EXPECT_EQ(window->length, 40);
  ASSERT_EQ(window->events.size(), 1u);
  EXPECT_EQ(window->events[0].begin, 100 - 480);
  EXPECT_EQ(window->events[0].end, 900 - 480);
}

TEST(Window, OfNothingIsNone) {
  EXPECT_FALSE(window_of({}, 10));
  Timeline timeline;
  timeline.end = 100;
  EXPECT_FALSE(window_of(timeline, 10));
  EXPECT_FALSE(window_of(steps_of({10}), 0));
}

// A traced run of three steps as a record has it, from which it is read back the same.
Json in_a_record(const Timeline &timeline) {
  Traced traced{attribute(timeline),    profile(timeline),        0, "",
                window_of(timeline, 3), attribute_parts(timeline)};
  traced.ratio = 1.25, traced.runs = 3;
  const Json json = traced_json(traced);
  EXPECT_EQ(traced_json(traced_of(json)), json);
  EXPECT_EQ(json.at("disturbed"), true);
  return json;
}

TEST(Window, GoesThroughARecordUnchanged) {
  Timeline timeline = steps_of({10, 10, 10});
  EXPECT_FALSE(in_a_record(timeline).at("timeline").at("step").is_null());
  timeline.step_begins.clear();
  EXPECT_TRUE(in_a_record(timeline).at("timeline").at("step").is_null());
  const Json earlier = traced_json({attribute(timeline), {}, 0, "", std::nullopt});
  EXPECT_FALSE(earlier.contains("timeline"));
  EXPECT_FALSE(traced_of(earlier).window);
}

// Of one device nothing is said: earlier records have none.
TEST(Window, SaysOnWhichOfSeveralDevicesAndRanksAnEventWas) {
  Timeline timeline = steps_of({10, 10, 10});
  EXPECT_FALSE(in_a_record(timeline).at("timeline").at("events").contains("device"));
  for (Event &event : timeline.events)
    if (event.activity == Activity::kernel) event.device = 1, event.rank = 3;
  const Json json = in_a_record(timeline), events = json.at("timeline").at("events"),
             devices = events.at("device"), ranks = events.at("rank");
  EXPECT_EQ(json.at("parts").size(), 2u);
  EXPECT_EQ(std::count(devices.begin(), devices.end(), 1), 1);
  EXPECT_EQ(std::count(ranks.begin(), ranks.end(), 3), 1);
}

// A stage whose time lies in a few of its calls is reported as unsteady.

Timeline calls(int count, std::int64_t usual, int every, std::int64_t slow) {
  Timeline timeline;
  timeline.names = {"stage"};
  std::int64_t now = 0;
  for (int i = 1; i <= count; ++i) {
    const std::int64_t took = every && i % every == 0 ? slow : usual;
    timeline.events.push_back({Activity::kernel, now, now + took, 0});
    now += took;
  }
  return timeline;
}

TEST(Steadiness, OutliersAreCallsOfTenTimesTheMedian) {
  EXPECT_EQ(outlier_share(calls(100, 50, 0, 0)), 0) << "equal calls";
  EXPECT_EQ(outlier_share(calls(100, 50, 3, 100)), 0) << "twice as long is none";
  EXPECT_NEAR(outlier_share(calls(100, 100, 10, 30000)), 300.0 / 309, 1e-9) << "a sleep";
  EXPECT_LT(outlier_share(calls(1000, 1000, 1000, 100000)), steady_share) << "one interruption";
  EXPECT_EQ(outlier_share(calls(3, 10, 3, 100000)), 0) << "few calls are not judged";
  EXPECT_EQ(outlier_share({}), 0) << "without kernels there is nothing to say";
}

TEST(Steadiness, EachNameHasItsOwnMedian) {
  Timeline timeline = calls(50, 10, 0, 0), other = calls(50, 1000, 0, 0);
  timeline.names.push_back("another");
  for (Event &event : other.events) {
    event.name = 1;
    timeline.events.push_back(event);
  }
  EXPECT_EQ(outlier_share(timeline), 0);
}

}  // namespace
}  // namespace ladder
