// room: predict
// Which lanes meet in a bank of shared memory, and words that a warp has not.
#include "harness/predict/model/warp_walk.h"
#include "harness/tests/made_code.h"

namespace ladder {
namespace {

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
