// What each stage takes to migrate a case, as a table and as JSON.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/seismic/commands/migrate_shots.h"
#include "harness/seismic/migration/strategies.h"

namespace ladder {

std::string strategies_text(const std::vector<MigrationStrategy> &, const std::string &chosen,
                            const Screen &);
Json json_of(const std::vector<MigrationStrategy> &);

// What a migration says before it begins, and the picture of its image.

void say_survey(const SurveyCase &);

// With the gathers of angles, or of horizontal offsets, at three places, where there are any.
void draw_image(const MigrateOptions &, const SurveyCase &, const std::string &product,
                const std::string &picture);

}  // namespace ladder
