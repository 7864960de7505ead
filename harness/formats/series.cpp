#include "harness/formats/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "harness/base/error.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

constexpr std::array formats = {"npy", "vti", "rsf", "f32"};

// What a list of the program's names; nothing where it is no such list.
std::set<std::string> files_in_list(const fs::path &list) {
  std::ifstream in(list, std::ios::binary);
  const Json json = in ? Json::parse(in, nullptr, false) : Json();
  if (!json.is_object() || !json.contains("steps") || !json.contains("files") ||
      !json.at("files").is_array())
    return {};
  std::set<std::string> files = {list.filename().string(), "series.pvd"};
  for (const Json &file : json.at("files")) {
    // A path that leads out of the folder is nothing that the program wrote.
    if (!file.is_string() || !is_snapshot_name(file.get<std::string>())) return {};
    files.insert(file.get<std::string>());
  }
  for (const char *format : formats)
    for (const char *ending : {"", ".json"})
      files.insert(fmt::format("velocity.{}{}", format, ending));
  return files;
}

std::set<std::string> files_of_series(const std::string &folder) {
  std::set<std::string> files;
  for (const char *list : {series_list, series_unfinished})
    files.merge(files_in_list(fs::path(folder) / list));
  return files;
}

}  // namespace

bool is_snapshot_name(const std::string &file) {
  if (!file.starts_with("p_") && !file.starts_with("t_")) return false;
  const auto dot = file.find('.');
  if (dot == std::string::npos || dot < 8) return false;
  return std::all_of(file.begin() + 2, file.begin() + static_cast<std::ptrdiff_t>(dot),
                     [](char c) { return '0' <= c && c <= '9'; }) &&
         std::ranges::count(formats, file.substr(dot + 1)) == 1;
}

void refuse_foreign_series(const std::string &folder, bool replace) {
  std::error_code problem;
  const auto status = fs::status(folder, problem);
  if (!fs::exists(status)) return refuse_taken(folder, false);
  if (!fs::is_directory(status))
    throw FileError(fmt::format(
        "'{}' is a file, but the snapshots need a folder of that name: choose another --output",
        folder));
  const auto files = files_of_series(folder);
  for (const auto &entry : fs::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    if (!files.contains(name))
      throw FileError(
          fmt::format("'{}' holds '{}', which is not one of its snapshots: move it away, or choose "
                      "another --output",
                      folder, name));
  }
  if (problem) throw FileError(fmt::format("'{}' cannot be read: {}", folder, problem.message()));
  if (!files.empty() && !replace)
    throw FileError(fmt::format(
        "'{}' already holds snapshots: add --overwrite, or choose another --output", folder));
}

void remove_series(const std::string &folder, const std::set<std::string> &stay) {
  std::error_code problem;
  for (const std::string &file : files_of_series(folder))
    if (!stay.contains(file) && !fs::remove(fs::path(folder) / file, problem) && problem)
      throw FileError(
          fmt::format("the older '{}/{}' cannot be removed: {}", folder, file, problem.message()));
}

Series::Series(SeriesAsked asked, char letter, Json about)
    : asked_(std::move(asked)), letter_(letter), about_(std::move(about)) {
  refuse_foreign_series(asked_.folder, asked_.overwrite || asked_.resume);
  lock_output(asked_.folder);
}

std::string Series::file_of(int step) const {
  return fmt::format("{}_{:06}.{}", letter_, step, asked_.ending);
}

bool Series::wants(int step) const {
  return std::binary_search(asked_.steps.begin(), asked_.steps.end(), step);
}

void Series::begin() {
  if (begun_) return;
  begun_ = true;
  std::error_code problem;
  fs::create_directories(asked_.folder, problem);
  if (problem)
    throw FileError(fmt::format("'{}' cannot be created: {}", asked_.folder, problem.message()));
  std::set<std::string> stay;
  if (asked_.resume)
    for (const int step : asked_.steps) stay.insert(file_of(step));
  remove_series(asked_.folder, stay);
  write_list(series_unfinished);
}

void Series::write(int step, const Grid &grid) {
  write_grid((fs::path(asked_.folder) / file_of(step)).string(), grid, true);
}

void Series::write_list(const std::string &name) const {
  Json series = about_;
  for (const char *list : {"files", "steps", "times"}) series[list] = Json::array();
  for (const int step : asked_.steps) {
    series["files"].push_back(file_of(step));
    series["steps"].push_back(step);
    series["times"].push_back(asked_.time(step));
  }
  write_whole((fs::path(asked_.folder) / name).string(), series.dump(1) + "\n", true);
}

void Series::finish() {
  begin();
  if (asked_.ending == "vti") {
    std::vector<Snapshot> collection;
    for (const int step : asked_.steps) collection.push_back({asked_.time(step), file_of(step)});
    write_pvd(asked_.folder + "/series.pvd", collection, true);
  }
  write_list(series_list);
  std::error_code problem;
  fs::remove(fs::path(asked_.folder) / series_unfinished, problem);
}

}  // namespace ladder
