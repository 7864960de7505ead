// The findings of a check for a terminal, a pull request, a CI's list of tests, a program.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/base/json.h"

namespace ladder {

std::string findings_table(const std::vector<Finding> &);
std::string findings_markdown(const std::vector<Finding> &, const std::string &title);
std::string findings_junit(const std::vector<Finding> &);
Json findings_json(const std::vector<Finding> &);

}  // namespace ladder
