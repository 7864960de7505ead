#include "harness/answers/tune/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <ranges>

#include "harness/answers/records/comparable.h"
#include "harness/answers/records/experiments.h"
#include "harness/base/error.h"

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

Ratio against(const Trial &own, const Trial &other, double confidence) {
  std::map<int, double> of_round;
  for (std::size_t i = 0; i < own.wall_s.size(); ++i) of_round[own.rounds[i]] = own.wall_s[i];
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < other.wall_s.size(); ++i)
    if (const auto found = of_round.find(other.rounds[i]); found != of_round.end())
      pairs.emplace_back(found->second, other.wall_s[i]);
  return pairs.empty() ? Ratio{} : paired_ratio(pairs, confidence);
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

namespace {

constexpr int small_range = 8;  // values, all of which are tried
constexpr int fewest_threads_of_a_block = 64, fewest_along_z = 8;

using Values = std::vector<std::vector<int>>;

std::vector<int> powers_of_two(int least, int most) {
  std::vector<int> powers;
  for (long power = 1; power <= most; power *= 2)
    if (power >= least) powers.push_back(static_cast<int>(power));
  return powers;
}

Values of_one_number(const ladder_knob &knob, bool on_host, int cores) {
  const bool threads_of_host = on_host && std::strcmp(knob.name, "threads") == 0;
  const int most = threads_of_host ? std::clamp(cores, knob.least[0], knob.most[0]) : knob.most[0];
  std::vector<int> numbers;
  if (most - knob.least[0] < small_range)
    for (int n = std::max(1, knob.least[0]); n <= most; ++n) numbers.push_back(n);
  else
    numbers = powers_of_two(std::max(1, knob.least[0]), most);
  if (threads_of_host && std::ranges::count(numbers, most) == 0) numbers.push_back(most);
  Values values;
  for (const int n : numbers) values.push_back({n});
  return values;
}

// Blocks of a kernel that are neither too small nor too narrow along z, which is the fastest axis.
Values of_two_numbers(const ladder_knob &knob) {
  Values values;
  for (const int z : powers_of_two(knob.least[0], knob.most[0]))
    for (const int x : powers_of_two(knob.least[1], knob.most[1])) {
      const bool narrow =
          z < std::min(fewest_along_z, knob.most[0]) || long{z} * x < fewest_threads_of_a_block;
      if (!knob.kernel || !narrow) values.push_back({z, x});
    }
  return values;
}

// Without those that the declarations rule out, and without the stage's own launch under another
// name.
std::vector<AskedKnobs> possible(const ladder_stage &stage, const std::vector<AskedKnobs> &all) {
  const ladder_launch own = make_launch(stage, {});
  std::vector<AskedKnobs> kept = {{}};
  for (const AskedKnobs &one : all) try {
      const ladder_launch launch = make_launch(stage, one);
      if (std::memcmp(&launch, &own, sizeof own) != 0) kept.push_back(one);
    } catch (const UsageError &) {
    }
  return kept;
}

}  // namespace

std::vector<AskedKnobs> candidates(const ladder_stage &stage, int cores) {
  std::vector<AskedKnobs> product = {{}}, one_at_a_time;
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    if (std::strcmp(knob.name, "shots") == 0) continue;
    const Values values = knob.values == 2
                              ? of_two_numbers(knob)
                              : of_one_number(knob, stage.device == LADDER_ON_HOST, cores);
    std::vector<AskedKnobs> longer;
    for (const auto &value : values) {
      one_at_a_time.push_back({{knob.name, value}});
      for (AskedKnobs launch : product) {
        launch[knob.name] = value;
        longer.push_back(std::move(launch));
      }
    }
    if (!longer.empty() && product.size() <= most_candidates) product = std::move(longer);
  }
  const auto all = possible(stage, product);
  return all.size() <= most_candidates + 1 ? all : possible(stage, one_at_a_time);
}

std::vector<std::size_t> finalists(const std::vector<Trial> &trials, std::size_t most) {
  std::vector<std::size_t> others;
  for (std::size_t i = 1; i < trials.size(); ++i)
    if (!trials[i].wall_s.empty() && median(trials[i].wall_s) <= median(trials[0].wall_s))
      others.push_back(i);
  std::ranges::stable_sort(others, {}, [&](std::size_t i) { return median(trials[i].wall_s); });
  if (others.size() > most) others.resize(most);
  others.insert(others.begin(), 0);
  return others;
}

double confidence_of_each(std::size_t others) {
  return 1 - (1 - usual_confidence) / double(others);
}

Decision decide_launch(const std::vector<Trial> &trials, double least_effect) {
  Decision decision;
  const std::size_t others = trials.size() - 1;
  if (others == 0) {
    decision.words = "no other launch was as fast";
    return decision;
  }
  const double confidence = confidence_of_each(others);
  for (std::size_t i = 1; i < trials.size(); ++i) {
    const Ratio ratio = against(trials[0], trials[i], confidence);
    if (ratio.samples == 0 || (decision.nearest != 0 && ratio.value >= decision.against_own.value))
      continue;
    decision.nearest = i;
    decision.against_own = ratio;
  }
  if (decision.nearest == 0) {
    decision.words = "no other launch could be compared with the default";
    return decision;
  }
  if (decide(decision.against_own, least_effect) == Change::faster) {
    decision.best = decision.nearest;
    decision.words = "faster than the default";
  } else {
    decision.words = "not distinguishable from the default, which is kept";
  }
  return decision;
}

}  // namespace ladder
