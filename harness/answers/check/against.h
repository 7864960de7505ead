// What --against names: another ladder program, a shared object, a folder of stages, a git revision
// or a file of records.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/bench/measure/measure.h"
#include "harness/bench/registry/registry.h"

namespace ladder {

// The program that --against names, before it measures anything.

struct StageName {
  std::string ladder, stage;
};

// The stages of another ladder program, of any version. Throws FileError: it is no such program.
std::vector<StageName> stages_of_program(const std::string &program);

// Why that program does not have the stage; empty where it has. A plug-in is none of its stages: it
// loads that itself.
std::string stage_lacking(const std::string &program, const std::vector<StageName> &its_stages,
                          const StageEntry &);

struct Against {
  std::string given;                           // as on the command line; empty: there is none
  std::string program;                         // that runs the old side: another one, or this one
  std::vector<StageName> its_stages;           // of another program
  std::map<std::string, StageEntry> stages;    // old ones that this program runs, by the new's name
  std::map<std::string, std::string> counted;  // what their instructions are counted of
  std::string baseline;                        // it is a file of records, or of counts
  std::string words;                           // "main is 0123456789ab"

  bool other_program() const { return !its_stages.empty(); }
};

// `stages`: those of --stage, by name or path. `build`: the command that builds a copy of a git
// revision; empty where none was given. `emulated`: CUDA stages of an adopted routine are compiled
// so that the emulation counts. Throws FileError and UsageError, and what the compilers
// say.
Against find_against(const std::string &given, const std::vector<std::string> &stages,
                     const std::string &build, bool emulated);

// Of stages of an adopted routine as they are now: the shared objects whose instructions are
// counted, without what valgrind does not know. Throws what the compilers say.
std::map<std::string, std::string> counted_now(const std::vector<std::string> &stages);

// Why the old side of a stage cannot be run; empty where it can.
std::string lacks_old_side(const Against &, const StageEntry &);

// Runs a stage and another state of it in turn, so that what the machine does meanwhile strikes
// both alike.

enum class Metric { wall, kernel };

// What takes its turn: a stage with its launch, run by this or another ladder program.
struct Side {
  std::string program;
  Choice choice;

  bool same(const Side &other) const {
    return program == other.program && choice.entry.path == other.choice.entry.path &&
           choice.entry.name() == other.choice.entry.name();
  }
};

struct Alternation {
  // A value a side and round: the median of its runs [s], and the median of the logarithms of
  // their ratios to those of the first side in the same round.
  std::vector<std::vector<double>> seconds, log_of_first;
  StageError error;  // not LADDER_OK: a side failed; `failed` says which
  Verdict verdict;   // the worst of all runs
  std::size_t failed = 0;
  std::vector<CanaryReading> canary;  // one a round; empty where it was not asked for
  ProofWindows windows;               // of the last side that was proven by samples
  std::string refused;  // why the stage does not do this case or launch; empty when it does
};

struct Turns {
  double budget_s = usual_budget_s;  // proofs included
  bool canary = false;               // is read in every round
  // Whether the rounds so far decide what is asked.
  std::function<bool(const Alternation &)> decided;
};

// Two things blur a comparison, and two alternations answer them. What the machine does besides
// changes from one tenth of a second to the next: so the sides take turns run by run, in an order
// that turns round each time; short runs have many turns. And where a process happens to lie in
// memory moves all its times by percents: so on the host every round starts new processes, and a
// round counts as one value however many turns it had. On a device, where a start takes longer than
// a run, the processes stay.
Alternation alternate(const Case &, const How &, const std::vector<Side> &, Metric, const Turns &,
                      const std::function<void(const std::string &)> &progress);

}  // namespace ladder
