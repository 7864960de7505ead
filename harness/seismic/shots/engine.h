// The stage that a command of the seismic program runs on.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/machine/environment/environment.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Which stages were faster than another, by what was measured.

// The names of the stages that ran the case in less time than `stage`, the fastest first, in the
// session that measured it on the case nearest in size to `cells`; of several, in the newest. Right
// results alone count, with warm caches. None: no session measured it.
std::optional<std::vector<std::string>> faster_on_record(const std::vector<Json> &records,
                                                         const std::string &stage, double cells);

// The times [ns] of the stages, each in the session whose case is least `apart` from the one that
// is asked about; of several, in the newest. The same results count.
std::map<std::string, double> walls_on_record(const std::vector<Json> &records,
                                              const std::function<double(const Json &)> &apart);

Engine with_its_own_launch(const StageEntry &);

// Records of ladders with these stages and launches, kept in results/ or come with the program: of
// this machine, else of all others. They are the files ladder.jsonl of its experiments.
std::vector<Json> records_of(const std::vector<Engine> &, const Environment &);

// The last stage of `ladder list` that owns the time loop, can run here and takes the case, unless
// records say that another such stage is faster: those of this machine in results/, else of other
// machines there. The original where there is no such stage. With the stage's own launch.
Engine fastest_engine(const WaveCase &, const Environment &);

}  // namespace ladder
