#include "harness/bench/registry/find_case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <vector>

#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/base/nearest.h"
#include "harness/bench/registry/adopted.h"
#include "harness/bench/registry/registry.h"
#include "harness/formats/captured_call.h"

namespace ladder {
namespace fs = std::filesystem;

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

std::string ladder_of(const fs::path &case_file) {
  std::error_code ignored;
  if (!fs::is_regular_file(case_file, ignored)) return "wave";
  if (case_file.filename() == adopted_file && adopted_ladder()) return adopted_ladder()->name;
  if (is_captured_call(case_file.string())) return read_captured_call(case_file.string()).ladder;
  try {
    return toml::parse_file(case_file.string())["ladder"].value_or(std::string("wave"));
  } catch (const toml::parse_error &) {
    return "wave";
  }
}

}  // namespace ladder
