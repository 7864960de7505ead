// How many blocks share a multiprocessor: by hand, after the CUDA programming guide, and what it
// costs.
#include "harness/predict/model/occupancy.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

Occupancy of(int registers, double shared, int threads) {
  return occupancy(*limits_of_architecture("sm_90"), registers, shared, threads);
}

TEST(Occupancy, RegistersInPiecesOf256AWarp) {
  EXPECT_EQ(of(32, 0, 256).blocks, 8);
  EXPECT_EQ(of(40, 0, 256).blocks, 6);   // 1280 a warp: 12 of each part's 16384, 48 warps
  EXPECT_EQ(of(41, 0, 256).blocks, 5);   // 1536 a warp: 10 a part, 40 warps
  EXPECT_EQ(of(72, 0, 256).blocks, 3);   // 2304 a warp: 7 a part, 28 warps
  EXPECT_EQ(of(255, 0, 256).blocks, 1);  // 8192 a warp: 2 a part, 8 warps
  EXPECT_NEAR(of(72, 0, 256).share, 24.0 / 64, 1e-12);
  EXPECT_EQ(of(72, 0, 256).limit, "registers");
}

// The curve of the document's figure over 8, 16, 24 and 32 warps is not monotone by arithmetic
// alone.
TEST(Occupancy, BlocksOf24WarpsLeaveRoomThatNoBlockFills) {
  EXPECT_EQ(of(32, 0, 8 * 32).warps, 64);
  EXPECT_EQ(of(32, 0, 16 * 32).warps, 64);
  EXPECT_EQ(of(32, 0, 24 * 32).warps, 48);
  EXPECT_EQ(of(32, 0, 32 * 32).warps, 64);
}

TEST(Occupancy, SharedMemoryWithWhatTheDriverKeeps) {
  EXPECT_EQ(of(16, 113 * 1024, 128).blocks, 2);
  EXPECT_EQ(of(16, 113 * 1024 + 1, 128).blocks, 1);  // 114 KiB with the piece it begins, and 1 KiB
  EXPECT_EQ(of(16, 113 * 1024, 128).limit, "shared memory");
}

TEST(Occupancy, SmallBlocksAreLimitedByTheirNumber) {
  EXPECT_EQ(of(16, 0, 32).blocks, 32);
  EXPECT_EQ(of(16, 0, 32).limit, "blocks");
  EXPECT_EQ(of(16, 0, 33).warps, 64);  // a block of two warps
  EXPECT_EQ(of(16, 0, 2048).blocks, 1);
  EXPECT_EQ(of(64, 0, 2048).blocks, 0);  // cannot be launched
}

TEST(Occupancy, AnArchitectureThatIsNotKnownHasNoLimits) {
  EXPECT_FALSE(limits_of_architecture("sm_999"));
}

MachineRecord machine() {
  MachineRecord made_up;
  const double cycles[] = {1000, 1000, 1200, 1600};  // of 1 to 4 blocks
  for (int i = 0; i < 4; ++i)
    made_up.found.measured.push_back(
        {"residence.memory.3_to_1", "cycles", "blocks of 256 threads", i + 1.0, cycles[i], 0, 1});
  return made_up;
}

TEST(Occupancy, FewerBlocksAreSlowerWhereTheyHidLatency) {
  EXPECT_NEAR(*slower_by_occupancy(machine(), 2, 1), 1.0, 1e-12);
  EXPECT_NEAR(*slower_by_occupancy(machine(), 4, 3), 0.0, 1e-12);  // 3/1200 is 4/1600
  EXPECT_NEAR(*slower_by_occupancy(machine(), 1, 2), -0.5, 1e-12);
  EXPECT_NEAR(*slower_by_occupancy(machine(), 8, 4), 0.0, 1e-12);
  EXPECT_FALSE(slower_by_occupancy(MachineRecord{}, 4, 2));
}

}  // namespace
}  // namespace ladder
