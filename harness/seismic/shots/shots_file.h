// The shots of a survey that are done, on disk, so that a survey that was killed resumes after
// them.
#pragma once
#include <chrono>
#include <cstddef>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "harness/seismic/shots/checkpoint.h"

namespace ladder {

// How far a survey is, and how long the rest takes.

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

// Each shot is added to the file as it is done. What a crash cut short is left out when it is read
// again.
class ShotsFile {
 public:
  // Begins a file of shots of so many values anew; with `go_on` it reads the one that is there, and
  // hands its shots to `take` in their order. Throws FileError: unreadable or changed;
  // Error(not_comparable), which names what differs: made from other inputs.
  ShotsFile(const std::string &path, const Inputs &, std::size_t values, bool go_on,
            const std::function<void(std::vector<float>)> &take);
  void add(const std::vector<float> &);

 private:
  std::string path_;
  std::fstream file_;
};

}  // namespace ladder
