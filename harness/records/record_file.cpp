#include "harness/records/record_file.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "harness/case/data_folder.h"
#include "harness/error.h"

namespace ladder {

namespace fs = std::filesystem;

RecordFile::RecordFile(const std::string &path) : path_(path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code problem;
  if (!folder.empty()) fs::create_directories(folder, problem);
  if (problem)
    throw FileError(
        fmt::format("the folder '{}' cannot be made: {}; choose another with --output=FILE",
                    folder.string(), problem.message()));
  descriptor_ = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0)
    throw FileError(fmt::format("'{}' cannot be written: {}; choose another with --output=FILE",
                                path, std::strerror(errno)));
  set_aside_broken_end();
}

// A program that was killed while it wrote leaves a line without its end. Nobody writes while this one
// holds the lock, so such a line is nobody's any more.
void RecordFile::set_aside_broken_end() {
  flock(descriptor_, LOCK_EX);
  const int reader = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  const off_t size = lseek(descriptor_, 0, SEEK_END);
  std::string end;
  char c = 0;
  for (off_t at = size; at > 0 && pread(reader, &c, 1, at - 1) == 1 && c != '\n'; --at)
    end.insert(end.begin(), c);
  if (reader >= 0) close(reader);
  if (!end.empty()) {
    const std::string aside = path_ + ".broken";
    const int keep = open(aside.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    end += '\n';
    const bool kept = keep >= 0 && write(keep, end.data(), end.size()) == ssize_t(end.size());
    if (keep >= 0) close(keep);
    if (!kept || ftruncate(descriptor_, size - static_cast<off_t>(end.size() - 1)) != 0) {
      flock(descriptor_, LOCK_UN);
      throw FileError(fmt::format(
          "the last line of '{}' is broken and cannot be kept aside in '{}'", path_, aside));
    }
    fmt::print(stderr, "the last line of '{}' was cut short: it is kept in '{}'\n", path_, aside);
  }
  flock(descriptor_, LOCK_UN);
}

RecordFile::~RecordFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void RecordFile::append(const Json &record) {
  const std::string line = record.dump() + "\n";
  // One write under a lock: two programs that append to one file do not mix their lines.
  flock(descriptor_, LOCK_EX);
  struct stat before {};
  fstat(descriptor_, &before);
  ssize_t written = write(descriptor_, line.data(), line.size());
  int why = errno;
  const bool whole = written == static_cast<ssize_t>(line.size());
  if (whole && S_ISREG(before.st_mode) && fsync(descriptor_) != 0) {
    written = -1;
    why = errno;
  }
  // A part of a line would spoil the file.
  if (written != static_cast<ssize_t>(line.size()) && ftruncate(descriptor_, before.st_size) != 0)
    why = errno;
  flock(descriptor_, LOCK_UN);
  if (written != static_cast<ssize_t>(line.size()))
    throw FileError(fmt::format("'{}' took no further record: {}; what it held before is whole",
                                path_, written < 0 ? std::strerror(why) : "the disk may be full"));
}

std::string default_record_path(const Environment &environment) {
  std::error_code problem;
  const fs::path root = data_folder().parent_path();
  const bool source_tree = fs::exists(root / "harness" / "stage.h", problem);
  return ((source_tree ? root : fs::path(".")) / "results" / machine_slug(environment) /
          fmt::format("{:%Y-%m-%d}.jsonl", fmt::gmtime(std::time(nullptr))))
      .lexically_normal()
      .string();
}

}  // namespace ladder
