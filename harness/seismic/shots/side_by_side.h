// Several velocity models at once, by a stage that advances them side by side and finds where each
// is largest.
#pragma once
#include <string>
#include <vector>

#include "harness/machine/environment/environment.h"
#include "harness/seismic/shots/focus.h"

namespace ladder {

// Whether the stage can do so. Of plug-ins it is not known.
bool takes_models(const StageEntry &);

// The same stage with a launch of so many models.
Engine with_models(const Engine &, int count);

// The largest number of models of this case, up to what the engine's launch asks for, that it
// takes; 0: none.
int models_at_once(const WaveCase &, const Engine &);

// The stages of a ladder that can do so and run here, with their own launches.
std::vector<Engine> engines_of_models(const std::string &ladder, const Environment &);

// Whether two cases differ in velocities and wavelets alone.
bool may_be_side_by_side(const WaveCase &, const WaveCase &);

// The foci of cases that may be side by side, as a FocusFinder that looks after every `every` steps
// finds them in each by itself. Throws Error: of the stage in its words.
std::vector<Focus> foci(const Engine &, const std::vector<const WaveCase *> &, int every);

}  // namespace ladder
