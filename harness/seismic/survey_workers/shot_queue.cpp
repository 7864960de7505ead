#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "harness/seismic/survey_workers/crew.h"

namespace ladder {

bool ShotQueue::has_one() const {
  return !again_.empty() || (next_ < end_ && next_ < taken_ + ahead_);
}

std::optional<std::size_t> ShotQueue::first() {
  if (stopped_ || taken_ == end_ || !has_one()) return std::nullopt;
  if (again_.empty()) return next_++;
  return again_.extract(again_.begin()).value();
}

std::optional<std::size_t> ShotQueue::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || taken_ == end_ || has_one(); });
  return first();
}

std::optional<std::size_t> ShotQueue::next_now() {
  const std::lock_guard lock(mutex_);
  return first();
}

void ShotQueue::done(std::size_t shot, std::vector<float> result) {
  const std::lock_guard lock(mutex_);
  early_.emplace(shot, std::move(result));
  changed_.notify_all();
}

void ShotQueue::put_back(std::size_t shot) {
  const std::lock_guard lock(mutex_);
  again_.insert(shot);
  changed_.notify_all();
}

int ShotQueue::give_back(std::size_t shot) {
  put_back(shot);
  const std::lock_guard lock(mutex_);
  return ++lost_[shot];
}

void ShotQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

std::optional<std::vector<float>> ShotQueue::take(double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return stopped_ || early_.contains(taken_); });
  auto found = early_.extract(taken_);
  if (found.empty()) return std::nullopt;
  ++taken_;
  changed_.notify_all();
  return std::move(found.mapped());
}

bool ShotQueue::all_taken() {
  const std::lock_guard lock(mutex_);
  return taken_ == end_;
}

void ShotClock::done(std::size_t worker, double now) {
  const double took = now - begin_.at(worker).value_or(now);
  taken_.insert(std::ranges::upper_bound(taken_, took), took);
  begin_[worker].reset();
}

std::optional<double> ShotClock::limit_s() const {
  if (asked_ || taken_.empty()) return asked_;
  return std::max(least_s, medians * taken_[taken_.size() / 2]);
}

std::vector<std::size_t> ShotClock::late(double now) const {
  std::vector<std::size_t> found;
  const auto limit = limit_s();
  for (std::size_t k = 0; limit && k < begin_.size(); ++k)
    if (begin_[k] && now - *begin_[k] > *limit) found.push_back(k);
  return found;
}

}  // namespace ladder
