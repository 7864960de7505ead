#include "harness/command/own_case.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "harness/base/error.h"
#include "harness/command/shown/progress.h"
#include "harness/formats/claim.h"
#include "harness/formats/ending.h"
#include "harness/formats/new_file.h"
#include "harness/problems/wave/own_case.h"

namespace ladder {

void claim_own_case(const Options &options) {
  if (options.write_case.empty()) return;
  if (ending_of(options.write_case) != ".toml")
    throw UsageError(
        fmt::format("--write-case={}: the name of a case file ends in .toml", options.write_case));
  if (!options.dry_run) claim_output(options.write_case, options.overwrite);
}

std::string gather_of_own_model(const Options &options, const Gather &shape) {
  const std::string name =
      fmt::format("{}_{}", options.problem_case, options.command == "zsr" ? "section" : "shot");
  try {
    refuse_unwritable(name + ".sgy", shape, true);
  } catch (const FileError &) {
    return name + ".rsf";
  }
  return name + ".sgy";
}

void keep_own_case(const Options &options, const CaseOverrides &over, const Case &c) {
  if (!over.instead_of_file) return;
  const std::string &path = options.write_case;
  const std::string text =
      text_of_own_case(over, dynamic_cast<const WaveCase &>(c),
                       path.empty() ? "" : std::filesystem::path(path).parent_path().string());
  if (!path.empty() && !options.dry_run) {
    write_whole(path, text, options.overwrite);
    return say(fmt::format("the case was written to {}", path));
  }
  say("the case that is run (--write-case=FILE.toml writes it to a file):");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) say("    " + line);
}

}  // namespace ladder
