#include "harness/answers/records/predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/answers/records/experiments.h"
#include "harness/base/error.h"
#include "harness/base/files.h"

namespace ladder {
namespace {

std::string cell_named(const std::string &machine, const Json &point) {
  return fmt::format("{}|{}|{}|{}", machine, point.at("stage").at("name").get<std::string>(),
                     point.at("case").at("hash").get<std::string>(),
                     point.at("launch").at("asked").dump());
}

}  // namespace

std::vector<Json> read_predictions(const std::string &path) {
  std::vector<Json> all;
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    Json one = Json::parse(line, nullptr, false);
    if (one.is_discarded() || !one.is_object() || one.value("kind", "") != "prediction" ||
        one.value("prediction_schema", 0) != 1)
      throw FileError(
          fmt::format("'{}': line {} is no prediction of schema 1; `ladder predict "
                      "--json` writes them",
                      path, all.size() + 1));
    all.push_back(std::move(one));
  }
  if (all.empty()) throw FileError(fmt::format("'{}' holds no prediction", path));
  return all;
}

std::vector<Json> kept_predictions(const std::filesystem::path &results) {
  std::vector<std::string> files;
  std::error_code problem;
  for (const auto &machine : machine_folders(results))
    for (const auto &experiment : experiments(machine))
      for (const auto &file : std::filesystem::directory_iterator(experiment, problem)) {
        const std::string name = file.path().filename().string();
        if (name.starts_with("predictions") && name.ends_with(".jsonl"))
          files.push_back(file.path().string());
      }
  std::ranges::sort(files);
  std::vector<Json> all;
  for (const std::string &file : files)
    std::ranges::move(read_predictions(file), std::back_inserter(all));
  return all;
}

std::string cell_of_record(const Json &record) {
  const Json &environment = record.at("environment"), &gpu = environment.at("gpu");
  return cell_named((gpu.is_null() ? environment.at("cpu") : gpu.at("name")).get<std::string>(),
                    record);
}

PredictionsByCell::PredictionsByCell(std::vector<Json> predictions) {
  for (Json &one : predictions) {
    const std::string cell = cell_named(one.at("machine").get<std::string>(), one);
    by_cell_[cell] = std::move(one);
  }
}

const Json *PredictionsByCell::of(const Json &record) const {
  const auto found = by_cell_.find(cell_of_record(record));
  return found == by_cell_.end() ? nullptr : &found->second;
}

}  // namespace ladder
