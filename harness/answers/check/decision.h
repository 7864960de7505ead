// What a check says of one point, and what all of them mean for the exit code.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/answers/records/comparable.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {

// Whether the machine itself is faster or slower than when a baseline was taken, by its canary.

// A part of the canary whose whole interval lies beyond this has moved.
inline constexpr double canary_tolerance = 0.02;

struct MachineChange {
  std::map<std::string, Ratio> parts;  // "host.memory_ns": now over then
  std::string why_not;                 // why it is not known; empty when it is

  bool slower() const;  // a part has moved that way
  bool faster() const;
  // By how much the machine may have changed the time of a stage: the ends of all parts' intervals,
  // and 1; of a part that has moved, their squares.
  Interval within() const;
  // "the machine itself may have changed ...", with the parts that moved.
  std::string words() const;
};

// Both need the parts of the host, and for a stage of a device those of the device.
MachineChange machine_change(const CanaryTimes &before, const CanaryTimes &now, bool on_device);

struct Finding {
  std::string point;  // "smem threads=128 on thesis"
  std::string metric;
  Exit outcome = Exit::ok;       // ok, slower, inconclusive, not_comparable, wrong, device
  std::string words;             // the reason, in a sentence
  double before = 0, after = 0;  // medians [s], or instructions a step; 0: not measured
  Ratio change;                  // after over before; of pairs where both programs ran now, in turn
  Ratio noise;  // the same program against itself, meanwhile; its spread for a baseline
  // The canary now against that of the baseline; none where both programs ran now, in turn.
  std::optional<MachineChange> machine;
  // Instructions after over before, next to a time; none: `not_counted` says why, if they were
  // asked for.
  std::optional<double> instructions;
  std::string not_counted;
  std::string rests_on;                 // what decides: a metric; empty: nothing does
  std::string hash_before, hash_after;  // of the stage, where it is known
  std::string file;                     // of the stage, for an annotation; and the line of it
  int line = 1;
};

// Slower: the whole interval of the change lies beyond the least effect and beyond what the program
// shows against itself. Not slower: the whole interval lies below the least effect. Else
// inconclusive, as is a program that differs from itself by more than the least effect. Against a
// baseline the change is divided by what the machine may have changed, at its worse end: the more
// it has moved, the wider that is. Where times decide nothing, instructions do: more of them than
// the least effect allows is slower; no more of them is not slower, unless the times lie above 1
// with their whole interval.
void decide(Finding &, double least_effect);

// Whether a check needs no more rounds: times decide; or instructions do, since eight rounds or
// more agree with them: the interval of the times holds the ratio of the instructions, and that of
// the program to itself holds 1. Work of another kind, as slower memory, shows in times alone: so
// where instructions are not more, the times must not lie above the least effect and must exclude
// a slow-down of so many times that.
bool is_settled(const Finding &so_far, double least_effect);
inline constexpr double times_excluded = 5;

// Wrong results come first, then failed devices, what cannot be compared, slower, inconclusive.
Exit outcome_of_all(const std::vector<Finding> &);

const char *outcome_name(Exit);  // "slower", "not slower", ...

// The findings of a check for a terminal, a pull request, a CI's list of tests, a program.

std::string findings_table(const std::vector<Finding> &);
// `against`: what it was compared with, in words; may be empty.
std::string findings_markdown(const std::vector<Finding> &, const std::string &title,
                              const std::string &against = "");
// Workflow commands of GitHub Actions, and the code quality report of GitLab: what got slower, is
// wrong or inconclusive, at the stage's line.
std::string findings_of_github(const std::vector<Finding> &);
std::string findings_of_gitlab(const std::vector<Finding> &);
std::string findings_junit(const std::vector<Finding> &);
Json findings_json(const std::vector<Finding> &);

}  // namespace ladder
