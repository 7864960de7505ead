// Shots are handed out in their order, never far ahead, and taken in their order whatever order
// they come in.
#include <thread>

#include "harness/seismic/survey_workers/crew.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

std::vector<float> result_of(std::size_t shot) { return {float(shot)}; }

TEST(ShotQueue, GivesResultsInTheOrderOfTheShots) {
  ShotQueue queue(5, 8, 9);  // behind what is done
  for (std::size_t shot : {5, 6, 7}) EXPECT_EQ(queue.next(), shot);
  for (std::size_t shot : {7, 5, 6}) queue.done(shot, result_of(shot));
  for (std::size_t shot : {5, 6, 7}) EXPECT_EQ(queue.take(0), result_of(shot));
  EXPECT_TRUE(queue.all_taken());
  EXPECT_EQ(queue.next(), std::nullopt);
}

TEST(ShotQueue, HandsALostShotOutAgainFirst) {
  ShotQueue queue(0, 9, 9);
  (void)queue.next(), (void)queue.next();
  EXPECT_EQ(queue.give_back(0), 1);
  EXPECT_EQ(queue.next(), 0u);
  EXPECT_EQ(queue.give_back(0), 2);
  EXPECT_EQ(queue.next(), 0u);
  EXPECT_EQ(queue.next(), 2u);
}

TEST(ShotQueue, BlamesNoShotThatNobodyBegan) {
  ShotQueue queue(0, 9, 9);
  (void)queue.next(), (void)queue.next();
  queue.put_back(1);
  EXPECT_EQ(queue.next(), 1u);
  EXPECT_EQ(queue.give_back(1), 1);
}

TEST(ShotQueue, SaysWhereThereIsNoneNow) {
  ShotQueue queue(0, 2, 1);
  EXPECT_EQ(queue.next_now(), 0u);
  EXPECT_EQ(queue.next_now(), std::nullopt);  // as many as may be ahead
  queue.done(0, result_of(0));
  (void)queue.take(0);
  EXPECT_EQ(queue.next_now(), 1u);
  queue.stop();
  queue.put_back(1);
  EXPECT_EQ(queue.next_now(), std::nullopt);
}

TEST(ShotQueue, WaitsWhereTooManyResultsWouldBeKept) {
  ShotQueue queue(0, 9, 2);
  (void)queue.next(), (void)queue.next();
  std::optional<std::size_t> third;
  std::jthread other([&] { third = queue.next(); });
  queue.done(1, result_of(1));  // kept, not taken
  EXPECT_EQ(queue.take(0.05), std::nullopt);
  EXPECT_EQ(third, std::nullopt);
  queue.done(0, result_of(0));
  EXPECT_EQ(queue.take(0), result_of(0));
  other.join();
  EXPECT_EQ(third, 2u);
}

TEST(ShotQueue, EndsWhoWaits) {
  ShotQueue queue(0, 1, 1);
  (void)queue.next();
  std::optional<std::size_t> none = 7;
  std::jthread other([&] { none = queue.next(); });
  queue.stop();
  other.join();
  EXPECT_EQ(none, std::nullopt);
}

// Results come in any order from many threads, some of which lose their shots.
TEST(ShotQueue, KeepsTheOrderBetweenManyThreads) {
  constexpr std::size_t shots = 200, workers = 5, ahead = 2 * workers;
  ShotQueue queue(0, shots, ahead);
  std::vector<std::jthread> threads;
  for (std::size_t k = 0; k < workers; ++k)
    threads.emplace_back([&, k] {
      for (std::size_t turn = k; const auto shot = queue.next(); ++turn) {
        if (turn % 7 == 3)
          queue.give_back(*shot);
        else
          queue.done(*shot, result_of(*shot));
      }
    });
  for (std::size_t shot = 0; shot < shots;)
    if (const auto result = queue.take(1)) {
      ASSERT_EQ(*result, result_of(shot++));
    }
  EXPECT_TRUE(queue.all_taken());
}

TEST(SharesOfAMachine, CoverItOnceEach) {
  for (int things = 1; things < 9; ++things)
    for (int shares = 1; shares < 12; ++shares) {
      std::vector<int> taken(std::size_t(things), 0);
      for (int share = 0; share < shares; ++share) {
        const auto [first, end] = share_of(share, shares, things);
        EXPECT_LT(first, end);
        for (int i = first; i < end; ++i) ++taken[std::size_t(i)];
      }
      const auto [least, most] = std::ranges::minmax(taken);
      EXPECT_GE(least, 1);
      if (shares <= things) {
        EXPECT_EQ(most, 1);
      }
    }
}

TEST(WorkerPlaces, AreANumberOrAFile) {
  EXPECT_TRUE(worker_places("").empty());
  const auto three = worker_places("3");
  ASSERT_EQ(three.size(), 3u);
  EXPECT_EQ(three[2].share, 2);
  EXPECT_EQ(three[2].shares, 3);
  EXPECT_TRUE(three[2].launcher.empty());
  for (const char *text : {"0", "-1", "99999"})
    EXPECT_THROW(worker_places(text), UsageError) << text;
  for (const char *text : {"3x", "/nowhere"}) EXPECT_THROW(worker_places(text), FileError) << text;
}

// A worker is late where its shot takes far longer than shots do, or longer than was asked for.

using Late = std::vector<std::size_t>;

// Shots that took so long [s], by worker 0 of three.
ShotClock after(const std::vector<double> &shots, std::optional<double> limit_s = {}) {
  ShotClock clock(3, limit_s);
  double now = 0;
  for (const double took : shots) {
    clock.begins(0, now);
    clock.done(0, now += took);
  }
  return clock;
}

TEST(ShotClock, KnowsNoLimitBeforeAShotIsDone) {
  ShotClock clock = after({});
  clock.begins(1, 0);
  EXPECT_EQ(clock.limit_s(), std::nullopt);
  EXPECT_EQ(clock.late(1e9), Late{});
}

TEST(ShotClock, AllowsTenMediansOfTheShotsThatAreDoneAndAMinute) {
  EXPECT_EQ(after({30}).limit_s(), 300);
  EXPECT_EQ(after({100, 20, 30}).limit_s(), 300);
  EXPECT_EQ(after({30, 30, 30, 4000}).limit_s(), 300);
  EXPECT_EQ(after({0.1, 0.1}).limit_s(), 60);
  ShotClock clock = after({30});
  clock.begins(1, 0), clock.lost(1);
  EXPECT_EQ(clock.limit_s(), 300) << "a lost shot does not count";
}

TEST(ShotClock, TakesTheLimitThatIsAskedForFromTheFirstShotOn) {
  EXPECT_EQ(after({}, 5).limit_s(), 5);
  EXPECT_EQ(after({30, 30}, 5).limit_s(), 5);
}

TEST(ShotClock, FindsWhoIsBeyondTheLimitAlone) {
  ShotClock clock = after({}, 5);
  clock.begins(0, 100), clock.begins(1, 103);  // worker 2 has no shot
  EXPECT_EQ(clock.late(105), Late{});
  EXPECT_EQ(clock.late(106), Late{0});
  EXPECT_EQ(clock.late(109), (Late{0, 1}));
  clock.lost(0), clock.done(1, 109);
  EXPECT_EQ(clock.late(1e9), Late{});
}

}  // namespace
}  // namespace ladder
