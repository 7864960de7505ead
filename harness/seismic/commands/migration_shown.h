// What a migration says before it begins, and the picture of its image.
#pragma once
#include "harness/seismic/commands/migrate_shots.h"

namespace ladder {

void say_survey(const SurveyCase &);

// With the gathers of angles, or of horizontal offsets, at three places, where there are any.
void draw_image(const MigrateOptions &, const SurveyCase &, const std::string &product,
                const std::string &picture);

}  // namespace ladder
