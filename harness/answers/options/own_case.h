// A model without a case: the case file that says the same, shown and kept.
#pragma once
#include <string>

#include "harness/answers/options/case_choice.h"
#include "harness/problem.h"

namespace ladder {

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

}  // namespace ladder
