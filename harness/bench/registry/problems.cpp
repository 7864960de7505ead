#include <fmt/format.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/bench/registry/find_case.h"
#include "harness/bench/registry/registry.h"
#include "harness/case_overrides.h"
#include "harness/problem.h"

namespace ladder {

void Case::start(const Start &start, const std::vector<float *> &to) const {
  const std::vector<Array> all = arrays();
  std::uint64_t number = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].started) continue;
    if (start.seed == 0) {
      std::fill_n(to[k], all[k].values, 0.0f);
      continue;
    }
    random_field(to[k], all[k].values, 2 * start.seed - 1 + number++, start.amplitude);
  }
}

std::size_t Case::region_of(std::int64_t) const { return 0; }

const Problem *problem_named(const std::string &name) {
  for (const Problem *one : problems())
    if (name == one->name) return one;
  return nullptr;
}

std::unique_ptr<Case> load_case(const LocatedCase &found, const CaseOverrides &over) {
  found.refuse_unreadable();
  const Problem &problem = *problem_named(original_of(found.ladder).stage->problem);
  auto c = problem.load(found, over);
  c->ladder = found.ladder;
  return c;
}

std::unique_ptr<Case> load_case(const std::string &name_or_path, const CaseOverrides &over) {
  return load_case(locate_case(name_or_path), over);
}

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
