#include "harness/formats/output_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "harness/base/error.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

OutputLock::OutputLock(const std::string &product) : path_(lock_of(product)) {
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

OutputLock::~OutputLock() {
  unlink(path_.c_str());
  close(descriptor_);
}

}  // namespace ladder
