// room: predict
// Persistent blocks: their loop and its parts in the machine code, and how long a turn
// of all warps takes.
#include "harness/tests/made_code.h"

namespace ladder {
namespace {

TEST(Persistent, TheLoopIsTheLargestWithABarrier) {
  const MachineCode nested = code({one(integer), wait_for_block(), jump(1), jump(0),  //
                                   one(integer), one(integer), one(integer), one(integer),
                                   one(integer), jump(4), leave()});
  const auto loop = persistent_loop(nested, loops_of(nested));
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->first, 0u);
  EXPECT_EQ(loop->last, 3u);
}

TEST(Persistent, WithoutABarrierNoBlockIsPersistent) {
  const MachineCode made = code({one(integer), jump(0), leave()});
  EXPECT_THROW(turn(made, 1), UsageError);
}

TEST(Persistent, FourWarpsHaveASchedulerEachAndEightOfOneOrTwoBlocksShareThem) {
  const MachineCode made = persistent(std::vector<Instruction>(64, one(float32)));
  EXPECT_EQ(turn(made, 4), turn(made, 1));
  for (const double eight : {turn(made, 8), turn(made, 4, {}, 2)}) {
    EXPECT_GT(eight, 1.8 * turn(made, 4));
    EXPECT_LE(eight, 2 * turn(made, 4));
  }
}

TEST(Persistent, ASchedulerTakesTheYoungestWarpNextToItsLast) {
  // Of two warps of a scheduler one computes for long, and the younger one only waits for a load.
  std::vector<Instruction> body = {jump(66), access_of(shared_load, 4)};
  body.insert(body.end(), 64, one(float32));
  body.insert(body.end(), {jump(69), into(access_of(global_load, 4), 0), behind(one(float32), 0)});
  const MachineCode made = persistent(body);
  const ladder_loop computes[] = {{0, 1, 0}}, loads[] = {{0, 1, 1}};
  PersistentCosts costs{.plain = 200};
  const WarpsAlike busy{4, trips_in(made, computes)}, waiting{4, trips_in(made, loads)};
  EXPECT_LT(persistent_turn(made, {busy, waiting}, 1, costs), 200 + 64);
}

TEST(Persistent, SharedMemoryServesAllWarpsOneAfterTheOther) {
  const MachineCode made = persistent(std::vector<Instruction>(16, access_of(shared_load, 16)));
  EXPECT_NEAR(turn(made, 1), 16 + 2, 4);  // nothing waits for what is loaded
  const MachineCode waits =
      persistent({into(access_of(shared_load, 16), 0), behind(one(float32), 0)});
  PersistentCosts slow{.shared_word = 10};
  EXPECT_NEAR(turn(waits, 4, slow) - turn(waits, 1, slow), 3 * 40, 8);
}

// A part of two loads of shared memory that a branch passes over.
MachineCode with_a_part() {
  return persistent({jump(3), access_of(shared_load, 4), access_of(shared_load, 4)});
}

TEST(Persistent, APartIsExecutedInItsShareOfTheTurnsAndPassedOverFirst) {
  const ladder_loop half[] = {{0.5, 2, 2}};
  const MachineCode made = with_a_part();
  const auto loads = [&](double turns) {
    return walk(made, with_turns(made, trips_in(made, half), turns), {}).of(shared_load);
  };
  EXPECT_EQ(loads(1), 0);
  EXPECT_EQ(loads(2), 2);
  EXPECT_EQ(loads(4), 4);
}

// Of a loop without a barrier, in which blocks march.
double turn_of_march(const MachineCode &made, std::vector<WarpsAlike> warps, int blocks = 1) {
  PersistentCosts costs{.march = true};
  for (WarpsAlike &those : warps) those.trips.persistent = marching_loop(made, those.trips);
  return persistent_turn(made, warps, blocks, costs);
}
TripCounts turning(const MachineCode &made, std::vector<double> turns) {
  return {.turns = std::move(turns), .taken = std::vector<double>(made.instructions.size())};
}

TEST(March, WithoutABarrierItsLoopIsTheLargestThatTurns) {
  const MachineCode made = code({one(integer), jump(0), one(integer), one(integer), jump(2),  //
                                 leave()});
  EXPECT_EQ(marching_loop(made, turning(made, {8, 4}))->first, 2u);
  EXPECT_EQ(marching_loop(made, turning(made, {8, 1}))->first, 0u);
  EXPECT_FALSE(marching_loop(made, turning(made, {1, 1})));
}

TEST(March, NoWarpOfABlockIsATurnAheadOfAnother) {
  std::vector<Instruction> body = {jump(65)};
  body.insert(body.end(), 64, one(float32));
  body.insert(body.end(), {one(integer), jump(0), leave()});
  const MachineCode made = code(body);
  const WarpsAlike busy{1, turning(made, {8})};
  WarpsAlike idle = busy;
  idle.trips.taken[0] = 1;
  EXPECT_NEAR(turn_of_march(made, {busy, idle}), turn_of_march(made, {busy}), 2);
}

TEST(March, BlocksShareWhatOneHas) {
  std::vector<Instruction> body(64, one(float32));
  body.insert(body.end(), {jump(0), leave()});
  const MachineCode made = code(body);
  const WarpsAlike four{4, turning(made, {8})};
  const double alone = turn_of_march(made, {four});
  EXPECT_GT(turn_of_march(made, {four}, 2), 1.8 * alone);
  EXPECT_LE(turn_of_march(made, {four}, 2), 2.1 * alone);
}

TEST(Persistent, APartWithoutTurnsIsLeftOut) {
  const ladder_loop none[] = {{0, 2, 2}}, another[] = {{0, 3, 3}};
  const MachineCode made = with_a_part();
  EXPECT_EQ(walk(made, trips_in(made, none), {}).of(shared_load), 0);
  EXPECT_EQ(walk(made, trips_in(made), {}).of(shared_load), 2);
  EXPECT_THROW(trips_in(made, another), UsageError);
}

TEST(Persistent, APartWithAnAlternativeIsAnother) {
  const MachineCode made =
      persistent({jump(3), access_of(shared_load, 4), jump(4, true), access_of(shared_load, 4)});
  const ladder_loop alone[] = {{0, 1, 1}}, with_alternative[] = {{0, 1, 1, 0, 1}};
  EXPECT_THROW(trips_in(made, alone), UsageError);
  const WarpWalk way = walk(made, trips_in(made, with_alternative), {});
  EXPECT_EQ(way.of(shared_load), 1);
  EXPECT_EQ(way.instructions, walk(made, trips_in(made), {}).instructions - 1);
}

TEST(Persistent, WarpsWithLessToDoWaitForTheOthers) {
  std::vector<Instruction> body = {jump(66), access_of(shared_load, 4)};
  body.insert(body.end(), 64, one(float32));
  const MachineCode made = persistent(body);
  const ladder_loop none[] = {{0, 1, 1}};
  const WarpsAlike busy{4, trips_in(made)}, idle{4, trips_in(made, none)};
  EXPECT_NEAR(persistent_turn(made, {busy, idle}, 1, {}), turn(made, 4), 6);
  EXPECT_GT(turn(made, 8), 1.8 * persistent_turn(made, {busy, idle}, 1, {}));
}

TEST(Persistent, WhatOneThreadDoesAtABarrierOfTheGridIsLeftOut) {
  const MachineCode made = persistent({jump(3), one(atomic), access_of(global_load, 4, true)});
  EXPECT_EQ(walk(made, trips_in(made), {}).of(atomic), 0);
}

TEST(Walk, ABranchForThreadsThatHavePartedIsNotTaken) {
  Instruction parted = jump(2, true);
  parted.for_parted = true;
  EXPECT_EQ(walk(code({parted, one(integer), leave()}), {}, {}).of(integer), 1);
}

// Words that persistent blocks send each other: how often and how long a warp polls at them.

TEST(PersistentWords, APollThatComesTooEarlyIsMadeAgain) {
  const MachineCode made =
      persistent({access_of(global_store, 16, true), into(access_of(global_load, 16, true), 0),
                  behind(jump(1), 0), one(float32)});
  PersistentCosts costs{.poll = 100};
  const double at_once = turn(made, 1, costs);
  EXPECT_GT(at_once, 100);
  costs.visible = 40;  // before the poll has arrived
  EXPECT_EQ(turn(made, 1, costs), at_once);
  costs.visible = 90;
  EXPECT_EQ(turn(made, 1, costs), at_once + 100 + 1);  // with the branch back
  costs.visible = 190;
  EXPECT_EQ(turn(made, 1, costs), at_once + 200 + 2);
}

TEST(PersistentWords, WhatIsComputedBetweenStoreAndPollHidesTheWay) {
  std::vector<Instruction> body = {access_of(global_store, 16, true)};
  body.insert(body.end(), 200, one(float32));
  body.insert(body.end(),
              {into(access_of(global_load, 16, true), 0), behind(jump(201), 0), one(float32)});
  PersistentCosts costs{.poll = 100};
  const double at_once = turn(persistent(body), 1, costs);
  costs.visible = 190;
  EXPECT_EQ(turn(persistent(body), 1, costs), at_once);
}

TEST(PersistentWords, WhatALookHasFoundIsNotAskedForAgain) {
  // A look, and a loop that looks again, over which a branch leads.
  const Instruction look = into(access_of(global_load, 16, true), 0);
  const auto looking = [&](int computing) {
    std::vector<Instruction> body = {access_of(global_store, 16, true)};
    body.insert(body.end(), static_cast<std::size_t>(computing), one(float32));
    const auto at = static_cast<std::int64_t>(body.size());
    body.insert(body.end(), {look, behind(jump(at + 4), 0), look, behind(jump(at + 2), 0)});
    return persistent(body);
  };
  PersistentCosts costs{.poll = 100, .visible = 90};
  const double found = turn(looking(60), 1, costs), too_early = turn(looking(0), 1, costs);
  EXPECT_LT(found, 60 + 1.5 * costs.poll);
  EXPECT_GT(too_early, 2 * costs.poll);
  EXPECT_LT(too_early, 2.5 * costs.poll);
}

TEST(PersistentWords, WordsAreThereWhenTheLastWarpHasSentItsOwn) {
  // Some warps send later than others, by a part that these pass over.
  std::vector<Instruction> body = {jump(66), access_of(shared_load, 4)};
  body.insert(body.end(), 64, one(float32));
  body.insert(body.end(), {access_of(global_store, 16, true),
                           into(access_of(global_load, 16, true), 0), behind(jump(67), 0)});
  const MachineCode made = persistent(body);
  const ladder_loop none[] = {{0, 1, 1}};
  const WarpsAlike late{1, trips_in(made)}, early{1, trips_in(made, none)};
  PersistentCosts costs{.poll = 100};
  const double alone = persistent_turn(made, {early}, 1, costs);
  EXPECT_LT(alone, 1.5 * costs.poll);
  EXPECT_GT(persistent_turn(made, {early, late}, 1, costs), alone + 64);
}

TEST(PersistentWords, EachLookTakesItsBytes) {
  const MachineCode made =
      persistent({access_of(global_store, 16, true), into(access_of(global_load, 16, true), 0),
                  behind(jump(1), 0), one(float32)});
  PersistentCosts costs, narrow;
  costs.poll = narrow.poll = 100;
  costs.visible = narrow.visible = 90;
  narrow.byte = 0.01;
  EXPECT_NEAR(turn(made, 1, narrow) - turn(made, 1, costs), 2 * 32 * 16 * narrow.byte, 1);
  narrow.word_bytes = 8;
  EXPECT_NEAR(turn(made, 1, narrow) - turn(made, 1, costs), 2 * 32 * 8 * narrow.byte, 1);
}

}  // namespace
}  // namespace ladder
