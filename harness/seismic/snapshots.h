// The wavefield at chosen times, as files.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/formats/grid.h"
#include "harness/seismic/wavefield.h"

namespace ladder {

// The cells of the model out of an array of the padded grid, with its axes.
Grid model_part(const Case &, const std::vector<float> &padded, const std::string &quantity,
                const std::string &unit);

struct SnapshotsAsked {
  std::string folder;               // made when it is missing
  std::string ending = "npy";       // npy, vti, rsf, f32
  int every = 0;                    // [steps]
  std::function<double(int)> time;  // [s] that a step stands for
  bool overwrite = false;
};

class Snapshots {
 public:
  // p_000500.<ending> for every so many steps. Throws FileError: the folder holds a series already, cannot
  // be made, or the disk has no room for all of them. The case must outlive it.
  Snapshots(const Case &, SnapshotsAsked);

  Watcher watcher();
  // series.json: times, files, spacing, origin, unit; and series.pvd where the files are .vti.
  void finish() const;

 private:
  std::string file_of(int step) const;

  const Case *case_;
  SnapshotsAsked asked_;
};

}  // namespace ladder
