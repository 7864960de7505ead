// The stage that a command of the seismic program runs on.
#pragma once
#include <vector>

#include "harness/base/json.h"
#include "harness/machine/environment/environment.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Empty when the stage takes the case, else its words.
std::string refusal(const Case &, const Engine &);

Engine with_its_own_launch(const StageEntry &);

// Records of ladders with these stages and launches, kept in results/ or come with the program: of
// this machine, else of all others. They are the files ladder.jsonl of its experiments.
std::vector<Json> records_of(const std::vector<Engine> &, const Environment &);

// The last stage of `ladder list` that owns the time loop, can run here and takes the case, unless
// records say that another such stage is faster: those of this machine in results/, else of other
// machines there. The original where there is no such stage. With the stage's own launch.
Engine fastest_engine(const WaveCase &, const Environment &);

}  // namespace ladder
