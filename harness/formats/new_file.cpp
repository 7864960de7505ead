#include "harness/formats/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/files.h"

namespace ladder {
namespace {

FileError cannot_be_made(const std::string &path, int why) {
  return FileError(
      fmt::format("'{}' cannot be created: {}; choose another folder", path, std::strerror(why)));
}

// mkstemp gives its owner alone the right to read; a result is to be like any other new file.
mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

NewFile::NewFile(std::string path, bool overwrite) : path_(std::move(path)), overwrite_(overwrite) {
  refuse_taken(path_, overwrite_);
  temporary_ = path_ + ".XXXXXX";
  const int file = mkstemp(temporary_.data());
  if (file < 0) {
    const int why = errno;
    temporary_.clear();
    throw cannot_be_made(path_, why);
  }
  fchmod(file, usual_mode());
  close(file);
}

NewFile::~NewFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void NewFile::keep() {
  // One step where the file system can: between a look and a rename another program may make the
  // file.
  int failed = 0;
  if (overwrite_) {
    failed = std::rename(temporary_.c_str(), path_.c_str());
  } else {
    failed =
        renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0;
    if (failed && (errno == EINVAL || errno == ENOSYS)) {
      refuse_taken(path_, overwrite_);
      failed = std::rename(temporary_.c_str(), path_.c_str());
    }
  }
  if (failed) {
    const int why = errno;
    if (why == EEXIST) refuse_taken(path_, overwrite_);
    throw cannot_be_made(path_, why);
  }
  temporary_.clear();
}

void NewFile::fail(int why) const {
  throw FileError(fmt::format("'{}' could not be written completely and was removed: {}", path_,
                              why ? std::strerror(why) : "the reason is not known"));
}

void write_whole(const std::string &path, std::string_view bytes, bool overwrite) {
  NewFile file(path, overwrite);
  const int out = open(file.temporary().c_str(), O_WRONLY | O_CLOEXEC);
  if (out < 0) file.fail(errno);
  int why = write_all(out, bytes);
  // A network file system may report a full disk only now.
  if (close(out) != 0 && why == 0) why = errno;
  if (why != 0) file.fail(why);
  file.keep();
}

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
