// The table of a ladder on screens of several widths, and its words below.
#include "harness/command/shown/results_table.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

using Shares = std::array<double, scope_names.size()>;

ResultRow right_row(const std::string &stage, double wall_s, double speedup, Shares shares,
                    std::string most, std::optional<StepVerdict> step) {
  ResultRow row;
  row.stage = stage, row.change = "what changed in " + stage, row.verdict = "right";
  row.right = true, row.wall_s = wall_s, row.spread = "0.8 %", row.speedup = speedup;
  row.shares = shares, row.most = most, row.without_transfers = 2 * speedup,
  row.wavefield = 3.5 / wall_s;
  row.error = 1.5e-6, row.step = step;
  return row;
}

std::vector<ResultRow> a_ladder() {
  ResultRow wrong, lacking;
  wrong.stage = "smem", wrong.launch = "threads=128";
  wrong.verdict = "WRONG: the field differs from the oracle's by 0.3 of its peak, from step 7 on";
  lacking.stage = "tma", lacking.skipped = "no NVIDIA GPU was found";
  ResultRow cmem =
      right_row("cmem", 1.67, 2.36, {0.006, 0.03, 0.017, 0, 0.652, 0.001, 0, 0.291, 0.003},
                "copies 70 %, host 29 %", StepVerdict::helped);
  cmem.launch = "threads=256";
  std::vector<ResultRow> rows = {
      right_row("fortran", 3.95, 1, {0.873, 0, 0, 0, 0, 0, 0, 0.127, 0}, "kernel 87 %, host 13 %",
                std::nullopt),
      right_row("c-O0", 88.8, 0.0445, {0.992, 0, 0, 0, 0, 0, 0, 0.008, 0}, "kernel 99 %, host 1 %",
                StepVerdict::slower),
      cmem, wrong, lacking};
  lacking.stage = "persistent";
  rows.push_back(lacking);
  rows.push_back(right_row("halo-last", 3.82e-3, 1033,
                           {0.49, 0.1, 0.037, 0, 0.284, 0.012, 0, 0.001, 0.076},
                           "kernel 49 %, copies 42 %", StepVerdict::helped));
  return rows;
}

TEST(ResultsTable, NoColumnOfWavesWhereThereAreNone) {
  auto rows = a_ladder();
  EXPECT_HAS(results_table(rows, {0, true}), "wavefield");
  for (ResultRow &row : rows) row.wavefield = 0;
  EXPECT_HAS_NOT(results_table(rows, {0, true}), "wavefield");
}

TEST(ResultsTable, SharesOfADisturbedRunAreMarkedAndSayNothing) {
  auto rows = a_ladder();
  rows[0].traced_ratio = 1.05;
  rows.back().traced_ratio = 1.4;
  for (const std::size_t width : {80, 120, 0}) {
    const std::string text = results_table(rows, {width, false});
    EXPECT_HAS_NOT(text, "kernel 49 %");
    EXPECT_HAS(text, "kernel 87 %");
    EXPECT_HAS(text, "not known (*)");
    EXPECT_HAS(text, "\n(*) ");
    EXPECT_HAS(text, "halo-last 1.40");
    EXPECT_HAS_NOT(text, "fortran 1.05");
  }
  EXPECT_HAS(results_table(rows, {}), "49.0*");
}

TEST(ResultsTable, StagesThatCannotRunAreOneLineAReason) {
  auto rows = a_ladder();
  ResultRow other;
  other.stage = "cudnn", other.skipped = "cuDNN is missing";
  rows.push_back(other);
  const std::string text = results_table(rows, {});
  EXPECT_HAS(text,
             "\nskipped, no NVIDIA GPU was found: 2 stages (tma, persistent)\n"
             "skipped, cuDNN is missing: one stage (cudnn)\n");
}

TEST(ResultsTable, BetterWorseAndWrongHaveTheirColours) {
  const std::string text = results_table(a_ladder(), {80, true});
  EXPECT_HAS(text, "\033[32m1.67 s\033[0m");
  EXPECT_HAS(text, "\033[33m88.8 s\033[0m");
  EXPECT_HAS(text, "\033[1;31mWRONG");
  EXPECT_HAS_NOT(results_table(a_ladder(), {80, false}), "\033");
}

TEST(ResultsTable, AStepWhoseMediansAndPairsContradictEachOtherIsShownInWords) {
  auto rows = a_ladder();
  rows[2].drift = "-0.8 % (3 pairs: no interval) against fortran; of the medians +1.2 %: drift";
  EXPECT_HAS(results_table(rows, {}),
             "\ncmem: wall -0.8 % (3 pairs: no interval) against fortran; of the medians +1.2 "
             "%: drift\n");
}

TEST(ResultsTable, AWrongStageHasNoTimeAndItsWordsStandInFull) {
  const std::string text = results_table(a_ladder(), {80, false});
  EXPECT_HAS(text,
             "smem: WRONG: the field differs from the oracle's by 0.3 of its peak, from "
             "step 7\n  on\n");
}

}  // namespace
}  // namespace ladder
