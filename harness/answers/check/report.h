// The findings of a check for a terminal, a pull request, a CI's list of tests, a program.
#pragma once
#include <string>
#include <vector>

#include "harness/answers/check/decision.h"
#include "harness/base/json.h"

namespace ladder {

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
