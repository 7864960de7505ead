// One shot of a survey, migrated.
#pragma once
#include "harness/seismic/migration/stack.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// Throws Error where the stage fails, or gives values that are not finite.
ShotResult migrate_shot(const SurveyCase &, const Engine &, std::size_t shot);

}  // namespace ladder
