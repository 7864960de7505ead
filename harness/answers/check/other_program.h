// The program that --against names, before it measures anything.
#pragma once
#include <string>
#include <vector>

#include "harness/bench/registry/registry.h"

namespace ladder {

struct StageName {
  std::string ladder, stage;
};

// The stages of another ladder program, of any version. Throws FileError: it is no such program.
std::vector<StageName> stages_of_program(const std::string &program);

// Why that program does not have the stage; empty where it has. A plug-in is none of its stages: it
// loads that itself.
std::string stage_lacking(const std::string &program, const std::vector<StageName> &its_stages,
                          const StageEntry &);

}  // namespace ladder
