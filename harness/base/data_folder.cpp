#include "harness/base/data_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "harness/base/error.h"

namespace ladder {

namespace fs = std::filesystem;

fs::path data_folder() {
  const auto holds_cases = [](const fs::path &folder) {
    std::error_code ignored;
    return fs::exists(folder / "wave/thesis.toml", ignored);
  };
  if (const char *home = std::getenv("LADDER_HOME"); home && *home) {
    // Said, not passed over: another folder's cases may have the same names.
    if (!holds_cases(fs::path(home) / "data"))
      throw FileError(fmt::format("LADDER_HOME is '{}', which has no data/wave/thesis.toml", home));
    return fs::path(home) / "data";
  }
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  for (fs::path at = program.parent_path(); at.has_relative_path(); at = at.parent_path())
    if (holds_cases(at / "data")) return at / "data";
  if (const fs::path shared = program.parent_path() / "../share/ladder/data"; holds_cases(shared))
    return shared.lexically_normal();
  throw FileError(
      "the folder data/ with wave/thesis.toml was not found: set LADDER_HOME to the folder that "
      "holds "
      "it");
}

std::vector<fs::path> files_of_cases() {
  std::vector<fs::path> files;
  for (const auto &ladder : fs::directory_iterator(data_folder())) {
    if (!ladder.is_directory()) continue;
    for (const auto &file : fs::directory_iterator(ladder))
      if (file.path().extension() == ".toml") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace ladder
