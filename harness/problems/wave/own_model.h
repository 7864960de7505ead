// A model that comes without a case: its size and its cells, from its file or from the command
// line.
#pragma once
#include <string>
#include <vector>

#include "harness/case_overrides.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

struct OwnModel {
  int nz = 1, nx = 1, ny = 1;
  double dz = 0, dx = 0, dy = 0;    // [m] dy = 0 in two dimensions
  std::string axes;                 // order of the file's indices, slowest first
  std::string units, length_units;  // as its case file has to say them
  bool any_spacing = false;         // the file states another spacing than --spacing, which counts
  double slowest = 0, fastest = 0;  // [m/s]
  double mean_slowness = 0;         // [s/m]
  std::vector<std::string> notes;   // what was assumed, one sentence each
};

// Of CaseOverrides: model, units, length_units, axes, endian, spacing, and of a raw file cells.
// Throws FileError for what is wrong with the file, UsageError for what is missing on the command
// line.
OwnModel read_own_model(const CaseOverrides &);

// "7.5", "10x12.5" or "10x12.5x12.5" [length_units], z by x by y, as metres; one number is for all
// axes. Throws UsageError. axes = 0: not known yet.
std::vector<double> metres_of_cells(const std::string &spacing, const std::string &length_units,
                                    std::size_t axes = 0);

// The case that a model makes by itself, and its case file.

// For --model without --case: pad and sponge around it, a wavelet that its grid carries, the
// largest stable time step that samples that wavelet well, a source in the middle of the top and a
// receiver in every column. It is good for each of these half-lengths; none: the usual one. Throws
// as read_own_model.
CaseText case_of_own_model(const CaseOverrides &, const std::vector<int> &half_lengths);

// The case file that says, in `folder`, what was made for a model and what the command line put in
// its place. The resulting case is one of the wave.
std::string text_of_own_case(const CaseText &, const CaseOverrides &, const Case &,
                             const std::string &folder);

}  // namespace ladder
