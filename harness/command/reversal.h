// Sending a gather back: what `reverse` and `locate` share.
#pragma once
#include "harness/case/dispersion.h"
#include "harness/command/seismic_run.h"
#include "harness/seismic/clean_gather.h"
#include "harness/seismic/focus.h"

namespace ladder {

// The gather of --gather, cleaned. What was cleaned is said.
struct Sent {
  Gather gather;
  Cleaned cleaned;
};
Sent gather_to_send(const Options &);

struct Reversed {
  Focus focus;
  Dispersion dispersion;  // of the waves of the gather, as they were sent back
  double time = 0;        // [s] of the focus, in the gather
  double relative = 0;    // its energy over the mean square of the traces
  double wall_s = 0;
  std::vector<float> most;  // the largest energy of each cell of the model
};

// Sends the gather back through the model of the case, with the steps that it needs. `product` names the
// checkpoint; `snapshots` are those of --snapshots, beside it.
Reversed send_back(const Options &, const Case &model, const Sent &, const std::string &product,
                   const std::string &snapshots);

// "x = 6000 m, z = 1000 m at 0.150 s; ...".
std::string focus_text(const Case &, const Reversed &);

}  // namespace ladder
