#include "harness/seismic/survey_workers/shot_queue.h"

#include <chrono>

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

}  // namespace ladder
