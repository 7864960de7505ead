#include "harness/records/record_file.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
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
}

RecordFile::~RecordFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void RecordFile::append(const Json &record) {
  const std::string line = record.dump() + "\n";
  // One write under a lock: two programs that append to one file do not mix their lines.
  flock(descriptor_, LOCK_EX);
  const ssize_t written = write(descriptor_, line.data(), line.size());
  const int why = errno;
  if (written == static_cast<ssize_t>(line.size())) fsync(descriptor_);
  flock(descriptor_, LOCK_UN);
  if (written != static_cast<ssize_t>(line.size()))
    throw FileError(fmt::format("'{}' took {} of {} bytes of a record: {}", path_, written,
                                line.size(),
                                written < 0 ? std::strerror(why) : "the disk may be full"));
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
