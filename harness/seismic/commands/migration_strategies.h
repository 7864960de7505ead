// What each stage takes to migrate a case, as a table and as JSON.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/screen.h"
#include "harness/seismic/migration/strategies.h"

namespace ladder {

std::string strategies_text(const std::vector<MigrationStrategy> &, const std::string &chosen,
                            const Screen &);
Json json_of(const std::vector<MigrationStrategy> &);

}  // namespace ladder
