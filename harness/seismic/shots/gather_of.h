// The gather that a run recorded.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/gather.h"
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

}  // namespace ladder
