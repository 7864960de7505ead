// label: physics
// How often `check --baseline` is right on machines that are made up: each core is at full speed
// or, while another program uses the rest of it, half as slow again, and changes between the two at
// random.
#include "harness/answers/check/decision.h"
#include "harness/machine/canary/canary.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

constexpr int checks = 100, cores = 4;
constexpr double slowed = 1.5, noise = 0.005;

class Machine {
 public:
  // `busy`: how much of the time a core is slowed; `changes`: the chance that it is drawn anew in a
  // tenth of a second.
  Machine(unsigned seed, double busy, double changes)
      : random_(seed), busy_(busy), changes_(changes) {
    for (double &core : core_) core = drawn();
  }
  void pass_a_tenth_of_a_second() {
    for (double &core : core_)
      if (chance_(random_) < changes_) core = drawn();
  }
  int some_core() { return int(cores * chance_(random_)); }
  double time_on(int core) { return core_[core] * std::exp(normal_(random_)); }
  double time_on_all() {
    return *std::max_element(core_, core_ + cores) * std::exp(normal_(random_));
  }
  void read(CanaryTimes &canary) {
    for (int core : turns_.take()) canary["host.arithmetic_one_ns"].push_back(time_on(core));
    canary["host.arithmetic_all_ns"].push_back(time_on_all());
    canary["host.memory_ns"].push_back(std::exp(normal_(random_)));
  }

 private:
  double drawn() { return chance_(random_) < busy_ ? slowed : 1; }

  std::mt19937 random_;
  std::uniform_real_distribution<double> chance_{0, 1};
  std::normal_distribution<double> normal_{0, noise};
  double busy_, changes_, core_[cores];
  CoresInTurn turns_{{0, 1, 2, 3}};
};

// A baseline of one process, and a check of two new processes a round, of a program that takes
// `factor` as long.
Exit checked(Machine &machine, double factor) {
  CanaryTimes then, now;
  std::vector<double> before, after, all;
  const int core = machine.some_core();
  for (int round = 0; round < 30; ++round, machine.pass_a_tenth_of_a_second()) {
    machine.read(then);
    for (int sample = 0; sample < 3; ++sample) before.push_back(machine.time_on(core));
  }
  for (int round = 0; round < 30; ++round, machine.pass_a_tenth_of_a_second()) {
    machine.read(now);
    after.push_back(factor * machine.time_on(machine.some_core()));
    all.insert(all.end(), {after.back(), factor * machine.time_on(machine.some_core())});
  }
  Finding finding;
  finding.change = unpaired_ratio(before, after);
  finding.noise = spread(all);
  finding.machine = machine_change(then, now, false);
  decide(finding, 0.02);
  return finding.outcome;
}

int count(Exit outcome, double busy, double changes, double factor) {
  int found = 0;
  for (unsigned seed = 0; seed < checks; ++seed) {
    Machine machine(seed, busy, changes);
    found += checked(machine, factor) == outcome;
  }
  return found;
}

TEST(FalseAlarms, WhereCoresAreAlikeNearlyEveryTenPercentAreFound) {
  EXPECT_GE(count(Exit::slower, 0, 0, 1.1), checks * 9 / 10);
}

TEST(FalseAlarms, WhereCoresAreAlikeAnUnchangedProgramIsNotSlower) {
  EXPECT_EQ(count(Exit::slower, 0, 0, 1), 0);
  EXPECT_GE(count(Exit::ok, 0, 0, 1), checks * 3 / 4);  // the rest is inconclusive
}

TEST(FalseAlarms, OnCoresThatDifferForSecondsAnUnchangedProgramIsNotCalledSlower) {
  for (double busy : {0.2, 0.5})
    for (double changes : {0.0, 0.02, 0.2}) {
      SCOPED_TRACE(testing::Message() << busy << " busy, changes with " << changes);
      EXPECT_LE(count(Exit::slower, busy, changes, 1), checks / 100);
    }
}

TEST(FalseAlarms, WhatTheyDifferByHidesNoSlowDown) {
  for (double busy : {0.2, 0.5})
    EXPECT_LE(count(Exit::ok, busy, 0.02, 1.1), checks / 60) << busy << " busy";
}

}  // namespace
}  // namespace ladder
