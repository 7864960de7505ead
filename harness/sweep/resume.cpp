#include "harness/sweep/resume.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/records/comparable.h"
#include "harness/records/read_records.h"

namespace ladder {
namespace {

[[noreturn]] void refuse(const std::string &path, int line, const std::string &difference) {
  throw Error(Exit::not_comparable,
              fmt::format("cannot resume from '{}': {} (line {} and now); choose another file "
                          "with --output=FILE",
                          path, difference, line));
}

// The same case by its name and what sweeps vary, yet another hash: its model, source or spacing changed.
std::string case_difference(const Json &before, const std::vector<Json> &cases) {
  bool named = false;
  for (const Json &now : cases) {
    named = named || now.at("name") == before.at("name");
    bool same = true;
    for (const char *field : {"name", "half_length", "steps", "operator"})  // those that it has
      same = same && now.value(field, Json()) == before.value(field, Json());
    if (same && now.at("hash") != before.at("hash"))
      return fmt::format("case.hash differs: {} and {}", before.at("hash").dump(),
                         now.at("hash").dump());
  }
  return named ? ""
               : fmt::format("case.name differs: {} is not a case of this sweep",
                             before.at("name").dump());
}

// Another stage of the same name.
std::string stage_difference(const Json &before, const std::map<std::string, std::string> &stages) {
  const auto now = stages.find(before.at("name").get<std::string>());
  if (now == stages.end() || before.at("hash") == now->second) return "";
  return fmt::format("stage.hash of '{}' differs: {} and {}", now->first,
                     before.at("hash").get<std::string>(), now->second);
}

}  // namespace

std::set<std::string> finished_points(const std::string &path, const Json &environment,
                                      const std::vector<Json> &cases,
                                      const std::map<std::string, std::string> &stages) {
  std::set<std::string> finished;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored) || std::filesystem::file_size(path, ignored) == 0)
    return finished;
  const RecordsRead read = read_records_with_lines(path);
  for (std::size_t i = 0; i < read.records.size(); ++i) {
    const Json &record = read.records[i], &before = record.at("environment");
    for (const std::string &why :
         {machine_difference(before, environment), build_difference(before, environment),
          case_difference(record.at("case"), cases), stage_difference(record.at("stage"), stages)})
      if (!why.empty()) refuse(path, read.lines[i], why);
    const std::string stopped_by = record.at("summary").value("stopped_by", "");
    if (stopped_by != "killed" && stopped_by != "interrupted") finished.insert(point_key(record));
  }
  return finished;
}

}  // namespace ladder
