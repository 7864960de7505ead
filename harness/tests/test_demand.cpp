// What a kernel takes from the second-level cache follows from the tile, the neighbours and the
// grid that are declared.
#include "harness/predict/model/demand.h"
#include "harness/tests/testing.h"

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

}  // namespace
}  // namespace ladder
