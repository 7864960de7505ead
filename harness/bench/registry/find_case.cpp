#include "harness/bench/registry/find_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/nearest.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/registry.h"
#include "harness/formats/captured_call.h"
#include "harness/problem.h"

namespace ladder {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_bytes = 1 << 20;

// Throws UsageError with the nearest names.
fs::path find_case(const std::string &wanted) {
  if (wanted.find('/') != std::string::npos || wanted.ends_with(".toml")) return wanted;
  // As its records name it.
  if (const AdoptedLadder *adopted = adopted_ladder();
      adopted && wanted == adopted->described.value("routine", ""))
    return adopted->folder / adopted_file;
  std::vector<std::string> names;
  for (const fs::path &file : files_of_cases()) {
    if (file.stem() == wanted) return file;
    names.push_back(file.stem().string());
  }
  std::error_code ignored;
  if (fs::exists(wanted, ignored))
    throw UsageError(
        fmt::format("'{}' is not a case file, which ends in .toml: a velocity model goes into "
                    "--model={}, captured steps into --replay",
                    wanted, wanted));
  const auto near = nearest(wanted, names);
  throw UsageError(fmt::format("there is no case '{}'; {} A path to a .toml file works too", wanted,
                               near.empty()
                                   ? fmt::format("the cases are {}.", fmt::join(names, ", "))
                                   : fmt::format("did you mean {}?", fmt::join(near, " or "))));
}

void read_case_of(LocatedCase &c) {
  c.path = find_case(c.shown).string();
  if (is_captured_call(c.path)) {
    c.ladder = read_captured_call(c.path).ladder;
    return;
  }
  c.file = std::make_shared<TomlFile>(parse_toml(read_file(c.path, most_bytes), c.shown));
  const AdoptedLadder *adopted = adopted_ladder();
  c.ladder = adopted && fs::path(c.path).filename() == adopted_file
                 ? adopted->name
                 : c.file->table["ladder"].value_or(std::string(usual_ladder));
}

// The value that it has, as text; empty: the case's own.
std::string value_of(const CaseOption &option, const CaseOverrides &over) {
  if (const auto *text = std::get_if<std::string CaseOverrides::*>(&option.member))
    return over.**text;
  const auto &number = over.*std::get<std::optional<int> CaseOverrides::*>(option.member);
  return number ? std::to_string(*number) : "";
}

}  // namespace

LocatedCase locate_case(const std::string &name_or_path) {
  LocatedCase c;
  c.shown = name_or_path;
  try {
    read_case_of(c);
  } catch (const Error &) {
    c.failure = std::current_exception();
  }
  return c;
}

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

int steps_asked(const CaseOverrides &over, int of_case) {
  if (!over.samples) return of_case;
  if (*over.samples < 2)
    throw UsageError(
        fmt::format("--nt={}: at least 2 are needed, for one time step", *over.samples));
  return *over.samples - 1;
}

void refuse_other_overrides(const CaseOverrides &over, const std::string &problem, unsigned known) {
  for (const CaseOption &option : case_options())
    if (!(option.part & known) && !value_of(option, over).empty())
      throw UsageError(
          fmt::format("{}: cases of the problem '{}' do not have it", option.name, problem));
}

}  // namespace ladder
