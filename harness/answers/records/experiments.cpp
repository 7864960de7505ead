#include "harness/answers/records/experiments.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <fstream>
#include <ranges>
#include <sstream>

#include "harness/base/data_folder.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/bench/registry/registry.h"
#include "harness/formats/new_file.h"

namespace ladder {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t date_length = 10;  // 2026-11-25

bool is_date(const std::string &text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i == 4 || i == 7 ? text[i] != '-' : !std::isdigit(static_cast<unsigned char>(text[i])))
      return false;
  return text.size() == date_length;
}

// Empty where the folder is not one of an experiment.
std::string experiment_of(const fs::path &folder) {
  const std::string name = folder.filename().string();
  const bool named = name.size() > date_length + 1 && name[date_length] == '-' &&
                     is_date(name.substr(0, date_length));
  return named ? name.substr(date_length + 1) : "";
}

std::vector<fs::path> folders_in(const fs::path &parent) {
  std::vector<fs::path> folders;
  std::error_code problem;
  for (const auto &entry : fs::directory_iterator(parent, problem))
    if (entry.is_directory(problem)) folders.push_back(entry.path());
  std::ranges::sort(folders);
  return folders;
}

std::string as_folder_name(std::string name) {
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_') c = '-';
  return name;
}

std::string without_absolute_path(const std::string &word) {
  const std::size_t value = word.starts_with("--") ? word.find('=') + 1 : 0;
  if (!word.substr(value).starts_with('/')) return word;
  return word.substr(0, value) + fs::path(word.substr(value)).filename().string();
}

std::string quoted(const std::string &word) {
  constexpr const char *plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/@%+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::vector<std::string> words_of_this_process() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string cell_named(const std::string &machine, const Json &point) {
  return fmt::format("{}|{}|{}|{}", machine, point.at("stage").at("name").get<std::string>(),
                     point.at("case").at("hash").get<std::string>(),
                     point.at("launch").at("asked").dump());
}

}  // namespace

fs::path results_folder() {
  if (const AdoptedLadder *adopted = adopted_ladder())
    return (adopted->folder / "results").lexically_normal();
  std::error_code problem;
  const fs::path root = data_folder().parent_path();
  const bool source_tree = fs::exists(root / "harness" / "stage.h", problem);
  return ((source_tree ? root : fs::path(".")) / "results").lexically_normal();
}

std::vector<fs::path> results_folders() {
  const fs::path own = results_folder(), shipped = data_folder().parent_path() / "results";
  std::error_code problem;
  if (fs::equivalent(own, shipped, problem)) return {own};
  return {own, shipped};
}

fs::path machine_folder(const Environment &environment) {
  return results_folder() / machine_slug(environment);
}

std::vector<fs::path> experiments(const fs::path &machine, const std::string &experiment) {
  std::vector<fs::path> found = folders_in(machine);
  std::erase_if(found, [&](const fs::path &folder) {
    const std::string name = experiment_of(folder);
    return name.empty() || (!experiment.empty() && name != experiment);
  });
  return found;
}

fs::path experiment_of_today(const fs::path &machine, const std::string &experiment) {
  return machine / fmt::format("{:%Y-%m-%d}-{}", fmt::gmtime(std::time(nullptr)),
                               as_folder_name(experiment.empty() ? "case" : experiment));
}

fs::path newest_file(const fs::path &machine, const std::string &experiment,
                     const std::string &file) {
  std::error_code problem;
  for (const fs::path &folder : std::views::reverse(experiments(machine, experiment)))
    if (fs::exists(folder / file, problem)) return folder / file;
  return experiment_of_today(machine, experiment) / file;
}

std::vector<fs::path> machine_folders(const fs::path &results) { return folders_in(results); }

std::string as_noted(const std::vector<std::string> &words) {
  std::vector<std::string> noted;
  for (const std::string &word : words) noted.push_back(quoted(without_absolute_path(word)));
  return fmt::format("{}", fmt::join(noted, " "));
}

void note_command(const std::string &file) {
  std::error_code problem;
  std::vector<std::string> words = words_of_this_process();
  if (words.empty() || !fs::is_regular_file(file, problem)) return;
  words[0] = "ladder";
  try {
    const OpenedToAppend opened =
        open_to_append((fs::path(file).parent_path() / "command").string());
    if (opened.descriptor < 0) return;
    write_all(opened.descriptor, as_noted(words) + "\n");
    close(opened.descriptor);
  } catch (const FileError &) {
    return;
  }
}

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
