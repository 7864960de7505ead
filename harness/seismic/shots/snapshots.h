// The wavefield at chosen times, as files.
#pragma once
#include <span>
#include <string>

#include "harness/formats/grid.h"
#include "harness/formats/series.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

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
