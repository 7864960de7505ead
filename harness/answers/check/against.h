// What --against names: another ladder program, a shared object, a folder of stages, a git revision
// or a file of records.
#pragma once
#include <map>
#include <string>
#include <vector>

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

}  // namespace ladder
