// The stages that can migrate a case: the memory that each takes, how fast it was, and which is
// chosen.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/machine/environment/environment.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/seismic/shots/engine.h"

namespace ladder {

struct MigrationStrategy {
  Engine engine;
  ladder_imaging_memory
      memory{};              // of the stage, or of the driver that keeps the forward field for it
  bool memory_known = true;  // otherwise as much is assumed as keeping every field takes
  std::optional<double> wall_ns = {};  // on record, of the case that is most like this one
  std::string lacks = {};              // what it cannot run without here; empty: nothing
  std::string too_much = {};           // what it takes and what is free; empty: it fits
  bool sums_gathers = false;           // of all shots, on its device
};

// What a stage allocates in addition to the arrays of the run; false where it does not declare it.
bool memory_of(const ImagingCase &, const Engine &, ladder_imaging_memory &);

// All stages of the ladder, in the order in which they are tried. First one that sums the gathers
// of all shots on its device, since records of one shot do not show what that saves; then those on
// record, the fastest first; then those that repeat no step of the forward field, the one that
// keeps most on the device first; then the others. `more` [B] of the host are needed in addition to
// the run and the stage. `sums` [B] are those of a survey that one process migrates; 0: others add
// them.
std::vector<MigrationStrategy> strategies_to_migrate(const ImagingCase &, const Environment &,
                                                     double more, double sums = 0);

struct ChosenStrategy {
  Engine engine;
  std::string why;  // one sentence
};
// The first that can run. Throws Error(nothing_ran) with what each lacks where none can.
ChosenStrategy choose_strategy(const ImagingCase &, const std::vector<MigrationStrategy> &);

// [B] of the host, of the runs at a time and of their stage: shots_in_turn.h keeps the arrays of
// two where it runs on a device.
double host_bytes(const ImagingCase &, const Engine &, const ladder_imaging_memory &);

}  // namespace ladder
