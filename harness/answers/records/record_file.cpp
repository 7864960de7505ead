#include "harness/answers/records/record_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/formats/new_file.h"

namespace ladder {

namespace fs = std::filesystem;

namespace {

// Before anything is opened for writing: nothing that is there may be another kind of file.
void refuse_foreign(const std::string &path, const RecordKind &kind) {
  if (is_stream(path))
    refuse_input(path);
  else
    refuse_appending(path);
  std::error_code problem;
  if (fs::is_regular_file(path, problem)) look_at_records(path, kind);
}

// FILE.broken, or the first of FILE.broken.2, ... that is not there.
std::string keep_aside(const std::string &path, const std::string &line) {
  for (int number = 1;; ++number) {
    const std::string aside = path + (number > 1 ? fmt::format(".broken.{}", number) : ".broken");
    const int file = open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0 && errno == EEXIST) continue;
    const bool kept = file >= 0 && write_all(file, line + "\n") == 0;
    if (file >= 0) close(file);
    if (kept) return aside;
    if (file >= 0) unlink(aside.c_str());
    throw FileError(fmt::format(
        "the last line of '{}' is truncated and cannot be moved to '{}'; the file is unchanged",
        path, aside));
  }
}

}  // namespace

RecordFile::RecordFile(const std::string &path, const RecordKind &kind) : path_(path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code problem;
  if (!folder.empty()) fs::create_directories(folder, problem);
  if (problem)
    throw FileError(
        fmt::format("the folder '{}' cannot be created: {}; choose another with --output=FILE",
                    folder.string(), problem.message()));
  refuse_foreign(path, kind);
  open_file();
  note_output(path);
  lock();
  try {
    mend_end(kind);
  } catch (...) {
    flock(descriptor_, LOCK_UN);
    throw;
  }
  flock(descriptor_, LOCK_UN);
}

// A program that was killed while it wrote leaves a line without its end. Nobody writes while this
// one holds the lock, so such a line is nobody's any more.
void RecordFile::mend_end(const RecordKind &kind) {
  struct stat before {};
  if (fstat(descriptor_, &before) != 0 || !S_ISREG(before.st_mode)) return;
  const EndOfRecords end = look_at_records(path_, kind);
  if (const int why = end.lacks_end ? write_all(descriptor_, "\n") : 0; why != 0)
    throw FileError(fmt::format("'{}' cannot be written: {}", path_, std::strerror(why)));
  if (end.broken.empty()) return;
  const std::string aside = keep_aside(path_, end.broken);
  if (ftruncate(descriptor_, before.st_size - static_cast<off_t>(end.broken.size())) != 0)
    throw FileError(fmt::format("the last line of '{}' is truncated and cannot be removed: {}",
                                path_, std::strerror(errno)));
  fmt::print(stderr, "the last line of '{}' was truncated: it was moved to '{}'\n", path_, aside);
}

void RecordFile::open_file() {
  const OpenedToAppend opened = open_to_append(path_);
  descriptor_ = opened.descriptor;
  created_ = opened.created;
  if (descriptor_ < 0)
    throw FileError(fmt::format("'{}' cannot be written: {}; choose another with --output=FILE",
                                path_, std::strerror(errno)));
}

bool RecordFile::has_its_name(const struct stat &opened) const {
  struct stat named {};
  return stat(path_.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

// The file's state, while no other program writes to it. A file that was removed since it was
// opened is made anew.
struct stat RecordFile::lock() {
  while (true) {
    flock(descriptor_, LOCK_EX);
    struct stat now {};
    fstat(descriptor_, &now);
    if (now.st_nlink > 0 || has_its_name(now)) return now;
    close(descriptor_);
    open_file();
  }
}

RecordFile::~RecordFile() {
  if (descriptor_ < 0) return;
  flock(descriptor_, LOCK_EX);
  struct stat now {};
  // Another program that has the file open as well makes it anew when it appends.
  if (created_ && fstat(descriptor_, &now) == 0 && S_ISREG(now.st_mode) && now.st_size == 0 &&
      has_its_name(now))
    unlink(path_.c_str());
  close(descriptor_);
}

void RecordFile::append(const Json &record) {
  const std::string line = record.dump() + "\n";
  // Under a lock: two programs that append to one file do not mix their lines.
  const struct stat before = lock();
  int why = write_all(descriptor_, line);
  if (why == 0 && S_ISREG(before.st_mode) && fsync(descriptor_) != 0) why = errno;
  // A part of a line would spoil the file.
  if (why != 0 && S_ISREG(before.st_mode) && ftruncate(descriptor_, before.st_size) != 0)
    why = errno;
  flock(descriptor_, LOCK_UN);
  if (why != 0)
    throw FileError(
        fmt::format("a record could not be written to '{}': {}; its earlier records are complete",
                    path_, std::strerror(why)));
  ++appended_;
}

}  // namespace ladder
