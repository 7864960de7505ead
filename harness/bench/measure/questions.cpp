#include "harness/bench/measure/questions.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/base/statistics/statistics.h"

namespace ladder {
namespace {

std::string parent_name(const Point &point) {
  const char *parent = point.entry.stage->parent;
  return parent ? parent : "";
}

std::vector<std::size_t> named(const std::vector<Point> &points, const std::string &name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].entry.name() == name) found.push_back(i);
  return found;
}

std::vector<std::size_t> parents_of(const std::vector<Point> &points, std::size_t i) {
  const std::string parent = parent_name(points[i]);
  if (parent.empty()) return {};
  std::vector<std::size_t> found = named(points, parent);
  for (std::size_t k = 0; k < points.size() && found.empty(); ++k)
    if (k != i && parent_name(points[k]).empty()) found.push_back(k);
  return found;
}

std::vector<std::pair<double, double>> pairs_of(const Point &before, const Point &after) {
  std::map<int, double> of_round;
  for (const Sample &one : before.samples) of_round[one.round] = double(one.wall_ns);
  std::vector<std::pair<double, double>> pairs;
  for (const Sample &one : after.samples)
    if (const auto at = of_round.find(one.round); at != of_round.end())
      pairs.emplace_back(at->second, double(one.wall_ns));
  return pairs;
}

bool gives_times(const Point &point) {
  return point.error.status == LADDER_OK && point.verdict.words.empty() && point.stopped_by.empty();
}

}  // namespace

Questions::Questions(const std::vector<Point> &points, const Repetition &repetition)
    : points_(points), repetition_(repetition) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    Question one{.point = i, .parents = {}};
    if (!repetition.against_first)
      one.parents = parents_of(points, i);
    else if (i > 0)
      one.parents = {0};
    questions_.push_back(one);
  }
  // The original's median is known well enough where steps are measured against it.
  for (Question &one : questions_) {
    one.alone = one.parents.empty() && std::ranges::none_of(questions_, [&](const Question &other) {
                  return std::ranges::count(other.parents, one.point) > 0;
                });
    one.open = one.alone || !one.parents.empty() || repetition.precision > 0;
  }
}

std::optional<std::size_t> Questions::parent_of(const Question &question) const {
  std::optional<std::size_t> best;
  double least = 0;
  for (const std::size_t i : question.parents) {
    if (!gives_times(points_[i])) continue;
    const double now = median(points_[i].wall_s());
    if (!best || now < least) best = i, least = now;
  }
  return best;
}

std::vector<std::size_t> Questions::points_of(const Question &question) const {
  std::vector<std::size_t> all = {question.point};
  if (const auto parent = parent_of(question)) all.push_back(*parent);
  return all;
}

bool Questions::decided(const Question &question) const {
  const Point &point = points_[question.point];
  if (!gives_times(point)) return true;
  if (repetition_.precision > 0 || question.parents.empty()) {
    const auto wall = point.wall_s();
    const auto interval = median_interval(wall);
    const double precision = repetition_.precision > 0 ? repetition_.precision : usual_precision;
    return interval && 0.5 * (interval->high - interval->low) <= precision * median(wall);
  }
  const auto parent = parent_of(question);
  if (!parent) return true;
  const Ratio ratio = paired_ratio(pairs_of(points_[*parent], point), repetition_.confidence);
  return decide(ratio, repetition_.least_effect) != Change::inconclusive;
}

std::vector<std::size_t> Questions::next_round(double left_s) {
  std::vector<Question *> open;
  double spent_s = 0;
  for (Question &one : questions_) {
    if (!one.open) continue;
    open.push_back(&one);
    spent_s += one.spent_s;
  }
  std::set<std::size_t> taken;
  double cost_s = 0;
  const auto took_s = [&](std::size_t i) {
    return points_[i].samples.empty() ? 0 : points_[i].samples.back().took_s;
  };
  const auto cost_of = [&](const Question *one) {
    double its_s = 0;
    for (const std::size_t i : points_of(*one)) its_s += took_s(i);
    return its_s;
  };
  const auto take = [&](Question &one, double most_s) {
    const double its_s = cost_of(&one);
    double more_s = 0;
    for (const std::size_t i : points_of(one))
      if (!taken.contains(i)) more_s += took_s(i);
    if (cost_s + more_s > most_s) return;
    cost_s += more_s;
    one.spent_s += its_s;
    for (const std::size_t i : points_of(one)) taken.insert(i);
  };
  // Cheap ones first, and half of what is left in a round: dear ones leave them more rounds.
  std::ranges::stable_sort(open, {}, cost_of);
  for (Question *one : open)
    if (one->spent_s <= spent_s / double(open.size())) take(*one, 0.5 * left_s);
  for (Question *one : open)
    if (taken.empty())
      take(*one, left_s);  // those that had the least time are too slow for what is left
  return {taken.begin(), taken.end()};
}

void Questions::look() {
  for (Question &one : questions_) one.open = one.open && !decided(one);
}

std::string Questions::why_settled(std::size_t point) const {
  const bool asked = std::ranges::any_of(questions_, [&](const Question &one) {
    return one.open && (one.point == point || std::ranges::count(one.parents, point) > 0);
  });
  if (asked) return "";
  const bool of_median = repetition_.precision > 0 || questions_[point].alone;
  return of_median ? "precision" : "decided";
}

}  // namespace ladder
