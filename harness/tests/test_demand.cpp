// What kernels take: of the second-level cache by the tile, neighbours and grid that are declared,
// and of a multiprocessor.
#include "harness/predict/model/demand.h"
#include "harness/predict/model/occupancy.h"
#include "harness/tests/made_up_gpu.h"

namespace ladder {
namespace {

// Blocks of 32 x 4 x 2 cells on a grid that they cover exactly.
ladder_kernel_counts tiles() {
  ladder_kernel_counts k{};
  const int tile[] = {32, 4, 2}, size[] = {128, 16, 8};
  k.blocks = 1;
  for (int axis = 0; axis < 3; ++axis) {
    k.tile[axis] = k.block[axis] = tile[axis];
    k.size[axis] = size[axis];
    k.blocks *= size[axis] / tile[axis];
  }
  k.cells = 128.0 * 16 * 8;
  return k;
}

void reads_around(ladder_kernel_counts &k, int cells) {
  for (int &of_axis : k.halo) of_axis = cells;
}

TEST(Demand, WithoutNeighboursABlockReadsItsOwnCells) {
  ladder_kernel_counts k = tiles();
  k.reads = 3;
  EXPECT_EQ(bytes_read_by_blocks(k), 3 * k.cells * 4);
}

TEST(Demand, NeighboursAreAStarInWholeSectors) {
  ladder_kernel_counts k = tiles();
  k.fields_with_halo = 1;
  reads_around(k, 1);
  // A sector at either end of 8 rows in z; 2 faces of 4 rows in y, 2 of 2 rows in x.
  const double of_a_block = 32 * 4 * 2 * 4 + 2 * 32 * 8 + 2 * 4 * 128 + 2 * 2 * 128;
  EXPECT_EQ(bytes_read_by_blocks(k), double(k.blocks) * of_a_block);
  reads_around(k, 9);  // nine cells at either end are two sectors
  EXPECT_EQ(bytes_read_by_blocks(k),
            double(k.blocks) * (32 * 4 * 2 * 4 + 4 * 32 * 8 + 9 * (2 * 4 * 128 + 2 * 2 * 128)));
}

TEST(Demand, ABoxHasCornersToo) {
  ladder_kernel_counts k = tiles();
  k.fields_with_halo = 1;
  k.shape = LADDER_BOX;
  k.halo[0] = 8;  // a sector at either end
  k.halo[1] = 1;
  EXPECT_EQ(bytes_read_by_blocks(k), double(k.blocks) * (32 + 16) * (4 + 2) * 2 * 4);
  k.halo[2] = 3;
  EXPECT_EQ(bytes_read_by_blocks(k), double(k.blocks) * (32 + 16) * (4 + 2) * (2 + 6) * 4);
}

TEST(Demand, ABulkCopyBringsWholeLines) {
  ladder_kernel_counts k = tiles();
  k.fields_with_halo = k.reads = 1;
  k.shape = LADDER_BOX;
  k.halo[0] = 8;
  k.box[0] = 8 + 32 + 8;  // a line before the cells, two from them on
  k.box[1] = 32;          // one
  EXPECT_EQ(bytes_read_by_blocks(k), double(k.blocks) * (3 + 1) * 128 * 4 * 2);
  k.box[1] = 32 + 4;  // padded
  EXPECT_EQ(bytes_read_by_blocks(k), double(k.blocks) * (3 + 2) * 128 * 4 * 2);
}

TEST(Demand, AnAxisThatOneBlockCoversHasNoNeighbours) {
  ladder_kernel_counts k = tiles();
  k.fields_with_halo = 1;
  reads_around(k, 1);
  k.size[0] = 32;
  k.blocks /= 4;
  k.cells /= 4;
  EXPECT_EQ(bytes_read_by_blocks(k),
            double(k.blocks) * (32 * 4 * 2 * 4 + 2 * 4 * 128 + 2 * 2 * 128));
}

TEST(Demand, CellsThatAreNotThereOrArePassedOverAreNotRead) {
  ladder_kernel_counts k = tiles();
  k.reads = 1;
  k.size[0] = 112;  // the last blocks are half empty
  k.cells = 112.0 * 16 * 8;
  EXPECT_EQ(bytes_read_by_blocks(k), k.cells * 4);
  k.cells /= 4;
  EXPECT_EQ(bytes_read_by_blocks(k), k.cells * 4);
}

// How many blocks share a multiprocessor: by hand, after the CUDA programming guide, and what it
// costs.

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
  for (int i = 0; i < 4; ++i) measured(made_up, "residence.memory.3_to_1", cycles[i], i + 1.0);
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
