// The gather that a run recorded.
#pragma once
#include <cstddef>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/formats/gather.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Traces of all receivers, in the order of the case, with places in metres from the model's corner.
Gather gather_of(const WaveCase &, const Wavefield &);

// The same without values: what is known before the run.
Gather gather_shape(const WaveCase &);

// What real receivers do to a gather, and what is done about it before it is sent back.

struct Cleaned {
  std::size_t dead = 0;  // traces that are zero everywhere, or hold a NaN or Inf: left out
  std::size_t loud = 0;  // traces of more than ten times the level of their neighbours: scaled down
  double mean_square = 0;          // of the traces that are left, after scaling
  std::vector<std::string> notes;  // the same in words, one sentence each
};

// Sets dead traces to zero, takes the mean off every other one, and scales the loud ones down to
// the level (root mean square) that the median of the ten neighbours on either side has. Throws
// FileError when no trace is left.
Cleaned clean_gather(Gather &);

// How far a survey is, and how long the rest takes.

class ShotsLeft {
 public:
  // `done`: were finished before this run, and say nothing about its speed.
  explicit ShotsLeft(std::size_t shots, std::size_t done = 0)
      : shots_(shots), before_(done), done_(done) {}
  void shot_done() { ++done_; }
  // "shot 3 of 30, 40 s left", where `share` of it is done.
  std::string text(double share) const;
  // Since the first shot of this run began.
  double seconds() const { return steady_s() - begin_s_; }

 private:
  std::size_t shots_, before_, done_;
  double begin_s_ = steady_s();
};

// The shots of a survey that are done, on disk, so that a survey that was killed resumes after
// them. Each shot is added to the file as it is done. What a crash cut short is left out when it is
// read again.
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
