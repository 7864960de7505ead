#include "harness/formats/append.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/inputs.h"
#include "harness/formats/claim.h"

namespace ladder {

namespace fs = std::filesystem;

void refuse_appending(const std::string &path) {
  const auto refuse = [&path](const std::string &why) {
    throw FileError(fmt::format("'{}' is {}, so nothing is appended: name a file", path, why));
  };
  refuse_input(path);
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(path, problem);
  if (fs::is_symlink(status))
    refuse(fmt::format("a link to '{}'", fs::read_symlink(path, problem).string()));
  if (fs::is_directory(status)) refuse("a folder");
  if (fs::is_fifo(status)) refuse("a named pipe");
  if (fs::is_block_file(status) || fs::is_character_file(status) || fs::is_socket(status))
    refuse("a device");
  if (!fs::exists(status)) return refuse_taken(path, false);
  refuse_read_only(path);
}

bool is_stream(const std::string &path) {
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(path, problem);
  if (fs::is_character_file(status)) return true;
  if (!fs::is_symlink(status)) return false;
  // Nobody but the system makes links there.
  const fs::path folder = fs::canonical(fs::absolute(path, problem).parent_path(), problem);
  return folder == "/dev" || folder.string().starts_with("/proc/");
}

OpenedToAppend open_to_append(const std::string &path) {
  constexpr int how = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
  const int made = open(path.c_str(), how | O_EXCL, 0644);
  if (made >= 0) return {made, true};
  return {open(path.c_str(), is_stream(path) ? how : how | O_NOFOLLOW, 0644), false};
}

}  // namespace ladder
