#include "harness/base/inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "harness/base/error.h"

namespace ladder {
namespace {

bool guarded = false;
std::vector<std::string> inputs, outputs;

// Compared when it matters: the inode of a file that is gone may belong to another one now.
bool same_file(const std::string &a, const std::string &b) {
  struct stat one {
  }, other{};
  if (stat(a.c_str(), &one) != 0 || stat(b.c_str(), &other) != 0) return false;
  return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

std::string full_path(const std::string &path) {
  std::error_code problem;
  const auto full = std::filesystem::absolute(path, problem);
  return problem ? path : full.lexically_normal().string();
}

void note(std::vector<std::string> &paths, const std::string &path) {
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
}

}  // namespace

void guard_inputs() { guarded = true; }

void note_input(const std::string &path) {
  if (!guarded) return;
  const std::string full = full_path(path);
  for (const auto &output : outputs)
    if (output == full || same_file(output, full)) return;
  note(inputs, full);
}

void refuse_input(const std::string &path) {
  for (const auto &input : inputs)
    if (same_file(input, path))
      throw FileError(fmt::format(
          "'{}' is an input of this command and cannot be its output as well: choose another "
          "name{}",
          path,
          full_path(path) == input ? "" : fmt::format(" (it is the same file as '{}')", input)));
}

std::string inputs_text() {
  return inputs.empty() ? "" : fmt::format("'{}'", fmt::join(inputs, "', '"));
}

void note_output(const std::string &path) { note(outputs, full_path(path)); }

}  // namespace ladder
