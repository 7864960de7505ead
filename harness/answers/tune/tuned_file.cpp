#include "harness/answers/tune/tuned_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ranges>

#include "harness/answers/records/comparable.h"
#include "harness/answers/records/experiments.h"

namespace ladder {
namespace {

constexpr const char *experiment = "tune", *file_name = "tuned.jsonl";

std::string text_at(const Json &line, const char *path) {
  const Json::json_pointer at(path);
  return line.contains(at) && line.at(at).is_string() ? line.at(at).get<std::string>() : "";
}

// Which field makes a line hold for another point; empty where it holds for this one.
std::string tuned_difference(const Json &line, const Json &point, const Json &environment) {
  for (const char *field : {"/case/hash", "/stage/hash"})
    if (text_at(line, field) != text_at(point, field))
      return fmt::format("{}.hash was {} and is {}", field[1] == 'c' ? "case" : "stage",
                         text_at(line, field), text_at(point, field));
  return machine_difference(line.at("environment"), environment);
}

}  // namespace

const RecordKind tuned_launches = {"tuned launches of ladder",
                                   "{\"tuned_schema\":",
                                   {"tuned_schema", "stage", "case", "launch", "environment"}};

std::filesystem::path new_tuned_file(const std::filesystem::path &machine) {
  return experiment_of_today(machine, experiment) / file_name;
}

std::vector<Json> all_tuned(const std::filesystem::path &machine) {
  std::vector<Json> lines;
  for (const auto &folder : experiments(machine, experiment))
    std::ranges::move(read_tuned((folder / file_name).string()), std::back_inserter(lines));
  return lines;
}

std::vector<Json> read_tuned(const std::string &path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  look_at_records(path, tuned_launches);
  std::vector<Json> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (Json json = Json::parse(line, nullptr, false); json.is_object())
      lines.push_back(std::move(json));
  return lines;
}

TunedLaunch tuned_launch(const std::vector<Json> &lines, const Json &point,
                         const Json &environment) {
  TunedLaunch found;
  for (const Json &line : lines | std::views::reverse) {
    if (text_at(line, "/stage/name") != text_at(point, "/stage/name") ||
        text_at(line, "/ladder") != text_at(point, "/ladder"))
      continue;
    const std::string why = tuned_difference(line, point, environment);
    if (why.empty()) {
      found.knobs = line.at("launch").get<AskedKnobs>();
      found.stale.clear();
      return found;
    }
    const bool same_name = text_at(line, "/case/name") == text_at(point, "/case/name");
    if (found.stale.empty() && same_name) found.stale = why;
  }
  return found;
}

}  // namespace ladder
