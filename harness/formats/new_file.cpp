#include "harness/formats/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/formats/foreign_file.h"

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

namespace {

std::string lock_of(const std::string &product) {
  const fs::path path = fs::path(product).lexically_normal();
  return (path.parent_path() / ("." + path.filename().string() + ".lock")).string();
}

// Its last holder may have removed the name between `open` and `flock`.
bool still_has_its_name(int descriptor, const std::string &path) {
  struct stat held {
  }, named{};
  return fstat(descriptor, &held) == 0 && lstat(path.c_str(), &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

// One process at a time writes a product. Holds .NAME.lock next to a product, an empty file that
// goes with its holder. A lock that a killed process left behind is free.
class OutputLock {
 public:
  // Throws FileError: another process holds it, or nothing can be made in the folder.
  explicit OutputLock(const std::string &product) : path_(lock_of(product)) {
    while (true) {
      descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
      if (descriptor_ < 0)
        throw FileError(fmt::format("'{}' cannot be created: {}; choose another folder", product,
                                    std::strerror(errno)));
      // Where the file system has no locks, all goes on without.
      const bool busy = flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
      const bool named = still_has_its_name(descriptor_, path_);
      struct stat lock {};
      const bool foreign = fstat(descriptor_, &lock) != 0 || lock.st_size != 0;
      if (!busy && named && !foreign) return;
      close(descriptor_);
      if (busy)
        throw FileError(fmt::format(
            "'{}' is being written by another ladder process: wait for it, or choose another name",
            product));
      if (named)
        throw FileError(
            fmt::format("'{}' cannot be locked: '{}' is not empty, so it is not a lock file of "
                        "ladder; move it away",
                        product, path_));
    }
  }
  ~OutputLock() {
    unlink(path_.c_str());
    close(descriptor_);
  }
  OutputLock(const OutputLock &) = delete;
  OutputLock &operator=(const OutputLock &) = delete;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace

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
