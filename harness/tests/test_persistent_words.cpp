// room: predict
// Words that persistent blocks send each other: how often and how long a warp polls at them.
#include "harness/predict/model/warp_walk.h"
#include "harness/tests/made_code.h"

namespace ladder {
namespace {

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

// Which lanes meet in a bank of shared memory, and words that a warp has not.

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
