#include "harness/base/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ladder {

double median(std::vector<double> samples) {
  if (samples.empty()) return 0;
  const auto half = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), half, samples.end());
  if (samples.size() % 2) return *half;
  return 0.5 * (*half + *std::max_element(samples.begin(), half));
}

namespace {

// (n + 1) C(n, k) / 2^n.
double evidence_for(std::size_t k, std::size_t n) {
  const double all = double(n), below = double(k);
  return std::exp(std::lgamma(all + 2) - std::lgamma(below + 1) - std::lgamma(all - below + 1) -
                  all * std::log(2.0));
}

std::vector<double> logarithms(const std::vector<double> &times) {
  std::vector<double> logs;
  for (double time : times) logs.push_back(std::log(time));
  return logs;
}

Ratio from_logarithms(double middle, const std::optional<Interval> &interval, std::size_t samples) {
  Ratio ratio{std::exp(middle), std::nullopt, static_cast<int>(samples)};
  if (interval) ratio.interval = {std::exp(interval->low), std::exp(interval->high)};
  return ratio;
}

// Of fewer than fewest_samples; none of a single pair.
std::optional<Interval> range_of_few(const std::vector<double> &logs) {
  if (logs.size() < 2) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(logs);
  const double wider = std::log(widening_of_pairs(logs.size()));
  return Interval{least - wider, most + wider};
}

double percent(double ratio) { return 100 * (ratio - 1); }

}  // namespace

std::optional<Interval> median_interval(std::vector<double> samples, double confidence) {
  const std::size_t n = samples.size();
  std::size_t excluded = 0;  // so many ranks at either end hold no median
  while (2 * excluded < n && evidence_for(excluded, n) <= 1 - confidence) ++excluded;
  if (excluded == 0) return std::nullopt;
  std::ranges::sort(samples);
  return Interval{samples[excluded - 1], samples[n - excluded]};
}

std::optional<Interval> difference_interval(const std::vector<double> &a,
                                            const std::vector<double> &b, double confidence) {
  const double each = 1 - 0.5 * (1 - confidence);
  const auto of_a = median_interval(a, each), of_b = median_interval(b, each);
  if (!of_a || !of_b) return std::nullopt;
  return Interval{of_b->low - of_a->high, of_b->high - of_a->low};
}

Ratio paired_ratio(const std::vector<std::pair<double, double>> &pairs, double confidence) {
  std::vector<double> logs;
  for (const auto &[before, after] : pairs) logs.push_back(std::log(after / before));
  return ratio_of_logarithms(logs, confidence);
}

double widening_of_pairs(std::size_t pairs) {
  return pairs <= 2 ? 2 : pairs == 3 ? 1.5 : pairs == 4 ? 1.3 : 1.2;
}

Ratio ratio_of_logarithms(const std::vector<double> &logs, double confidence) {
  const auto of_median = median_interval(logs, confidence);
  return from_logarithms(median(logs), of_median ? of_median : range_of_few(logs), logs.size());
}

Ratio unpaired_ratio(const std::vector<double> &before, const std::vector<double> &after,
                     double confidence) {
  const auto a = logarithms(before), b = logarithms(after);
  const std::size_t samples = std::min(a.size(), b.size());
  auto interval = difference_interval(a, b, confidence);
  if (!interval && samples >= 2) {
    const auto [least_a, most_a] = std::ranges::minmax(a);
    const auto [least_b, most_b] = std::ranges::minmax(b);
    const double wider = std::log(widening_of_pairs(samples));
    interval = {least_b - most_a - wider, most_b - least_a + wider};
  }
  return from_logarithms(median(b) - median(a), interval, samples);
}

Ratio ratio_of_single_values(const std::vector<double> &before, const std::vector<double> &after) {
  auto a = logarithms(before), b = logarithms(after);
  const std::size_t samples = std::min(a.size(), b.size());
  std::optional<Interval> interval;
  if (samples >= fewest_samples) {
    for (auto *logs : {&a, &b}) {
      std::sort(logs->begin(), logs->end());
      const std::size_t left_out = logs->size() / 10;
      logs->assign(logs->begin() + long(left_out), logs->end() - long(left_out));
    }
    interval = {b.front() - a.back(), b.back() - a.front()};
  }
  return from_logarithms(median(b) - median(a), interval, samples);
}

Ratio spread(const std::vector<double> &values, double confidence) {
  Ratio ratio{1, std::nullopt, static_cast<int>(values.size())};
  if (values.size() < fewest_samples) return ratio;
  auto logs = logarithms(values);
  std::sort(logs.begin(), logs.end());
  const auto left_out = static_cast<std::size_t>(0.5 * (1 - confidence) * double(logs.size()));
  const double middle = median(logs);
  ratio.interval = {std::exp(logs[left_out] - middle),
                    std::exp(logs[logs.size() - 1 - left_out] - middle)};
  return ratio;
}

Change decide(const Ratio &ratio, double least_effect) {
  if (!ratio.interval) return Change::inconclusive;
  const double slower = 1 + least_effect, faster = 1 / slower;
  if (ratio.interval->low > slower) return Change::slower;
  if (ratio.interval->high < faster) return Change::faster;
  const bool within = ratio.interval->low >= faster && ratio.interval->high <= slower;
  return within ? Change::no_change : Change::inconclusive;
}

std::string percent_text(const Ratio &ratio) {
  if (!ratio.interval)
    return fmt::format("{:+.1f} % ({} pair{}: no interval)", percent(ratio.value), ratio.samples,
                       ratio.samples == 1 ? "" : "s");
  return fmt::format("{:+.1f} % ({:+.1f} to {:+.1f})", percent(ratio.value),
                     percent(ratio.interval->low), percent(ratio.interval->high));
}

std::string drift_text(const Ratio &paired, double of_medians) {
  const double by_pairs = std::round(10 * percent(paired.value)),
               by_medians = std::round(10 * percent(of_medians));  // as they are shown
  const auto &interval = paired.interval;
  const bool outside =
      interval && (of_medians > 1.01 * interval->high || 1.01 * of_medians < interval->low);
  if (by_pairs * by_medians >= 0 && !outside) return "";
  return fmt::format("; of the medians {:+.1f} %: drift", percent(of_medians));
}

}  // namespace ladder
