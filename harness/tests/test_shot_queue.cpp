// Shots are handed out in their order, never far ahead, and taken in their order whatever order
// they come in.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "harness/base/error.h"
#include "harness/seismic/survey_workers/place.h"
#include "harness/seismic/survey_workers/shot_queue.h"

namespace ladder {
namespace {

std::vector<float> result_of(std::size_t shot) { return {float(shot)}; }

TEST(ShotQueue, GivesResultsInTheOrderOfTheShots) {
  ShotQueue queue(0, 3, 9);
  for (std::size_t shot : {0, 1, 2}) EXPECT_EQ(queue.next(), shot);
  for (std::size_t shot : {2, 0, 1}) queue.done(shot, result_of(shot));
  for (std::size_t shot : {0, 1, 2}) EXPECT_EQ(queue.take(0), result_of(shot));
  EXPECT_TRUE(queue.all_taken());
  EXPECT_EQ(queue.next(), std::nullopt);
}

TEST(ShotQueue, BeginsBehindWhatIsDone) {
  ShotQueue queue(5, 7, 1);
  EXPECT_EQ(queue.next(), 5u);
}

TEST(ShotQueue, DoesNotComeWithWhatIsNotThere) {
  ShotQueue queue(0, 2, 9);
  (void)queue.next(), (void)queue.next();
  queue.done(1, result_of(1));
  EXPECT_EQ(queue.take(0), std::nullopt);
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

}  // namespace
}  // namespace ladder
