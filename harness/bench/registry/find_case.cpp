#include "harness/bench/registry/find_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/nearest.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/adopted.h"
#include "harness/bench/registry/registry.h"
#include "harness/formats/captured_call.h"

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

void LocatedCase::refuse_unreadable() const {
  if (failure) std::rethrow_exception(failure);
}

std::string LocatedCase::name() const {
  return made ? made->name : std::filesystem::path(path).stem().string();
}

const TomlFile &LocatedCase::contents() const {
  refuse_unreadable();
  if (!file) throw FileError(fmt::format("'{}' is not a case file", shown));
  return *file;
}

LocatedCase located(std::shared_ptr<const CaseText> made) {
  LocatedCase c;
  c.shown = made->name;
  c.ladder = made->ladder;
  c.made = std::move(made);
  return c;
}

}  // namespace ladder
