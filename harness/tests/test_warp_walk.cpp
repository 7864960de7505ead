// room: predict
// A warp's way through machine code: declared loops are found in it, loads are waited for by
// scoreboards, and lanes meet in banks of shared memory.
#include "harness/tests/made_code.h"

namespace ladder {
namespace {

Instruction load(int board) { return into(one(global_load), board); }
Instruction use(int boards) {
  Instruction made = one(float32);
  made.waits = boards;
  return made;
}

// Four loads a turn, then one a turn: what a compiler makes of a loop that it unrolls by four.
MachineCode unrolled() {
  return code({one(integer), jump(7), load(0), load(0), load(0), load(0), jump(2), load(0), jump(7),
               leave()});
}

Instruction copy_to_shared() {
  Instruction made = one(bulk);
  made.copies = true;
  made.bytes = 4;
  return made;
}

// Four loads a turn; behind it two, which a branch passes over; before it one a turn.
MachineCode with_remains() {
  return code({jump(3), load(0), jump(1), jump(9), load(0), load(0), load(0), load(0), jump(4),
               jump(12), load(0), load(0), leave()});
}
double loads_in(const MachineCode &code, std::span<const ladder_loop> declared,
                int passed_over = 0) {
  return walk(code, trip_counts_of(code, declared, passed_over), {}).of(global_load);
}

void expect_trips(const MachineCode &made, const std::vector<ladder_loop> &declared,
                  const std::vector<double> &turns, double loads) {
  EXPECT_EQ(trip_counts_of(made, declared).turns, turns);
  EXPECT_EQ(loads_in(made, declared), loads);
}

TEST(TripCounts, AreThoseOfTheLoopsThatAreDeclared) {
  const Instruction copy = copy_to_shared();
  // The most unrolled loop takes what it can, and the next one the rest.
  expect_trips(unrolled(), {{11, 1}}, {2, 3}, 11);
  // A branch over loops that do not turn is taken, and loops that nobody declared do not turn.
  expect_trips(unrolled(), {{1, 1}}, {0, 1}, 1);
  expect_trips(unrolled(), {}, {0, 0}, 1);
  // Two loads a turn outside, one inside.
  expect_trips(code({load(0), load(1), jump(1), load(0), jump(0), leave()}), {{5, 2}, {3, 1}},
               {3, 5}, 5 * (2 + 3));
  // Three loads around an inner loop of two with a part of one behind it.
  expect_trips(code({load(0), load(0), jump(6), load(1), load(1), jump(3), jump(8), load(1),
                     load(0), jump(0), leave()}),
               {{4, 3}, {0, 1}}, {0, 4}, 4 * 3);
  // Loops of shared memory and of asynchronous copies are others than those of loads.
  expect_trips(code({load(0), load(0), jump(0), load(0), one(shared_store), jump(3), leave()}),
               {{3, 2}, {5, 2, 1}}, {3, 5}, 3 * 2 + 5);
  expect_trips(code({load(0), jump(0), copy, jump(2), leave()}), {{5, 1, 0, 1}}, {0, 5}, 1);
  // An outer loop that is unrolled by two: a load and an inner loop of a copy, twice.
  expect_trips(code({load(0), copy, jump(1), load(0), copy, jump(4), jump(0), leave()}),
               {{6, 1}, {7, 1, 0, 1, 1}}, {7, 7, 3}, 6);
  // At several places, declared alike, they take turns.
  expect_trips(code({copy, jump(0), copy, jump(2), copy, jump(4), copy, jump(6), leave()}),
               {{3, 1, 0, 1, 1}, {5, 1, 0, 1, 1}}, {3, 5, 3, 5}, 0);
}

TEST(TripCounts, PassOverWhatIsNotExecuted) {
  Instruction never = one(shared_load);
  never.never = true;
  expect_trips(code({never, load(0), jump(0), leave()}), {{4, 1}}, {4}, 4);
  // A branch over more than loops that do not turn is not taken; one from behind is no loop.
  expect_trips(code({jump(4), load(0), load(0), jump(2), leave()}), {}, {0}, 2);
  expect_trips(code({jump(4), load(0), load(1), leave(), load(2), jump(1, true)}), {}, {}, 2);
  // Of two alternatives the one with accesses is executed, of two with as many the first.
  expect_trips(code({jump(3), one(integer), jump(5, true), load(0), load(1), leave()}), {}, {}, 2);
  expect_trips(code({jump(3), load(0), jump(5, true), load(0), load(1), leave()}), {}, {}, 1);
}

TEST(TripCounts, ADeclaredLoopThatIsNotInTheCodeIsRefused) {
  const ladder_loop declared[] = {{11, 3}};
  EXPECT_THROW(trip_counts_of(unrolled(), declared), UsageError);
}

TEST(TripCounts, RemainsOfAnUnrolledLoopTakeTheTurnsThatItLeaves) {
  for (int turns = 0; turns <= 12; ++turns) {
    const ladder_loop declared[] = {{double(turns), 1}};
    EXPECT_EQ(loads_in(with_remains(), declared), turns);
  }
}

TEST(TripCounts, APartThatIsDeclaredAsPassedOverIsNotExecuted) {
  const MachineCode made = code({jump(2), load(0), jump(5), load(1), load(1), load(2), leave()});
  EXPECT_EQ(loads_in(made, {}), 4);
  EXPECT_EQ(loads_in(made, {}, 2), 2);
  EXPECT_THROW(trip_counts_of(made, {}, 3), UsageError);
}

TEST(TripCounts, WhatOneThreadDoesForABulkCopyIsPassedOver) {
  Instruction copy = one(bulk);
  copy.opcode = 0x1b4;
  const MachineCode made = code({jump(3), one(integer), copy, leave()});
  EXPECT_EQ(walk(made, trip_counts_of(made, {}), {}).instructions, 2);
}

TEST(Walk, SharedMemoryIsCountedByWordsAndBarriersOfTheBlock) {
  const WarpWalk way = walk(
      code({access_of(shared_load, 16), one(shared_store), wait_for_block(), leave()}), {}, {});
  EXPECT_EQ(way.shared_words, 4 + 1);
  EXPECT_EQ(way.barriers, 1);
}

Instruction end_of_group() {
  Instruction made = one(barrier);
  made.opcode = 0x1af;
  return made;
}
Instruction wait_for_all_but(int groups) {
  Instruction made = one(barrier);
  made.pending = groups;
  return made;
}

TEST(Walk, AsynchronousCopiesAreWaitedForByGroups) {
  Latencies latencies;
  latencies.global = 100;
  const auto cycles = [&](int but) {
    return walk(code({copy_to_shared(), end_of_group(), one(integer, 15), copy_to_shared(),
                      end_of_group(), wait_for_all_but(but), leave()}),
                {}, latencies)
        .cycles;
  };
  EXPECT_EQ(cycles(1), 100 + 1 + 1);                 // of the first group, the wait, the end
  EXPECT_EQ(cycles(0), 1 + 1 + 15 + 100 + 1 + 1);    // of the second
  EXPECT_EQ(cycles(2), 1 + 1 + 15 + 1 + 1 + 1 + 1);  // as many are on their way as may be
}

TEST(Walk, CountsWhatIsExecuted) {
  const ladder_loop declared[] = {{11, 1}};
  const WarpWalk way = walk(unrolled(), trip_counts_of(unrolled(), declared), {});
  EXPECT_EQ(way.of(global_load), 2 * 4 + 3);
  EXPECT_EQ(way.instructions, 2 + 2 * 5 + 3 * 2 + 1);
}

TEST(Walk, LoadsOnTheirWayTogetherAreOneRound) {
  Latencies latencies;
  latencies.global = 100;
  const WarpWalk together = walk(code({load(0), load(1), use(1), use(2), leave()}), {}, latencies);
  EXPECT_EQ(together.cycles, 1 + 100 + 1 + 1);  // the second load, its result, a use, the end
  const WarpWalk one_by_one =
      walk(code({load(0), use(1), load(1), use(2), leave()}), {}, latencies);
  EXPECT_EQ(one_by_one.rounds, 2);
  EXPECT_GT(one_by_one.cycles, 200);
}

TEST(Walk, AThreadsOwnArraysAreNearerThanThoseOfAll) {
  const Latencies latencies{.global = 100, .own = 30};
  EXPECT_EQ(walk(code({into(one(local), 0), use(1)}), {}, latencies).cycles, 30 + 1);
}

TEST(Walk, APhaseEndsWhereLoadsAreWaitedForFirst) {
  const auto way =
      walk(code({one(integer), load(0), one(special), use(1), use(1), leave()}), {}, {});
  ASSERT_EQ(way.phases.size(), 2);
  EXPECT_EQ(way.phases[0].instructions, 3);
  EXPECT_EQ(way.phases[0].special, 1);
  EXPECT_EQ(way.phases[1].instructions, 3);
}

TEST(Walk, StallsOfTheCodeAreCycles) {
  EXPECT_EQ(walk(code({one(float32, 4), one(float32, 6), leave()}), {}, {}).cycles, 11);
}

// Which lanes meet in a bank of shared memory, and words that a warp has not.

TEST(Walk, AJumpThatWasSeenTakesLongerThanItsStall) {
  TripCounts trips;
  trips.turns = {4}, trips.taken = {0, 0, 0};
  const auto cycles = [&] {
    return walk(code({one(float32), jump(0), leave()}), trips, {}).cycles;
  };
  const double declared = cycles();
  trips.seen = true;
  EXPECT_GE(cycles(), declared + 3);
}

TEST(SharedRows, LanesSideBySideTakeAsLongAsTheirWordsDo) {
  EXPECT_EQ(wavefronts(1, 0, {}), 1);
  EXPECT_EQ(wavefronts(2, 0, {}), 2);
  EXPECT_EQ(wavefronts(4, 0, {}), 4);
}

TEST(SharedRows, SingleValuesAsFarApartAsThereAreInARunMeetInABank) {
  EXPECT_EQ(wavefronts(1, 2, {}), 2);
  EXPECT_EQ(wavefronts(1, 4, {}), 4);
  EXPECT_EQ(wavefronts(1, 3, {}), 1);
}

TEST(SharedRows, RowsThatBeginAtTheSameBankMeetWhereTheyAreShort) {
  EXPECT_EQ(wavefronts(4, 4, {32, 64}), 4);
  EXPECT_EQ(wavefronts(4, 4, {16, 64}), 8);
  EXPECT_EQ(wavefronts(1, 4, {16, 64}), 8);
  EXPECT_EQ(wavefronts(4, 4, {16, 80}), 4);  // every other row has the other half of the banks
}

TEST(SharedRows, AStoreThatMeetsInABankHoldsUpTheOthers) {
  const auto storing = [](int apart) {
    Instruction store = access_of(shared_store, 4);
    store.apart = apart;
    store.operand_board = 0;
    std::vector<Instruction> body(16, store);
    body.push_back(behind(one(float32), 0));
    return persistent(body);
  };
  EXPECT_GT(turn(storing(4), 8), 3 * turn(storing(0), 8));
}

TEST(SharedRows, FourSingleLoadsAreOwnCellsWhereTheStageDeclaresRows) {
  const SharedRows declared{16, 64};
  const auto of_load = [](int apart, const SharedRows &rows) {
    Instruction load = access_of(shared_load, 4);
    load.apart = apart;
    MachineCode code;
    code.instructions = {load};
    return wavefronts(code, rows).at(0);
  };
  EXPECT_EQ(of_load(4, declared), 8);
  EXPECT_EQ(of_load(2, declared), 1);
  EXPECT_EQ(of_load(4, {}), 1);  // neighbours may load the same
}

TEST(SharedRows, AWarpWithoutAWordSendsNone) {
  // Each of four words of a thread in a part of its own.
  std::vector<Instruction> body;
  for (int word = 0; word < 4; ++word) {
    body.push_back(jump(static_cast<std::int64_t>(body.size()) + 18));
    body.insert(body.end(), 16, one(float32));
    body.push_back(access_of(global_store, 16, true));
  }
  const MachineCode made = persistent(body);
  PersistentCosts all, few;
  few.words = 32;  // of 32 threads
  EXPECT_LT(turn(made, 1, few), turn(made, 1, all) / 2);
}

}  // namespace
}  // namespace ladder
