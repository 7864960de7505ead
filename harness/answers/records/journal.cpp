#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record_file.h"
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

// Records from the journals that killed programs left.

namespace {

// A point of a killed program is in the file already where it was killed just after writing the
// record, or where the recovery itself was killed.
std::string identity(const Json &record) {
  return record.at("session").get<std::string>() + " " + point_key(record);
}

// What was measured up to and including `last`, which holds the newest sample alone.
void extend(Json &record, Json last) {
  Json samples = record.at("samples");
  for (const auto &[name, values] : last.at("samples").items())
    for (const Json &value : values) samples[name].push_back(value);
  last["samples"] = samples;
  // Whatever did not hold for one sample does not hold for the point.
  if (!record.at("verdict").at("passed").get<bool>()) last["verdict"] = record.at("verdict");
  if (last.at("floor").is_object() && record.at("floor").is_object() &&
      !record.at("floor").at("plausible").get<bool>())
    last["floor"]["plausible"] = false;
  record = std::move(last);
}

struct Open {
  std::string key;
  Json record;
};

// The points of a journal that were not closed, in the order of their first samples. A last line
// that was cut short is the sample that was being written: it is left out.
std::vector<Open> open_points(const std::string &path) {
  std::vector<Open> points;
  std::ifstream in(path, std::ios::binary);
  for (std::string text; std::getline(in, text);) {
    const Json line = Json::parse(text, nullptr, false);
    if (!line.is_object()) break;
    const bool closed = line.contains("closed");
    const std::string key =
        closed ? line.at("closed").get<std::string>() : point_key(line.at("sample"));
    const auto at =
        std::find_if(points.begin(), points.end(), [&](const Open &p) { return p.key == key; });
    if (closed && at != points.end())
      points.erase(at);
    else if (!closed && at == points.end())
      points.push_back({key, line.at("sample")});
    else if (!closed)
      extend(at->record, line.at("sample"));
  }
  return points;
}

void finish(Json &record) {
  std::vector<double> wall_s;
  for (const Json &ns : record.at("samples").at("wall_ns"))
    wall_s.push_back(1e-9 * ns.get<double>());
  record["summary"] = summary_json(wall_s, "killed", record.at("summary").at("warm_up_ns"));
  record["why_not_traced"] = "killed before it was traced";
}

int recover(const std::string &journal, RecordFile &records) {
  std::vector<Open> points = open_points(journal);
  std::set<std::string> there;
  if (!points.empty() && fs::file_size(records.path()) > 0)
    for (const Json &record : read_records(records.path())) there.insert(identity(record));
  int count = 0;
  for (Open &point : points) {
    if (there.contains(identity(point.record))) continue;
    finish(point.record);
    records.append(point.record);
    ++count;
  }
  return count;
}

}  // namespace

int recover_killed(RecordFile &records) {
  const fs::path path = records.path();
  const std::string prefix = path.filename().string() + ".";
  std::error_code problem;
  if (!fs::is_regular_file(path, problem)) return 0;
  std::vector<std::string> journals;
  for (const auto &entry :
       fs::directory_iterator(path.has_parent_path() ? path.parent_path() : ".", problem)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(".partial"))
      journals.push_back(entry.path().string());
  }
  std::sort(journals.begin(), journals.end());
  int count = 0;
  for (const std::string &journal : journals) {
    const int lock = open(journal.c_str(), O_RDONLY | O_CLOEXEC);
    if (lock < 0) continue;  // its program has just removed it
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) {
      try {
        count += recover(journal, records);
        unlink(journal.c_str());
      } catch (const Json::exception &) {
        fmt::print(stderr, "'{}' is not a journal of ladder and was not changed\n", journal);
      }
    }
    close(lock);
  }
  if (count > 0)
    fmt::print(stderr, "'{}': added {} record{} from the samples of a killed program\n",
               records.path(), count, count == 1 ? "" : "s");
  return count;
}

}  // namespace ladder
