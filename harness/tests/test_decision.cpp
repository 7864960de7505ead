// What a check says of a change, and what many findings mean together.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/answers/check/decision.h"

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

TEST(Decision, WhatContradictsItselfIsInconclusive) {
  for (const Ratio &itself : {ratio(1.067, 1.385), ratio(0.7, 0.95)})
    for (const Ratio &change : {ratio(0.8, 0.9), ratio(1.5, 1.9)}) {
      const Finding finding = decided(change, itself);
      EXPECT_EQ(finding.outcome, Exit::inconclusive);
      EXPECT_NE(finding.words.find("contradicts itself"), std::string::npos);
      EXPECT_EQ(finding.rests_on, "");
    }
}

// Times by their interval, and instructions by their ratio.
Finding with_instructions(const Ratio &change, double instructions) {
  Finding finding;
  finding.metric = "wall";
  finding.change = change;
  finding.noise = quiet;
  finding.instructions = instructions;
  decide(finding, 0.02);
  return finding;
}

TEST(Decision, InstructionsDecideWhereTimesDoNot) {
  const Ratio wide = ratio(0.9, 1.2);
  EXPECT_EQ(with_instructions(wide, 1.03).outcome, Exit::slower);
  EXPECT_EQ(with_instructions(wide, 1.0).outcome, Exit::ok);
  EXPECT_EQ(with_instructions(wide, 1.0).rests_on, "instructions");
  EXPECT_EQ(with_instructions({1, std::nullopt, 1}, 1.03).outcome, Exit::slower);
  EXPECT_EQ(with_instructions({1, std::nullopt, 1}, 1.0).outcome, Exit::inconclusive);
}

TEST(Decision, InstructionsOverruleNoTime) {
  EXPECT_EQ(with_instructions(ratio(0.99, 1.01), 1.1).outcome, Exit::ok);
  EXPECT_EQ(with_instructions(ratio(1.05, 1.06), 1.0).outcome, Exit::slower);
  EXPECT_EQ(with_instructions(ratio(1.05, 1.06), 1.0).rests_on, "wall");
  // It is slower, if not known to be so by 2 %: the same instructions are no excuse.
  EXPECT_EQ(with_instructions(ratio(1.01, 1.2), 1.0).outcome, Exit::inconclusive);
}

bool settled(const Ratio &change, double instructions, const Ratio &noise = quiet) {
  Finding finding;
  finding.change = change;
  finding.noise = noise;
  finding.instructions = instructions;
  return is_settled(finding, 0.02);
}

TEST(Decision, ACheckEndsWhereTimesAgreeWithInstructions) {
  EXPECT_TRUE(settled(ratio(0.97, 1.05), 1.0));
  EXPECT_TRUE(settled(ratio(0.97, 1.05), 1.03));
  EXPECT_TRUE(settled(ratio(1.09, 1.12), 1.1));
  EXPECT_FALSE(settled(ratio(0.97, 1.025), 1.03)) << "they do not agree";
  EXPECT_FALSE(settled({1, Interval{0.97, 1.05}, 7}, 1.0)) << "seven pairs";
  EXPECT_FALSE(settled(ratio(0.97, 1.05), 1.0, ratio(1.01, 1.02))) << "it contradicts itself";
}

// Instructions do not show what memory costs.
TEST(Decision, TheSameInstructionsEndNoCheckWhoseTimesMayBeMuchLonger) {
  EXPECT_FALSE(settled(ratio(0.9, 1.12), 1.0));
  EXPECT_FALSE(settled(ratio(1.001, 1.03), 1.01)) << "they are longer, if by little";
  EXPECT_FALSE(settled(ratio(0.99, 1.09), 1.0)) << "the median is 4 % longer";
  EXPECT_TRUE(settled(ratio(0.99, 1.12), 1.03)) << "more of them are slower in any case";
}

// The parts of a canary whose times now are those of the baseline by these ratios.
MachineChange machine(const Ratio &one, const Ratio &all, const Ratio &memory) {
  return {{{"host.arithmetic_one_ns", one},
           {"host.arithmetic_all_ns", all},
           {"host.memory_ns", memory}},
          ""};
}

Finding against_baseline(const Ratio &change, const MachineChange &moved) {
  Finding finding;
  finding.change = change;
  finding.noise = quiet;
  finding.machine = moved;
  decide(finding, 0.02);
  return finding;
}

const Ratio slower_by_half = ratio(1.45, 1.55), faster_by_a_third = ratio(0.65, 0.7);

TEST(Decision, OnTheSameMachineABaselineIsAsGoodAsAProgram) {
  const auto same = machine(quiet, quiet, quiet);
  EXPECT_EQ(against_baseline(ratio(1.08, 1.12), same).outcome, Exit::slower);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), same).outcome, Exit::ok);
  EXPECT_EQ(against_baseline(ratio(1.01, 1.06), same).outcome, Exit::inconclusive);
}

// A load may cost a stage more than the canary, so what has moved counts twice.
TEST(Decision, AMachineThatIsSlowerWidensWhatItMayHaveDone) {
  for (const auto &moved :
       {machine(slower_by_half, quiet, quiet), machine(quiet, slower_by_half, quiet),
        machine(quiet, quiet, slower_by_half), machine(faster_by_a_third, quiet, slower_by_half)}) {
    const Finding finding = against_baseline(ratio(1.634, 1.714), moved);
    EXPECT_EQ(finding.outcome, Exit::inconclusive);
    EXPECT_NE(finding.words.find("the machine itself"), std::string::npos) << finding.words;
    EXPECT_NE(finding.words.find("--against"), std::string::npos) << finding.words;
    EXPECT_EQ(against_baseline(ratio(2.6, 2.7), moved).outcome, Exit::slower);
  }
}

TEST(Decision, OnAMachineThatIsFasterLessIsExcluded) {
  const auto faster = machine(quiet, quiet, faster_by_a_third);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), faster).outcome, Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(0.5, 0.6), faster).outcome, Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(0.3, 0.4), faster).outcome, Exit::ok);
}

// What the machine did goes the other way, so it is no excuse.
TEST(Decision, SlowerOnAFasterMachineIsSlowerAndNotSlowerOnASlowerOneIsNot) {
  EXPECT_EQ(against_baseline(ratio(1.08, 1.12), machine(quiet, quiet, faster_by_a_third)).outcome,
            Exit::slower);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), machine(quiet, slower_by_half, quiet)).outcome,
            Exit::ok);
}

TEST(Decision, AChangeThatTheMachineMayHaveMadeIsNotDecided) {
  const auto unsure = machine(quiet, ratio(0.94, 1.07), quiet);  // nothing has surely moved
  EXPECT_EQ(against_baseline(ratio(1.05, 1.06), unsure).outcome, Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), unsure).outcome, Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(1.15, 1.20), unsure).outcome, Exit::slower);
  EXPECT_EQ(against_baseline(ratio(0.80, 0.90), unsure).outcome, Exit::ok);
}

// Ten readings of the canary on a machine of three cores: how long the third takes, the others
// take 1.
CanaryTimes three_cores(double third) {
  CanaryTimes times;
  for (int i = 0; i < 10; ++i) {
    const double ns = 1e7 * (1 + 1e-4 * i);
    for (double core : {1.0, 1.0, third}) times["host.arithmetic_one_ns"].push_back(core * ns);
    times["host.arithmetic_all_ns"].push_back(third * ns);
    times["host.memory_ns"].push_back(ns);
  }
  return times;
}
MachineChange cores_then_and_now(double then, double now) {
  return machine_change(three_cores(then), three_cores(now), false);
}

// A stage of one thread sits on one core then and on one core now, and nobody knows on which.
TEST(Decision, AStageThatCameToTheSlowerCoreIsNotSlower) {
  const auto unlike = cores_then_and_now(1.5, 1.5);
  EXPECT_FALSE(unlike.slower());
  EXPECT_FALSE(unlike.faster());
  EXPECT_EQ(against_baseline(ratio(1.45, 1.49), unlike).outcome, Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), unlike).outcome, Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(1.60, 1.70), unlike).outcome, Exit::slower);
  EXPECT_EQ(against_baseline(ratio(0.60, 0.65), unlike).outcome, Exit::ok);
}

TEST(Decision, WhereCoresAreAlikeTenPercentAreSlower) {
  EXPECT_EQ(against_baseline(ratio(1.09, 1.11), cores_then_and_now(1, 1)).outcome, Exit::slower);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), cores_then_and_now(1, 1)).outcome, Exit::ok);
}

TEST(Decision, ACoreThatBecameSlowerSinceTheBaselineMayBeTheOneOfTheStage) {
  EXPECT_EQ(against_baseline(ratio(1.45, 1.49), cores_then_and_now(1, 1.5)).outcome,
            Exit::inconclusive);
  EXPECT_EQ(against_baseline(ratio(0.99, 1.01), cores_then_and_now(1.5, 1)).outcome,
            Exit::inconclusive);
}

TEST(Decision, ACanaryThatTellsNothingDecidesNothing) {
  MachineChange unknown;
  unknown.why_not = "3 readings of the canary are too few";
  for (const Ratio &change : {ratio(1.5, 1.6), ratio(0.5, 0.6)}) {
    const Finding finding = against_baseline(change, unknown);
    EXPECT_EQ(finding.outcome, Exit::inconclusive);
    EXPECT_NE(finding.words.find("3 readings"), std::string::npos);
  }
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
