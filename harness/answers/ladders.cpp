#include "harness/answers/ladders.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/answers/records/comparable.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"

namespace ladder {
namespace {

std::string session_of(const Json &record) {
  return fmt::format("{} {} {}", record.at("session").get<std::string>(),
                     record.at("case").at("hash").get<std::string>(),
                     record.at("cache").get<std::string>());
}

std::size_t machine_of(const Json &record, std::vector<Json> &machines) {
  const Json &environment = record.at("environment");
  const auto at = std::ranges::find_if(
      machines, [&](const Json &one) { return same_kind_of_machine(one, environment); });
  if (at != machines.end()) return std::size_t(at - machines.begin());
  machines.push_back(environment);
  return machines.size() - 1;
}

// Each record with the line that it was read from.
std::vector<Together> groups_of(const std::vector<std::string> &files,
                                std::vector<Json> &machines) {
  std::vector<Together> groups;
  std::map<std::pair<std::size_t, std::string>, std::size_t> known;
  for (const std::string &file : files) {
    RecordsRead read = read_records_with_lines(file);
    if (!read.broken_last.empty()) fmt::print(stderr, "{}\n", read.broken_last);
    for (std::size_t i = 0; i < read.records.size(); ++i) {
      Json &record = read.records[i];
      const std::size_t machine = machine_of(record, machines);
      const auto [at, is_new] = known.try_emplace({machine, session_of(record)}, groups.size());
      if (is_new) groups.push_back({{}, {}, {}, machine, {}});
      groups[at->second].records.push_back(std::move(record));
      groups[at->second].lines.push_back({file, read.lines[i]});
    }
  }
  return groups;
}

void put_in_order(Together &group) {
  const std::vector<std::size_t> order = ladder_order(group.records);
  Together sorted{{}, {}, {}, group.machine, {}};
  for (const std::size_t i : order) {
    sorted.records.push_back(std::move(group.records[i]));
    sorted.lines.push_back(group.lines[i]);
  }
  group = std::move(sorted);
}

void add_answers(Together &group, const PredictionsByCell &predictions) {
  try {
    put_in_order(group);
    group.stages = stage_answers(group.records, predictions);
    group.break_even = break_even(group.records);
  } catch (const Json::exception &problem) {
    throw FileError(
        fmt::format("'{}': a record has a field that is not as ladder writes it: {}; "
                    "leave the record out, or measure it again",
                    group.lines.front().file, problem.what()));
  }
}

// Ranks sessions: the number of their stages, then the time of the newest record.
std::pair<std::size_t, std::string> rank_of(const Together &group) {
  std::set<std::string> names;
  std::string newest;
  for (std::size_t i = 0; i < group.records.size(); ++i) {
    names.insert(group.stages[i].stage);
    newest = std::max(newest, group.records[i].at("time").get<std::string>());
  }
  return {names.size(), newest};
}

std::string hash_of_case(const Together &group) {
  return group.records.front().at("case").at("hash");
}

// Stages with several launches: which of them is the ladder's nobody said, so other sessions go
// before.
std::set<std::string> swept_in(const Together &group) {
  std::map<std::string, std::set<std::string>> launches;
  for (std::size_t i = 0; i < group.records.size(); ++i)
    launches[group.stages[i].stage].insert(group.records[i].at("launch").at("used").dump());
  std::set<std::string> swept;
  for (const auto &[stage, used] : launches)
    if (used.size() > 1) swept.insert(stage);
  return swept;
}

NewestLadder newest_of(std::vector<const Together *> sessions) {
  const auto rank = [](const Together *one) { return rank_of(*one); };
  const auto newest = [](const Together *one) { return rank_of(*one).second; };
  std::iter_swap(sessions.begin(), std::ranges::max_element(sessions, {}, rank));
  const Together &most = *sessions.front();
  std::erase_if(sessions,
                [&](const Together *one) { return hash_of_case(*one) != hash_of_case(most); });
  std::stable_sort(sessions.begin() + 1, sessions.end(),
                   [&](const auto *a, const auto *b) { return newest(a) > newest(b); });
  std::vector<Json> records;
  NewestLadder all;
  all.machine = most.machine, all.case_name = most.records.front().at("case").at("name");
  all.environment = most.records.front().at("environment");
  std::set<std::string> taken;
  for (const bool swept : {false, true})
    for (const Together *one : sessions) {
      const std::set<std::string> with_launches = swept_in(*one);
      for (std::size_t i = 0; i < one->records.size(); ++i) {
        const std::string &stage = one->stages[i].stage;
        if (with_launches.contains(stage) != swept || !taken.insert(stage).second) continue;
        records.push_back(one->records[i]);
        all.lines.push_back(one->lines[i]), all.stages.push_back(one->stages[i]);
      }
    }
  NewestLadder sorted{all.machine, all.case_name, all.environment, {}, {}};
  for (const std::size_t i : ladder_order(records)) {
    sorted.lines.push_back(all.lines[i]);
    sorted.stages.push_back(all.stages[i]);
  }
  return sorted;
}

}  // namespace

std::vector<std::vector<std::size_t>> measured_together(const std::vector<Json> &records) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto [at, is_new] = known.try_emplace(session_of(records[i]), groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(i);
  }
  return groups;
}

Ladders read_ladders(const std::vector<std::string> &files, const PredictionsByCell &predictions) {
  Ladders all;
  all.together = groups_of(files, all.machines);
  std::map<std::pair<std::size_t, std::string>, std::vector<const Together *>> of_case;
  for (Together &group : all.together) {
    add_answers(group, predictions);
    of_case[{group.machine, group.records.front().at("case").at("name")}].push_back(&group);
  }
  for (const auto &[key, sessions] : of_case) all.newest.push_back(newest_of(sessions));
  return all;
}

}  // namespace ladder
