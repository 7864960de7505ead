// What fits where: the memory that a case takes on one device, on several, or passing through one,
// and on the host.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/bench/registry/registry.h"

namespace ladder {

// How large a case is, computed without making it.

struct CaseSize {
  std::array<std::int64_t, 3> cells{};  // along z, x and y; several devices cut y, or x of a plane
  int reach = 0;                        // cells that a step reads on either side of one
  double stage_bytes = 0;               // [B] of a cell, for a stage that owns the time loop
  double program_bytes =
      0;  // [B] of a cell, without the stage: the case, the arrays of a run, what is judged
};

struct Capacity {
  int gpus = 0;
  double gpu_bytes = 0, host_bytes = 0;  // free, of each GPU and of the host
};

// How a stage divides a case, by its knobs.
enum class Division {
  none,     // one device, or the host
  devices,  // knob `devices`: slabs, one a GPU
  stream,   // knob `window`: planes pass through one GPU
  ranks     // knob `ranks`: parts, one a process; of a stage on the host all here, of one on GPUs a
            // GPU each
};

struct StageForm {
  std::string name;
  bool on_gpu = false;
  Division division = Division::none;
};
// One stage of a ladder for each form, smallest thing first: the first of it, or what a stage that
// divides starts from.
std::vector<StageForm> forms_of(const std::string &ladder, const std::vector<StageEntry> &);

struct Fit {
  StageForm form;
  std::string options;       // "--stage=peer --devices=2"
  double gpu = 0, host = 0;  // [B] on each GPU, on the host
  int gpus = 0;
  bool fits = false;
  std::string why_not;  // "needs 211 GB on a GPU, and 140 GB are free"
};
// Several devices: as few as suffice. Ranks on GPUs need not find all of them here.
Fit fit_of(const StageForm &, const CaseSize &, const Capacity &);

// The first that fits, if there is one.
const Fit *smallest(const std::vector<Fit> &);

}  // namespace ladder
