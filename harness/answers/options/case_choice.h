// The options that choose a case, or say what takes its place or the place of parts of it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/base/line/command.h"
#include "harness/bench/registry/find_case.h"
#include "harness/case_overrides.h"
#include "harness/problem.h"

namespace ladder {

struct CaseChoice : CommandLine {
  std::string problem_case = "thesis";
  std::string replay;                             // captured steps in place of a case
  CaseOverrides overrides;                        // without what may be a list
  std::map<std::string, std::vector<int>> lists;  // expanded, by the option; empty: the case's own
  LocatedCase located;

  const std::vector<int> &half_lengths() const { return lists.at("--half-length"); }
  const std::vector<int> &samples() const { return lists.at("--nt"); }

  Option case_option();
  Option replay_option();
  // Those of case_options() of these parts.
  std::vector<Option> options_of_case(unsigned parts);

  // Throws UsageError for options that have no effect together.
  void refuse_idle_case_options() const;
  // Finds and reads the case. Throws UsageError and FileError.
  void locate();
  // The same, but a model without a case makes its own. What says so is cleared but for these
  // parts.
  void locate_or_make(unsigned kept_parts = 0);
};

// Every combination of --half-length and --nt with the rest of the overrides.
std::vector<CaseOverrides> each_case(const CaseChoice &);
// The one case of a command that takes no lists. Throws UsageError.
CaseOverrides one_case(const CaseChoice &);

// A model without a case: the case file that says the same, shown and kept.

struct WrittenCase {
  std::string write_case;  // where the case file of a model without a case goes

  Option write_case_option();
  // Throws before anything is computed where --write-case names what cannot be written.
  void claim(bool overwrite, bool dry_run) const;
};

// Says the case file of what runs, and writes it with --write-case, but in a dry run. Nothing where
// there is a case.
void keep_own_case(const CaseChoice &, const WrittenCase &, const CaseOverrides &, const Case &,
                   bool dry_run, bool overwrite);

// The case in words on standard error: what was assumed, its size, its numerics.
void say_case(const Case &);

}  // namespace ladder
