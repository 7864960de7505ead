// room: predict
// A warp's way through machine code: declared loops are found in it, and loads are waited for by
// scoreboards.
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

TEST(TurnsOfLoops, TheMostUnrolledLoopTakesWhatItCanAndTheNextOneTheRest) {
  const ladder_loop declared[] = {{11, 1}};
  EXPECT_EQ(trip_counts_of(unrolled(), declared).turns, (std::vector<double>{2, 3}));
}

TEST(TurnsOfLoops, LoopsThatNobodyDeclaredDoNotTurn) {
  EXPECT_EQ(trip_counts_of(unrolled(), {}).turns, (std::vector<double>{0, 0}));
}

TEST(TurnsOfLoops, ADeclaredLoopThatIsNotInTheCodeIsRefused) {
  const ladder_loop declared[] = {{11, 3}};
  EXPECT_THROW(trip_counts_of(unrolled(), declared), UsageError);
}

TEST(TurnsOfLoops, AnInnerLoopIsCountedApart) {
  // Two loads a turn outside, one inside.
  const MachineCode nested = code({load(0), load(1), jump(1), load(0), jump(0), leave()});
  const ladder_loop declared[] = {{5, 2}, {3, 1}};
  EXPECT_EQ(trip_counts_of(nested, declared).turns, (std::vector<double>{3, 5}));
  EXPECT_EQ(walk(nested, trip_counts_of(nested, declared), {}).of(global_load), 5 * (2 + 3));
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

TEST(TripCounts, RemainsOfAnUnrolledLoopTakeTheTurnsThatItLeaves) {
  for (int turns = 0; turns <= 12; ++turns) {
    const ladder_loop declared[] = {{double(turns), 1}};
    EXPECT_EQ(loads_in(with_remains(), declared), turns);
  }
}

TEST(TripCounts, LoopsOfSharedMemoryAreOthers) {
  const MachineCode both =
      code({load(0), load(0), jump(0), load(0), one(shared_store), jump(3), leave()});
  const ladder_loop declared[] = {{3, 2}, {5, 2, 1}};
  EXPECT_EQ(trip_counts_of(both, declared).turns, (std::vector<double>{3, 5}));
}

TEST(TripCounts, ALoopAroundOthersIsFoundWithoutTheirRemains) {
  // Three loads around an inner loop of two with a part of one behind it.
  const MachineCode nested = code({load(0), load(0), jump(6), load(1), load(1), jump(3), jump(8),
                                   load(1), load(0), jump(0), leave()});
  const ladder_loop declared[] = {{4, 3}, {0, 1}};
  EXPECT_EQ(trip_counts_of(nested, declared).turns, (std::vector<double>{0, 4}));
  EXPECT_EQ(loads_in(nested, declared), 4 * 3);
}

TEST(TripCounts, ABranchOverMoreThanLoopsThatDoNotTurnIsNotTaken) {
  EXPECT_EQ(loads_in(code({jump(4), load(0), load(0), jump(2), leave()}), {}), 2);
  EXPECT_EQ(loads_in(code({jump(3), load(0), jump(1), leave()}), {}), 0);
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

TEST(TripCounts, ABranchBackFromBehindTheKernelIsNoLoop) {
  const MachineCode made = code({jump(4), load(0), load(1), leave(), load(2), jump(1, true)});
  EXPECT_TRUE(loops_of(made).empty());
  EXPECT_EQ(loads_in(made, {}), 2);
  EXPECT_EQ(loops_of(code({one(integer), load(0), jump(1), leave()})).size(), 1u);
}

TEST(TripCounts, OfTwoAlternativesTheOneWithAccessesIsExecuted) {
  const MachineCode made = code({jump(3), one(integer), jump(5, true), load(0), load(1), leave()});
  EXPECT_EQ(loads_in(made, {}), 2);
  const MachineCode alike = code({jump(3), load(0), jump(5, true), load(0), load(1), leave()});
  EXPECT_EQ(loads_in(alike, {}), 1);
}

TEST(Walk, SharedMemoryIsCountedByWordsAndBarriersOfTheBlock) {
  const WarpWalk way = walk(
      code({access_of(shared_load, 16), one(shared_store), wait_for_block(), leave()}), {}, {});
  EXPECT_EQ(way.shared_words, 4 + 1);
  EXPECT_EQ(way.barriers, 1);
}

Instruction copy_to_shared() {
  Instruction made = one(bulk);
  made.copies = true;
  made.bytes = 4;
  return made;
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

TEST(TripCounts, LoopsOfAsynchronousCopiesAreOthersThanThoseOfLoads) {
  const MachineCode both = code({load(0), jump(0), copy_to_shared(), jump(2), leave()});
  const ladder_loop declared[] = {{5, 1, 0, 1}};
  EXPECT_EQ(trip_counts_of(both, declared).turns, (std::vector<double>{0, 5}));
}

TEST(TripCounts, ALoopAtSeveralPlacesTakesAllTurnsAtEach) {
  // An outer loop that is unrolled by two: a load and an inner loop of a copy, twice.
  const MachineCode nested = code(
      {load(0), copy_to_shared(), jump(1), load(0), copy_to_shared(), jump(4), jump(0), leave()});
  const ladder_loop declared[] = {{6, 1}, {7, 1, 0, 1, 1}};
  EXPECT_EQ(trip_counts_of(nested, declared).turns, (std::vector<double>{7, 7, 3}));
  EXPECT_EQ(walk(nested, trip_counts_of(nested, declared), {}).copies, 6 * 7);
}

TEST(TripCounts, LoopsAtSeveralPlacesThatAreDeclaredAlikeTakeThemByTurns) {
  const MachineCode four = code({copy_to_shared(), jump(0), copy_to_shared(), jump(2),
                                 copy_to_shared(), jump(4), copy_to_shared(), jump(6), leave()});
  const ladder_loop declared[] = {{3, 1, 0, 1, 1}, {5, 1, 0, 1, 1}};
  EXPECT_EQ(trip_counts_of(four, declared).turns, (std::vector<double>{3, 5, 3, 5}));
}

TEST(TripCounts, WhatIsNeverExecutedIsNoAccess) {
  Instruction never = one(shared_load);
  never.never = true;
  const MachineCode made = code({never, load(0), jump(0), leave()});
  const ladder_loop declared[] = {{4, 1}};
  EXPECT_EQ(trip_counts_of(made, declared).turns, (std::vector<double>{4}));
  EXPECT_EQ(walk(made, trip_counts_of(made, declared), {}).shared_words, 0);
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

TEST(Walk, ABranchOverLoopsThatDoNotTurnIsTaken) {
  const ladder_loop declared[] = {{1, 1}};
  const WarpWalk way = walk(unrolled(), trip_counts_of(unrolled(), declared), {});
  EXPECT_EQ(way.of(global_load), 1);
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

}  // namespace
}  // namespace ladder
