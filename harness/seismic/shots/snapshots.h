// The wavefield at chosen times, as files.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/formats/grid.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// The cells of the model out of an array of the padded grid, with its axes.
Grid model_part(const WaveCase &, std::span<const float> padded, const std::string &quantity,
                const std::string &unit);

struct SnapshotsAsked {
  std::string folder;               // made when it is missing
  std::string ending = "npy";       // npy, vti, rsf, f32
  std::vector<int> steps;           // in ascending order
  std::function<double(int)> time;  // [s] of a step
  bool overwrite = false;           // replace a series that is there
  bool resume = false;              // keep those of its files that are asked for again
};

// Throws FileError where the disk of `folder` has no room for so many.
void refuse_series_beyond_disk(const WaveCase &, const std::string &folder, double snapshots);

class Snapshots {
 public:
  // p_000500.<ending> for each of the steps. Throws FileError: refuse_foreign_series (series.h), or another process
  // writes the folder. The case must outlive it.
  Snapshots(const WaveCase &, SnapshotsAsked);
  Snapshots(const Snapshots &) = delete;  // the watcher knows this one
  Snapshots &operator=(const Snapshots &) = delete;

  double bytes() const;  // on disk
  Watcher watcher();
  // series.json: times, files, spacing, origin; series.pvd where the files are .vti; and the velocities. Until then
  // series.unfinished.json says which files the run makes.
  void finish();

 private:
  void begin();
  void write_list(const std::string &name) const;
  std::string file_of(int step) const;

  const WaveCase *case_;
  SnapshotsAsked asked_;
  bool begun_ = false;
};

}  // namespace ladder
