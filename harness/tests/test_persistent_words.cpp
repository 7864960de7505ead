// room: predict
// Words that persistent blocks send each other: how often and how long a warp polls at them.
#include "harness/tests/made_code.h"

namespace ladder {
namespace {

TEST(PersistentWords, APollThatComesTooEarlyIsMadeAgain) {
  const MachineCode made =
      persistent({access_of(global_store, 16, true), into(access_of(global_load, 16, true), 0),
                  behind(jump(1), 0), one(float32)});
  PersistentCosts costs;
  costs.poll = 100;
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
  PersistentCosts costs;
  costs.poll = 100;
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
  PersistentCosts costs;
  costs.poll = 100;
  costs.visible = 90;
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
  PersistentCosts costs;
  costs.poll = 100;
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
