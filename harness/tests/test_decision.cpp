// What a check says of a change, and what many findings mean together.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/check/decision.h"

namespace ladder {
namespace {

Ratio ratio(double low, double high) { return {std::sqrt(low * high), Interval{low, high}, 20}; }

Finding decided(const Ratio &change, const Ratio &noise, double least_effect = 0.02) {
  Finding finding;
  finding.change = change;
  finding.noise = noise;
  decide(finding, least_effect);
  return finding;
}

const Ratio quiet = ratio(0.999, 1.001);

TEST(Decision, SlowerIsWhenTheWholeIntervalLiesBeyondTheLeastEffect) {
  EXPECT_EQ(decided(ratio(1.03, 1.06), quiet).outcome, Exit::slower);
  EXPECT_EQ(decided(ratio(1.01, 1.06), quiet).outcome, Exit::inconclusive);
  EXPECT_EQ(decided(ratio(1.005, 1.015), quiet).outcome, Exit::ok);
}

TEST(Decision, NotSlowerIsSaidOnlyWhenASlowDownIsExcluded) {
  EXPECT_EQ(decided(ratio(0.7, 0.8), quiet).outcome, Exit::ok);
  EXPECT_EQ(decided(ratio(0.9, 1.1), quiet).outcome, Exit::inconclusive);
}

TEST(Decision, WhatTheProgramShowsAgainstItselfIsNoSlowDown) {
  const Ratio noisy = ratio(0.95, 1.07);
  EXPECT_EQ(decided(ratio(1.03, 1.06), noisy).outcome, Exit::inconclusive);
  EXPECT_EQ(decided(ratio(1.08, 1.10), noisy).outcome, Exit::slower);
  EXPECT_EQ(decided(ratio(1.03, 1.06), ratio(0.9, 1.0)).outcome, Exit::inconclusive);
}

TEST(Decision, FewPairsDecideNothing) {
  const Finding finding = decided({2.0, std::nullopt, 3}, {1.0, std::nullopt, 3});
  EXPECT_EQ(finding.outcome, Exit::inconclusive);
  EXPECT_NE(finding.words.find("3 pairs are too few"), std::string::npos);
}

TEST(Decision, TheWorstOfAllCounts) {
  const auto all = [](std::initializer_list<Exit> outcomes) {
    std::vector<Finding> findings;
    for (Exit outcome : outcomes) {
      findings.emplace_back();
      findings.back().outcome = outcome;
    }
    return outcome_of_all(findings);
  };
  EXPECT_EQ(all({Exit::ok, Exit::slower, Exit::inconclusive}), Exit::slower);
  EXPECT_EQ(all({Exit::slower, Exit::wrong}), Exit::wrong);
  EXPECT_EQ(all({Exit::slower, Exit::not_comparable}), Exit::not_comparable);
  EXPECT_EQ(all({Exit::ok, Exit::inconclusive}), Exit::inconclusive);
  EXPECT_EQ(all({Exit::nothing_ran, Exit::ok}), Exit::ok);
  EXPECT_EQ(all({Exit::nothing_ran}), Exit::nothing_ran);
  EXPECT_EQ(all({}), Exit::nothing_ran);
}

}  // namespace
}  // namespace ladder
