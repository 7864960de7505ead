#include "harness/seismic/shots/on_record.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "harness/answers/records/result.h"

namespace ladder {
namespace {

double cells_of(const Json &record) {
  const Json &c = record.at("case");
  return c.at("nz").get<double>() * c.at("nx").get<double>() * c.value("ny", 1.0);
}

double wall_ns(const Json &record) { return record.at("summary").at("median_ns"); }

std::string name_of(const Json &record) { return record.at("stage").at("name"); }

// What was measured together, in turn.
struct Session {
  std::map<std::string, double> wall_ns;  // by stage
  double cells = 0;
  Json of;           // the case
  std::string time;  // of its last record
};

std::vector<Session> sessions_of(const std::vector<Json> &records) {
  std::map<std::pair<std::string, std::string>, Session> sessions;
  for (const Json &record : records) {
    if (!right(record) || record.at("cache") != "warm") continue;
    Session &session =
        sessions[{record.at("session"), record.at("case").at("hash").get<std::string>()}];
    session.cells = cells_of(record);
    session.of = record.at("case");
    session.time = std::max<std::string>(session.time, record.at("time"));
    const auto [at, first] = session.wall_ns.emplace(name_of(record), wall_ns(record));
    if (!first) at->second = std::min(at->second, wall_ns(record));
  }
  std::vector<Session> all;
  for (auto &[key, session] : sessions) all.push_back(std::move(session));
  return all;
}

}  // namespace

std::optional<std::vector<std::string>> faster_on_record(const std::vector<Json> &records,
                                                         const std::string &stage, double cells) {
  std::vector<Session> sessions = sessions_of(records);
  std::erase_if(sessions, [&](const Session &one) { return !one.wall_ns.contains(stage); });
  if (sessions.empty()) return std::nullopt;
  const auto apart = [&](const Session &one) { return std::abs(std::log(one.cells / cells)); };
  const auto chosen =
      std::min_element(sessions.begin(), sessions.end(), [&](const Session &a, const Session &b) {
        return std::tuple(apart(a), b.time) < std::tuple(apart(b), a.time);
      });
  std::vector<std::pair<double, std::string>> faster;
  for (const auto &[name, wall] : chosen->wall_ns)
    if (wall < chosen->wall_ns.at(stage)) faster.emplace_back(wall, name);
  std::sort(faster.begin(), faster.end());
  std::vector<std::string> names;
  for (const auto &[wall, name] : faster) names.push_back(name);
  return names;
}

std::map<std::string, double> walls_on_record(const std::vector<Json> &records,
                                              const std::function<double(const Json &)> &apart) {
  std::vector<Session> sessions = sessions_of(records);
  std::ranges::sort(sessions, [&](const Session &a, const Session &b) {
    return std::tuple(apart(a.of), b.time) < std::tuple(apart(b.of), a.time);
  });
  std::map<std::string, double> walls;
  for (const Session &one : sessions) walls.insert(one.wall_ns.begin(), one.wall_ns.end());
  return walls;
}

}  // namespace ladder
