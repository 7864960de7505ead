// The table of a ladder on screens of several widths, and its words below.
#include <gtest/gtest.h>

#include "harness/command/shown/results_table.h"

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
  EXPECT_NE(results_table(rows, {0, true}).find("wavefield"), std::string::npos);
  for (ResultRow &row : rows) row.wavefield = 0;
  EXPECT_EQ(results_table(rows, {0, true}).find("wavefield"), std::string::npos);
}

TEST(ResultsTable, SharesOfADisturbedRunAreMarkedAndSayNothing) {
  auto rows = a_ladder();
  rows[0].traced_ratio = 1.05;
  rows.back().traced_ratio = 1.4;
  for (const std::size_t width : {80, 120, 0}) {
    const std::string text = results_table(rows, {width, false});
    EXPECT_EQ(text.find("kernel 49 %"), std::string::npos) << text;
    EXPECT_NE(text.find("kernel 87 %"), std::string::npos) << text;
    EXPECT_NE(text.find("not known (*)"), std::string::npos) << text;
    EXPECT_NE(text.find("\n(*) "), std::string::npos) << text;
    EXPECT_NE(text.find("halo-last 1.40"), std::string::npos) << text;
    EXPECT_EQ(text.find("fortran 1.05"), std::string::npos) << text;
  }
  EXPECT_NE(results_table(rows, {}).find("49.0*"), std::string::npos);
}

TEST(ResultsTable, StagesThatCannotRunAreOneLineAReason) {
  auto rows = a_ladder();
  ResultRow other;
  other.stage = "cudnn", other.skipped = "cuDNN is missing";
  rows.push_back(other);
  const std::string text = results_table(rows, {});
  EXPECT_NE(text.find("\nskipped, no NVIDIA GPU was found: 2 stages (tma, persistent)\n"
                      "skipped, cuDNN is missing: one stage (cudnn)\n"),
            std::string::npos)
      << text;
}

TEST(ResultsTable, BetterWorseAndWrongHaveTheirColours) {
  const std::string text = results_table(a_ladder(), {80, true});
  EXPECT_NE(text.find("\033[32m1.67 s\033[0m"), std::string::npos) << text;
  EXPECT_NE(text.find("\033[33m88.8 s\033[0m"), std::string::npos) << text;
  EXPECT_NE(text.find("\033[1;31mWRONG"), std::string::npos) << text;
  EXPECT_EQ(results_table(a_ladder(), {80, false}).find('\033'), std::string::npos);
}

TEST(ResultsTable, AStepWhoseMediansAndPairsContradictEachOtherIsShownInWords) {
  auto rows = a_ladder();
  rows[2].drift = "-0.8 % (3 pairs: no interval) against fortran; of the medians +1.2 %: drift";
  EXPECT_NE(results_table(rows, {}).find(
                "\ncmem: wall -0.8 % (3 pairs: no interval) against fortran; of the medians +1.2 "
                "%: drift\n"),
            std::string::npos);
}

TEST(ResultsTable, AWrongStageHasNoTimeAndItsWordsStandInFull) {
  const std::string text = results_table(a_ladder(), {80, false});
  EXPECT_NE(text.find("smem: WRONG: the field differs from the oracle's by 0.3 of its peak, from "
                      "step 7\n  on\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace ladder
