#include "harness/formats/claim.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "harness/base/error.h"
#include "harness/base/inputs.h"
#include "harness/formats/library_of_format.h"
#include "harness/formats/output_lock.h"

namespace ladder {

namespace fs = std::filesystem;

void refuse_taken(const std::string &path, bool overwrite) {
  const auto refuse = [&path](const std::string &why) {
    throw FileError(fmt::format("'{}' {}", path, why));
  };
  refuse_input(path);
  std::error_code problem;
  const auto status = fs::symlink_status(path, problem);
  if (!fs::exists(status)) {
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && !fs::exists(folder, problem))
      refuse(fmt::format("cannot be created: there is no folder '{}'", folder.string()));
    return;
  }
  if (fs::is_symlink(status))
    refuse(fmt::format("is a link to '{}' and is not replaced: name a file, or remove the link",
                       fs::read_symlink(path, problem).string()));
  if (fs::is_directory(status)) refuse("is a folder, not a file: choose another name");
  if (!overwrite) refuse("exists and is not replaced: add --overwrite, or choose another name");
  if (!fs::is_regular_file(status))
    refuse("is not a regular file and is not replaced: choose another name");
  refuse_read_only(path);
}

void refuse_read_only(const std::string &path) {
  using enum fs::perms;
  std::error_code problem;
  const auto status = fs::status(path, problem);
  if (fs::exists(status) &&
      (status.permissions() & (owner_write | group_write | others_write)) == none)
    throw FileError(fmt::format(
        "'{}' is read-only and is not replaced: allow writing (chmod u+w), or choose another name",
        path));
}

void lock_output(const std::string &path) {
  static std::map<std::string, OutputLock> held;
  std::error_code problem;
  const std::string key = fs::weakly_canonical(path, problem).string();
  held.try_emplace(problem ? path : key, path);
}

void claim_output(const std::string &path, bool overwrite) {
  refuse_without_library(path);
  refuse_taken(path, overwrite);
  lock_output(path);
  // Another process may have finished it since the first look.
  refuse_taken(path, overwrite);
  note_output(path);
}

}  // namespace ladder
