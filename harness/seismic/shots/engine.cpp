#include "harness/seismic/shots/engine.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ranges>
#include <tuple>

#include "harness/answers/records/experiments.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/launched_ranks.h"

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

namespace {

namespace fs = std::filesystem;

// A stage of several ranks, and this process is the only one: it is another stage, and a little
// slower.
bool has_no_other_ranks(const ladder_stage &stage) {
  return ladder_launched_ranks() < 2 && has_knob(stage, "ranks");
}

// Stages that own the time loop and can run here, the last of the ladder first.
std::vector<Engine> candidates(const std::string &ladder, const Environment &environment) {
  std::vector<Engine> all;
  for (const StageEntry &entry : std::views::reverse(built_in_stages()))
    if (entry.ladder == ladder && entry.stage->owns_time_loop &&
        !has_no_other_ranks(*entry.stage) && lacks(*entry.stage, environment).empty())
      all.push_back(with_its_own_launch(entry));
  return all;
}

bool is_of(const Json &record, const Engine &engine) {
  const ladder_stage &stage = *engine.entry.stage;
  const Json own_launch = knobs_of(stage, engine.launch);
  return record.value("ladder", std::string("wave")) == engine.entry.ladder &&
         record.at("stage").at("name") == stage.name &&
         record.at("launch").at("asked") == own_launch;
}

// What cannot be read does not count: it is no reason to fail.
std::vector<Json> kept_in(const fs::path &machine, const std::vector<Engine> &engines) {
  std::vector<Json> kept;
  for (const fs::path &experiment : experiments(machine)) {
    try {
      const std::string file = (experiment / file_of_ladders).string();
      for (const Json &record : read_records_with_lines(file).records)
        if (std::ranges::any_of(engines, [&](const Engine &e) { return is_of(record, e); }))
          kept.push_back(record);
    } catch (const std::exception &) {
      continue;
    }
  }
  return kept;
}

// Empty without the folder data/, next to which results/ is.
std::vector<fs::path> folders_with_results() {
  try {
    return results_folders();
  } catch (const FileError &) {
    return {};
  }
}

// Those of this machine, or those of all others.
std::vector<Json> kept(bool here, const std::vector<Engine> &engines,
                       const Environment &environment) {
  const std::string mine = machine_slug(environment);
  std::vector<Json> all;
  for (const fs::path &results : folders_with_results())
    for (const fs::path &machine : machine_folders(results))
      if ((machine.filename() == mine) == here)
        std::ranges::move(kept_in(machine, engines), std::back_inserter(all));
  return all;
}

std::vector<std::string> faster_than(const Engine &engine, double cells,
                                     const std::vector<Engine> &engines,
                                     const Environment &environment) {
  for (const bool here : {true, false})
    if (const auto faster =
            faster_on_record(kept(here, engines, environment), engine.entry.name(), cells))
      return *faster;
  return {};
}

}  // namespace

Engine with_its_own_launch(const StageEntry &entry) {
  return {entry, make_launch(*entry.stage, {})};
}

std::vector<Json> records_of(const std::vector<Engine> &engines, const Environment &environment) {
  const std::vector<Json> mine = kept(true, engines, environment);
  return mine.empty() ? kept(false, engines, environment) : mine;
}

Engine fastest_engine(const WaveCase &c, const Environment &environment) {
  const std::vector<Engine> engines = candidates(c.ladder, environment);
  const auto takes_the_case = [&](const Engine &engine) {
    return refusal(c, *engine.entry.stage, engine.launch).empty();
  };
  const auto last = std::ranges::find_if(engines, takes_the_case);
  if (last == engines.end()) return with_its_own_launch(original_of(c.ladder));
  for (const auto &name : faster_than(*last, double(c.cells()), engines, environment)) {
    const auto named = [&](const Engine &engine) { return engine.entry.name() == name; };
    const auto faster = std::ranges::find_if(engines, named);
    if (faster != engines.end() && takes_the_case(*faster)) return *faster;
  }
  return *last;
}

}  // namespace ladder
