// Numbers that do not vary from run to run (instructions of a stage on the host), stored and
// compared.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

struct Counts {
  std::string metric;  // "instructions", "emulated"
  std::string how;     // what counted them
  Build build;         // by which compilers
  std::map<std::string, double> of_point;
};

// Throws FileError (unreadable, no counts), Error(not_comparable) where it is of another schema or
// metric.
Counts read_counts(const std::string &path);
// Throws FileError; an existing file is left alone and refused unless `overwrite`.
void write_counts(const std::string &path, const Counts &, bool overwrite = false);

// A finding a point of `now`. Other compilers or another way of counting are not comparable.
std::vector<Finding> compare_counts(const Counts &before, const Counts &now, double least_effect);

}  // namespace ladder
