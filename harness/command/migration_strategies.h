// What each stage takes to migrate a case, as a table and as JSON.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/screen.h"
#include "harness/seismic/migration/ways.h"

namespace ladder {

std::string ways_text(const std::vector<MigrationWay> &, const std::string &chosen, const Screen &);
Json json_of(const std::vector<MigrationWay> &);

}  // namespace ladder
