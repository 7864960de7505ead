// What a check says of a change, and what many findings mean together.
#include "harness/answers/check/decision.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

Ratio ratio(double low, double high) { return {std::sqrt(low * high), Interval{low, high}, 20}; }

const Ratio quiet = ratio(0.999, 1.001), slower_by_half = ratio(1.45, 1.55),
            faster_by_a_third = ratio(0.65, 0.7);

// Of a change whose program shows `noise` against itself.
Finding changed(const Ratio &change, const Ratio &noise = quiet) {
  Finding finding;
  finding.metric = "wall", finding.change = change, finding.noise = noise;
  return finding;
}
Finding with_instructions(const Ratio &change, double ratio, const Ratio &noise = quiet) {
  Finding finding = changed(change, noise);
  finding.instructions = ratio;
  return finding;
}
Finding against_baseline(const Ratio &change, const MachineChange &moved) {
  Finding finding = changed(change);
  finding.machine = moved;
  return finding;
}
Finding decided(Finding finding) {
  decide(finding, 0.02);
  return finding;
}

// The parts of a canary whose times now are those of the baseline by these ratios.
MachineChange machine(const Ratio &one, const Ratio &all, const Ratio &memory) {
  return {{{"host.arithmetic_one_ns", one},
           {"host.arithmetic_all_ns", all},
           {"host.memory_ns", memory}},
          ""};
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

TEST(Decision, OfOneChange) {
  const Ratio noisy = ratio(0.95, 1.07), wide = ratio(0.9, 1.2), one_pair{1, std::nullopt, 1};
  const MachineChange same = machine(quiet, quiet, quiet),
                      faster = machine(quiet, quiet, faster_by_a_third),
                      unsure = machine(quiet, ratio(0.94, 1.07), quiet),
                      unlike = cores_then_and_now(1.5, 1.5), alike = cores_then_and_now(1, 1);
  EXPECT_FALSE(unlike.slower());
  EXPECT_FALSE(unlike.faster());
  using enum Exit;
  const struct {
    const char *rule;
    std::vector<std::pair<Finding, Exit>> findings;
  } rules[] = {
      {"slower is when the whole interval lies beyond the least effect",
       {{changed(ratio(1.03, 1.06)), slower},
        {changed(ratio(1.01, 1.06)), inconclusive},
        {changed(ratio(1.005, 1.015)), ok}}},
      {"not slower is said only when a slow-down is excluded",
       {{changed(ratio(0.7, 0.8)), ok}, {changed(ratio(0.9, 1.1)), inconclusive}}},
      {"what the program shows against itself is no slow-down",
       {{changed(ratio(1.03, 1.06), noisy), inconclusive},
        {changed(ratio(1.08, 1.10), noisy), slower},
        {changed(ratio(1.03, 1.06), ratio(0.9, 1.0)), inconclusive}}},
      {"instructions decide where times do not",
       {{with_instructions(wide, 1.03), slower},
        {with_instructions(wide, 1.0), ok},
        {with_instructions(one_pair, 1.03), slower},
        {with_instructions(one_pair, 1.0), inconclusive}}},
      {"instructions overrule no time, and the same are no excuse for a time that may be longer",
       {{with_instructions(ratio(0.99, 1.01), 1.1), ok},
        {with_instructions(ratio(1.05, 1.06), 1.0), slower},
        {with_instructions(ratio(1.01, 1.2), 1.0), inconclusive}}},
      {"on the same machine a baseline is as good as a program",
       {{against_baseline(ratio(1.08, 1.12), same), slower},
        {against_baseline(ratio(0.99, 1.01), same), ok},
        {against_baseline(ratio(1.01, 1.06), same), inconclusive}}},
      {"on a machine that is faster less is excluded",
       {{against_baseline(ratio(0.99, 1.01), faster), inconclusive},
        {against_baseline(ratio(0.5, 0.6), faster), inconclusive},
        {against_baseline(ratio(0.3, 0.4), faster), ok}}},
      {"what the machine did the other way is no excuse",
       {{against_baseline(ratio(1.08, 1.12), faster), slower},
        {against_baseline(ratio(0.99, 1.01), machine(quiet, slower_by_half, quiet)), ok}}},
      {"a change that the machine may have made is not decided",
       {{against_baseline(ratio(1.05, 1.06), unsure), inconclusive},
        {against_baseline(ratio(0.99, 1.01), unsure), inconclusive},
        {against_baseline(ratio(1.15, 1.20), unsure), slower},
        {against_baseline(ratio(0.80, 0.90), unsure), ok}}},
      {"a stage of one thread sits on one core then and on one now, and nobody knows on which",
       {{against_baseline(ratio(1.45, 1.49), unlike), inconclusive},
        {against_baseline(ratio(0.99, 1.01), unlike), inconclusive},
        {against_baseline(ratio(1.60, 1.70), unlike), slower},
        {against_baseline(ratio(0.60, 0.65), unlike), ok}}},
      {"where cores are alike ten percent are slower",
       {{against_baseline(ratio(1.09, 1.11), alike), slower},
        {against_baseline(ratio(0.99, 1.01), alike), ok}}},
      {"a core that became slower since the baseline may be the one of the stage",
       {{against_baseline(ratio(1.45, 1.49), cores_then_and_now(1, 1.5)), inconclusive},
        {against_baseline(ratio(0.99, 1.01), cores_then_and_now(1.5, 1)), inconclusive}}}};
  for (const auto &[rule, findings] : rules)
    for (std::size_t i = 0; i < findings.size(); ++i)
      EXPECT_EQ(decided(findings[i].first).outcome, findings[i].second) << rule << ", " << i;
  EXPECT_EQ(decided(with_instructions(wide, 1.0)).rests_on, "instructions");
  EXPECT_EQ(decided(with_instructions(ratio(1.05, 1.06), 1.0)).rests_on, "wall");
}

TEST(Decision, WhatContradictsItselfIsInconclusive) {
  for (const Ratio &itself : {ratio(1.067, 1.385), ratio(0.7, 0.95)})
    for (const Ratio &change : {ratio(0.8, 0.9), ratio(1.5, 1.9)}) {
      const Finding finding = decided(changed(change, itself));
      EXPECT_EQ(finding.outcome, Exit::inconclusive);
      EXPECT_HAS(finding.words, "contradicts itself");
      EXPECT_EQ(finding.rests_on, "");
    }
}

TEST(Decision, ACheckEndsWhereTimesAgreeWithInstructions) {
  const auto settled = [](const Ratio &change, double instructions, const Ratio &noise = quiet) {
    return is_settled(with_instructions(change, instructions, noise), 0.02);
  };
  EXPECT_TRUE(settled(ratio(0.97, 1.05), 1.0));
  EXPECT_TRUE(settled(ratio(0.97, 1.05), 1.03));
  EXPECT_TRUE(settled(ratio(1.09, 1.12), 1.1));
  EXPECT_FALSE(settled(ratio(0.97, 1.025), 1.03)) << "they do not agree";
  EXPECT_FALSE(settled({1, Interval{0.97, 1.05}, 7}, 1.0)) << "seven pairs";
  EXPECT_FALSE(settled(ratio(0.97, 1.05), 1.0, ratio(1.01, 1.02))) << "it contradicts itself";
  // Instructions do not show what memory costs.
  EXPECT_FALSE(settled(ratio(0.9, 1.12), 1.0));
  EXPECT_FALSE(settled(ratio(1.001, 1.03), 1.01)) << "they are longer, if by little";
  EXPECT_FALSE(settled(ratio(0.99, 1.09), 1.0)) << "the median is 4 % longer";
  EXPECT_TRUE(settled(ratio(0.99, 1.12), 1.03)) << "more of them are slower in any case";
}

// A load may cost a stage more than the canary, so what has moved counts twice.
TEST(Decision, AMachineThatIsSlowerWidensWhatItMayHaveDone) {
  for (const auto &moved :
       {machine(slower_by_half, quiet, quiet), machine(quiet, slower_by_half, quiet),
        machine(quiet, quiet, slower_by_half), machine(faster_by_a_third, quiet, slower_by_half)}) {
    const Finding finding = decided(against_baseline(ratio(1.634, 1.714), moved));
    EXPECT_EQ(finding.outcome, Exit::inconclusive);
    EXPECT_HAS(finding.words, "the machine itself");
    EXPECT_HAS(finding.words, "--against");
    EXPECT_EQ(decided(against_baseline(ratio(2.6, 2.7), moved)).outcome, Exit::slower);
  }
}

TEST(Decision, TooLittleDecidesNothing) {
  MachineChange unknown;
  unknown.why_not = "3 readings of the canary are too few";
  for (const auto &[finding, words] :
       {std::pair{against_baseline(ratio(1.5, 1.6), unknown), "3 readings"},
        {against_baseline(ratio(0.5, 0.6), unknown), "3 readings"},
        {changed({2.0, std::nullopt, 3}, {1.0, std::nullopt, 3}), "3 pairs are too few"}}) {
    EXPECT_EQ(decided(finding).outcome, Exit::inconclusive);
    EXPECT_HAS(decided(finding).words, words);
  }
}

TEST(Decision, TheWorstOfAllCounts) {
  const auto all = [](std::initializer_list<Exit> outcomes) {
    std::vector<Finding> findings;
    for (Exit outcome : outcomes) findings.emplace_back().outcome = outcome;
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

// What a check shows of its findings, from 32.3 ms to `after_s`, by pairs 0.8 % less.
TEST(CheckReport, MediansThatContradictThePairsAreShownWithTheReason) {
  const auto faster_by_pairs = [](double after_s) {
    Finding finding = changed({0.992, Interval{0.985, 0.999}, 8});
    finding.point = "smem on thesis", finding.before = 32.3e-3, finding.after = after_s;
    return std::vector{finding};
  };
  EXPECT_HAS(findings_table(faster_by_pairs(32.7e-3)),
             "-0.8 % (-1.5 to -0.1); of the medians +1.2 %: drift");
  EXPECT_HAS_NOT(findings_table(faster_by_pairs(32.0e-3)), "drift");
  EXPECT_EQ(findings_json(faster_by_pairs(32.7e-3))[0].at("drift"), true);
  EXPECT_EQ(findings_json(faster_by_pairs(32.0e-3))[0].at("drift"), false);
}

}  // namespace
}  // namespace ladder
