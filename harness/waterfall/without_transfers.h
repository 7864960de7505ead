// What a record's run would take if its transfers took no time.
#pragma once
#include "harness/records/json.h"

namespace ladder {

// [ns], of all shots of the run; scopes.h tells how it is estimated.
double without_transfers_ns(const Json &record);

}  // namespace ladder
