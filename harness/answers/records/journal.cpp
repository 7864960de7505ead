#include "harness/answers/records/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"
#include "harness/base/files.h"

namespace ladder {

namespace fs = std::filesystem;

Journal::Journal(const RecordFile &records, const std::string &session) {
  std::error_code ignored;
  if (!fs::is_regular_file(records.path(), ignored)) return;
  path_ = fmt::format("{}.{}.partial", records.path(), session);
  // Another program may take the new file for one of a killed program, and remove it, until it is
  // locked.
  struct stat now {};
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
      fmt::print(stderr,
                 "'{}' cannot be created: {}; if this program is killed, points without a record "
                 "are lost\n",
                 path_, std::strerror(errno));
      return;
    }
    flock(descriptor_, LOCK_EX);
    fstat(descriptor_, &now);
  } while (now.st_nlink == 0);
}

Journal::~Journal() {
  if (descriptor_ < 0) return;
  struct stat now {};
  if (fstat(descriptor_, &now) == 0 && now.st_size == 0) remove();
  ::close(descriptor_);
}

void Journal::write_line(const Json &line) {
  if (descriptor_ < 0) return;
  // No fsync: a killed program loses nothing that the kernel has taken, and the next sample need
  // not wait.
  struct stat before {};
  fstat(descriptor_, &before);
  const int why = write_all(descriptor_, line.dump() + "\n");
  if (why == 0) return;
  if (ftruncate(descriptor_, before.st_size) != 0) {
    // A truncated last line is left out by who reads the file.
  }
  throw FileError(fmt::format(
      "a sample could not be written to '{}': {}; the earlier ones are kept: make room, or "
      "choose another file with --output=FILE",
      path_, std::strerror(why)));
}

void Journal::sample(const Json &record) { write_line({{"sample", record}}); }
void Journal::close_point(const std::string &key) { write_line({{"closed", key}}); }

void Journal::remove() {
  if (descriptor_ >= 0) unlink(path_.c_str());
}

Recorder::Recorder(const std::string &path, const Environment &environment)
    : environment_(environment), session_(new_session()), records_(path),
      recovered_(recover_killed(records_)), journal_(records_, session_) {}

void Recorder::sampled(const Case &c, const Measured &measured) {
  Measured newest = measured;
  newest.point.samples = {measured.point.samples.back()};
  journal_.sample(make_record(c, newest, environment_, read_environment_after(), session_));
}

Json Recorder::done(const Case &c, const Measured &measured) {
  const Point &point = measured.point;
  Json record;
  if (!point.samples.empty()) {
    record = make_record(c, measured, environment_, read_environment_after(), session_);
    records_.append(record);
  }
  // After the record: between the two a kill leaves the point in both, and recovery knows it.
  journal_.close_point(point_key(point_json(c, {point.entry, point.launch}, measured.cold)));
  return record;
}

std::string Recorder::summary(bool whole) const {
  const int count = records_.appended() - recovered_;
  if (count == 0)
    return whole ? "no record was written: no stage was timed"
                 : "interrupted before a point was timed: no record was written";
  return whole ? fmt::format("records: {}", path())
               : fmt::format("interrupted; records of {} point{}: {}", count, count == 1 ? "" : "s",
                             path());
}

void Recorder::finish() { journal_.remove(); }

}  // namespace ladder
