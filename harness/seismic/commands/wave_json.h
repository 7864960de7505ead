// What the commands of the seismic program print as JSON, and before they begin.
#pragma once
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/formats/gather.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/engine.h"

namespace ladder {

// The run: case, model, operator, steps, stage, launch.
Json run_json(const WaveCase &, const Engine &);
Json place_json(const Position &);

// With --dry-run: what would be computed on which stage, and the files that would be written.
Exit show_run(const WaveRun &, const WaveCase &, const Engine &,
              const std::vector<std::string> &products);

}  // namespace ladder
