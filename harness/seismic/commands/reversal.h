// Sending a gather back: what `reverse` and `locate` share.
#pragma once
#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/commands/seismic_run.h"
#include "harness/seismic/shots/focus.h"
#include "harness/seismic/shots/gather_of.h"

namespace ladder {

struct SendingBack : WaveRun, RecordedTraces {
  std::string gather;
  int every = 1;  // [steps] between looks for the focus

  // All but those of the products.
  void declare_sending_back(Declared &, const std::vector<Option> &more = {});
};

// The overrides of the model that a gather goes back through: --receivers places the traces of the
// gather, not receivers of the model.
CaseOverrides model_overrides(const SendingBack &);

// The gather of --gather, its traces where --receivers places them, cleaned. What was cleaned is
// said.
struct Sent {
  Gather gather;
  Cleaned cleaned;
  Band band;
  std::string hash;         // of the gather
  double longest_step = 0;  // [s] of --dt; 0: the longest that is stable
};
// Throws FileError also where neither gives places; UsageError where --receivers places another
// number.
Sent gather_to_send(const SendingBack &, const WaveCase &model);

// The way of a gather through one model, before it is gone.
struct Way {
  int cut = 1;  // steps a sample
  WaveCase reversed;
  Dispersion dispersion;  // of the waves of the gather on this model's grid
  Engine engine;
  Inputs inputs;  // all that the result is made from
};
// Without its stage and inputs; says nothing. Throws FileError also where memory does not suffice.
Way way_through(const WaveCase &model, const Sent &);
// What is cut finer, and how the waves fit the grid.
void say_way(const Way &, const Gather &);
void set_engine(const SendingBack &, const Sent &, const Engine &, Way &);
// All of it.
Way way_back(const SendingBack &, const WaveCase &model, const Sent &);

struct Reversed {
  Focus focus;
  Dispersion dispersion;  // of the waves of the gather, as they were sent back
  double time = 0;        // [s] of the focus, in the gather
  double relative = 0;    // its energy over the mean square of the traces
  double wall_s = 0;
  std::vector<float> most;  // the largest energy of each cell of the model
};

// What a focus means for the gather.
Reversed reversed_to(const Focus &, const Way &, const Sent &, double wall_s);

// Sends the gather back. `product` names the checkpoint; `snapshots` are those of --snapshots, next
// to it.
Reversed send_back(const SendingBack &, const Way &, const Sent &, const std::string &product,
                   const std::string &snapshots);

// "x = 6000 m, z = 1000 m at 0.150 s; ...".
std::string focus_text(const WaveCase &, const Reversed &);

}  // namespace ladder
