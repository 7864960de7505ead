#include "harness/predict/model/compare_predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {
namespace {

std::string launch_of(const Json &record) {
  std::string words;
  for (const auto &[knob, values] : record.at("launch").at("asked").items()) {
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", knob, values.at(0).get<int>());
    if (values.size() == 2) words += fmt::format("x{}", values.at(1).get<int>());
  }
  return words;
}

std::string stage_and_case(const Json &record) {
  const Json &c = record.at("case");
  std::string words =
      fmt::format("{} {} {}x{}", record.at("stage").at("name").get<std::string>(),
                  c.at("name").get<std::string>(), c.at("nz").get<int>(), c.at("nx").get<int>());
  if (c.contains("ny")) words += fmt::format("x{}", c.at("ny").get<int>());
  if (c.contains("half_length"))
    words += fmt::format(", half-length {}", c.at("half_length").get<int>());
  return words;
}

std::string name_of(const Json &record) {
  const std::string launch = launch_of(record);
  return stage_and_case(record) + (launch.empty() ? "" : " " + launch);
}

// Of the kernels that were predicted, in a step of the traced run; 0 where one was not traced. Of a
// stage on the host the time inside its calls, which a disturbed run does not say; a device has a
// clock of its own.
double measured_seconds(const Json &prediction, const Json &record) {
  if (!record.contains("traced") || record.at("traced").is_null()) return 0;
  if (record.at("stage").at("device") == "host") {
    if (!disturbance(record).empty()) return 0;
    return 1e-9 * record.at("traced").at("scopes_ns").at("kernel").get<double>() /
           record.at("case").at("steps").get<double>();
  }
  double seconds = 0;
  for (const Json &kernel : prediction.at("kernels")) {
    const Json &profile = record.at("traced").at("profile");
    const auto found = std::ranges::find_if(
        profile, [&](const Json &traced) { return traced.at("name") == kernel.at("name"); });
    if (found == profile.end()) return 0;
    // A launch for all steps may have been divided.
    const double launches = kernel.at("launches").get<double>();
    const bool of_all_steps =
        launches < 1 && launches * record.at("case").at("steps").get<double>() < 1.5;
    seconds += launches * 1e-9 * found->at("total_ns").get<double>() /
               (of_all_steps ? 1 : found->at("calls").get<double>());
  }
  return seconds;
}

ComparedCell cell_of(const Json &prediction, const Json &record, double measured) {
  ComparedCell cell;
  cell.times = {name_of(record), prediction.at("kernels_s").get<double>(), measured};
  cell.stage = record.at("stage").at("name").get<std::string>();
  cell.of_launches = stage_and_case(record);
  cell.launch = launch_of(record);
  cell.regime = prediction.at("regime").get<std::string>();
  double longest = 0;
  for (const auto &[term, seconds] : prediction.at("terms_s").items()) {
    if (term == "launch")
      cell.launch_share = seconds.get<double>() / prediction.at("step_s").get<double>();
    else if (seconds.get<double>() > longest) {
      longest = seconds.get<double>();
      cell.fault = term;
    }
  }
  return cell;
}

}  // namespace

std::string begin_of_session(const std::string &session) {
  if (session.size() < 15) return session;
  return fmt::format("{}-{}-{}T{}:{}:{}Z", session.substr(0, 4), session.substr(4, 2),
                     session.substr(6, 2), session.substr(9, 2), session.substr(11, 2),
                     session.substr(13, 2));
}

ComparedPredictions compare_predictions(const std::vector<Json> &predictions,
                                        const std::vector<Json> &records) {
  const PredictionsByCell by_cell(predictions);
  ComparedPredictions held;
  std::set<std::string> timed;
  for (const Json &record : records) {
    const Json *found = by_cell.of(record);
    if (!found) {
      held.not_predicted += record.at("stage").at("device") == "cuda";
      continue;
    }
    const Json &prediction = *found;
    const std::string predicted_at = prediction.at("time").get<std::string>(),
                      begun = begin_of_session(record.at("session").get<std::string>());
    if (predicted_at >= begun)
      throw Error(Exit::not_comparable,
                  fmt::format("the prediction of {} is of {}, and the measurement began at {}: it "
                              "is no prediction",
                              name_of(record), predicted_at, begun));
    const double measured = measured_seconds(prediction, record);
    if (measured <= 0) continue;
    timed.insert(cell_of_record(record));
    held.cells.push_back(cell_of(prediction, record, measured));
  }
  held.not_timed = static_cast<int>(by_cell.size()) - static_cast<int>(timed.size());
  return held;
}

PredictionErrors errors_of(const std::vector<Predicted> &cells) {
  PredictionErrors errors;
  if (cells.empty()) return errors;
  std::vector<double> absolute;
  for (const Predicted &cell : cells) {
    absolute.push_back(std::abs(cell.error()));
    errors.mean += absolute.back() / static_cast<double>(cells.size());
    errors.bias += cell.error() / static_cast<double>(cells.size());
  }
  errors.median = median(absolute);
  errors.most = *std::max_element(absolute.begin(), absolute.end());
  errors.within_10_percent =
      static_cast<double>(std::count_if(absolute.begin(), absolute.end(),
                                        [](double each) { return each <= 0.1; })) /
      static_cast<double>(cells.size());
  return errors;
}

std::vector<Predicted> worst_of(std::vector<Predicted> cells, std::size_t count) {
  std::stable_sort(cells.begin(), cells.end(), [](const Predicted &a, const Predicted &b) {
    return std::abs(a.error()) > std::abs(b.error());
  });
  cells.resize(std::min(count, cells.size()));
  return cells;
}

std::vector<Pick> picks_of(const std::vector<ComparedCell> &cells, int least_launches) {
  std::vector<std::pair<std::string, std::vector<const ComparedCell *>>> groups;
  for (const ComparedCell &cell : cells) {
    auto group =
        std::ranges::find(groups, cell.of_launches, [](const auto &one) { return one.first; });
    if (group == groups.end()) group = groups.insert(group, {cell.of_launches, {}});
    group->second.push_back(&cell);
  }
  std::vector<Pick> picks;
  for (const auto &[what, launches] : groups) {
    if (static_cast<int>(launches.size()) < least_launches) continue;
    const auto predicted = [](const ComparedCell *cell) { return cell->times.predicted; };
    const auto measured = [](const ComparedCell *cell) { return cell->times.measured; };
    const ComparedCell &picked = **std::ranges::min_element(launches, {}, predicted),
                       &best = **std::ranges::min_element(launches, {}, measured);
    picks.push_back({what, picked.launch, best.launch, static_cast<int>(launches.size()),
                     picked.times.measured / best.times.measured - 1});
  }
  return picks;
}

}  // namespace ladder
