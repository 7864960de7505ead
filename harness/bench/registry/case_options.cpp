#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/case_overrides.h"

namespace ladder {
namespace {

// The value that it has, as text; empty: the case's own.
std::string value_of(const CaseOption &option, const CaseOverrides &over) {
  if (const auto *text = std::get_if<std::string CaseOverrides::*>(&option.member))
    return over.**text;
  const auto &number = over.*std::get<std::optional<int> CaseOverrides::*>(option.member);
  return number ? std::to_string(*number) : "";
}

}  // namespace

std::vector<std::string> names_of_case_options(unsigned parts) {
  std::vector<std::string> names;
  for (const CaseOption &option : case_options())
    if (option.part & parts) names.push_back(option.name);
  return names;
}

std::vector<std::string> case_arguments(const CaseOverrides &over, unsigned parts) {
  std::vector<std::string> words;
  for (const CaseOption &option : case_options())
    if (const std::string value = value_of(option, over); option.part & parts && !value.empty())
      words.push_back(fmt::format("{}={}", option.name, value));
  return words;
}

void clear_case_options(CaseOverrides &over, unsigned parts) {
  for (const CaseOption &option : case_options())
    if (option.part & parts) std::visit([&](auto member) { over.*member = {}; }, option.member);
}

void refuse_other_overrides(const CaseOverrides &over, const std::string &problem, unsigned known) {
  for (const CaseOption &option : case_options())
    if (!(option.part & known) && !value_of(option, over).empty())
      throw UsageError(
          fmt::format("{}: cases of the problem '{}' do not have it", option.name, problem));
}

}  // namespace ladder
