// A wavefield on its way: what a run holds between two steps, and how any stage moves it on.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/bench/registry/registry.h"
#include "harness/formats/grid.h"
#include "harness/formats/series.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/stage.h"

namespace ladder {

struct Wavefield {
  std::vector<float> now, before;  // [nz nx ny] p(step) and p(step - 1)
  std::vector<float> traces;       // [steps + 1][receivers] so far
  std::int32_t step = 0;

  explicit Wavefield(const WaveCase &);  // before the first step: at rest, or as it was captured
};

// Somebody who looks at p(step) after every `every` steps and after the last.
struct Watcher {
  int every = 1;
  std::function<void(const Wavefield &)> look;
  bool at_stop = false;  // and where the run is interrupted
};

// Which stage runs, and with which launch.
struct Engine {
  StageEntry entry;
  ladder_launch launch{};
};

// Throws Error for an entry that failed, in the stage's words.
void must_succeed(const ladder_stage &, const ladder_state *, ladder_status);

// Lets the stage run the case from the state of `field` to its end. Returns the wall time [s] of
// the driver, watchers included. Throws Error: of the stage in its words, or interrupted (130),
// where `field` is that of the last look of a watcher.
double propagate(const WaveCase &, const Engine &, const std::vector<Watcher> &, Wavefield &field);

// The wavefield at chosen times, as files.

// The cells of the model out of an array of the padded grid, with its axes.
Grid model_part(const WaveCase &, std::span<const float> padded, const std::string &quantity,
                const std::string &unit);

// Throws FileError where the disk of `folder` has no room for so many.
void refuse_series_beyond_disk(const WaveCase &, const std::string &folder, double snapshots);

class Snapshots {
 public:
  // Throws what Series does. The case must outlive it.
  Snapshots(const WaveCase &, SeriesAsked);
  Snapshots(const Snapshots &) = delete;  // the watcher knows this one
  Snapshots &operator=(const Snapshots &) = delete;

  double bytes() const;  // on disk
  Watcher watcher();
  // The series, and the velocities.
  void finish();

 private:
  const WaveCase *case_;
  Series series_;
};

}  // namespace ladder
