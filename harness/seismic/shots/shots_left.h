// How far a survey is, and how long the rest takes.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>

namespace ladder {

class ShotsLeft {
 public:
  // `done`: were finished before this run, and say nothing about its speed.
  explicit ShotsLeft(std::size_t shots, std::size_t done = 0)
      : shots_(shots), before_(done), done_(done) {}
  void shot_done() { ++done_; }
  // "shot 3 of 30, 40 s left", where `share` of it is done.
  std::string text(double share) const;
  double seconds() const;  // since the first shot of this run began

 private:
  std::size_t shots_, before_, done_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace ladder
