#include "harness/answers/compared.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "harness/answers/records/read_records.h"

namespace ladder {

std::vector<std::pair<double, double>> pairs_of_rounds(const Json &before, const Json &after) {
  if (before.at("session") != after.at("session")) return {};
  std::map<int, double> of_round;
  const Json &a = before.at("samples"), &b = after.at("samples");
  for (std::size_t i = 0; i < a.at("round").size(); ++i)
    of_round[a.at("round")[i]] = a.at("wall_ns").at(i).get<double>() / shots(before);
  std::vector<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < b.at("round").size(); ++i)
    if (const auto at = of_round.find(b.at("round")[i]); at != of_round.end())
      pairs.emplace_back(at->second, b.at("wall_ns").at(i).get<double>() / shots(after));
  return pairs;
}

namespace {

StepVerdict verdict_of(const Ratio &change, std::size_t fewest) {
  if (fewest == 1) return StepVerdict::one_sample;
  const Change decided = decide(change, least_step);
  return decided == Change::faster      ? StepVerdict::helped
         : decided == Change::slower    ? StepVerdict::slower
         : decided == Change::no_change ? StepVerdict::no_difference
                                        : StepVerdict::inconclusive;
}

constexpr const char *verdict_names[] = {"helped", "slower", "no difference", "inconclusive",
                                         "one sample"};
static_assert(std::size(verdict_names) == static_cast<std::size_t>(StepVerdict::one_sample) + 1);

double wall_s(const Json &record) {
  return 1e-9 * record.at("summary").at("median_ns").get<double>();
}
double steps_of(const Json &record) {
  return std::max(1, record.at("case").at("steps").get<int>());
}

// More processor time than wall time: it ran on several cores.
bool on_several_cores(const Json &record) {
  return record.at("samples").at("user_s").back().get<double>() > 1.3 * wall_s(record);
}

const Json *fastest_on_host(const std::vector<Json> &records, bool several) {
  const Json *best = nullptr;
  for (const Json &record : records)
    if (record.at("stage").at("device") == "host" && right(record) &&
        on_several_cores(record) == several && (!best || wall_s(record) < wall_s(*best)))
      best = &record;
  return best;
}

std::string against_host(const Json &host, const char *what, double start_s, double step_s) {
  const double other = wall_s(host) / steps_of(host);
  const long steps = steps_to_break_even(start_s, step_s, other);
  const std::string when = steps ? fmt::format("from {} steps on", steps) : "never";
  return fmt::format("{} beats {} ({}, {:.3g} us a step)", when, what,
                     host.at("stage").at("name").get<std::string>(), 1e6 * other);
}

}  // namespace

const char *verdict_name(StepVerdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

Compared compare_with_parent(const Json &parent, const Json &record) {
  Compared made;
  made.change = paired_ratio(pairs_of_rounds(parent, record));
  made.of_medians = shot_ns(record) / shot_ns(parent);
  if (made.change.samples == 0) made.change.value = made.of_medians;
  made.verdict = verdict_of(made.change, std::min(parent.at("samples").at("wall_ns").size(),
                                                  record.at("samples").at("wall_ns").size()));
  return made;
}

std::string change_text(const Compared &compared, const std::string &parent) {
  return fmt::format("{} against {}{}", percent_text(compared.change), parent,
                     drift_text(compared.change, compared.of_medians));
}

long steps_to_break_even(double start_s, double step_s, double other_step_s) {
  if (step_s >= other_step_s) return 0;
  return std::max(1L, static_cast<long>(std::floor(start_s / (other_step_s - step_s))) + 1);
}

std::vector<BreakEven> break_even(const std::vector<Json> &records) {
  const Json *one_core = fastest_on_host(records, false), *cores = fastest_on_host(records, true);
  std::vector<BreakEven> all;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json &record = records[i];
    if (record.at("stage").at("device") != "cuda" ||
        !record.at("stage").at("owns_time_loop").get<bool>() || record.at("traced").is_null() ||
        !right(record))
      continue;
    if (const std::string disturbed = disturbance(record); !disturbed.empty()) {
      all.push_back({i, record.at("stage").at("name"),
                     "how long it takes to start is not known: " + disturbed + "."});
      continue;
    }
    const double stepping = 1e-9 * without_transfers_ns(record);
    const double start = 1e-9 * record.at("setup_ns").get<double>() + wall_s(record) - stepping;
    const double step = stepping / steps_of(record);
    std::string text =
        fmt::format("starts in {:.3g} ms, {:.3g} us a step", 1e3 * start, 1e6 * step);
    if (one_core) text += "; " + against_host(*one_core, "the best single core", start, step);
    if (cores) text += "; " + against_host(*cores, "all cores", start, step);
    all.push_back({i, record.at("stage").at("name"), text + "."});
  }
  return all;
}

std::string break_even_text(const std::vector<BreakEven> &all) {
  std::string text;
  for (const BreakEven &one : all) text += fmt::format("{}: {}\n", one.stage, one.words);
  return text;
}

}  // namespace ladder
