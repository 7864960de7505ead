// What a check shows of its findings.
#include <gtest/gtest.h>

#include "harness/answers/check/report.h"

namespace ladder {
namespace {

// From 32.3 ms to `after_s`, by pairs 0.8 % less.
Finding faster_by_pairs(double after_s) {
  Finding finding;
  finding.point = "smem on thesis", finding.metric = "wall";
  finding.before = 32.3e-3, finding.after = after_s;
  finding.change = {0.992, Interval{0.985, 0.999}, 8};
  return finding;
}

TEST(CheckReport, MediansThatContradictThePairsAreShownWithTheReason) {
  const auto table = [](double after_s) { return findings_table({faster_by_pairs(after_s)}); };
  EXPECT_NE(table(32.7e-3).find("-0.8 % (-1.5 to -0.1); of the medians +1.2 %: drift"),
            std::string::npos);
  EXPECT_EQ(table(32.0e-3).find("drift"), std::string::npos);
  EXPECT_EQ(findings_json({faster_by_pairs(32.7e-3)})[0].at("drift"), true);
  EXPECT_EQ(findings_json({faster_by_pairs(32.0e-3)})[0].at("drift"), false);
}

}  // namespace
}  // namespace ladder
