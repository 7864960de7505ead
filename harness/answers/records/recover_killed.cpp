// Records from the journals that killed programs left.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "harness/answers/records/journal.h"
#include "harness/answers/records/read_records.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

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
