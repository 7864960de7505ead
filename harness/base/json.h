// JSON whose objects keep the order of their fields.
#pragma once
#include <nlohmann/json.hpp>

namespace ladder {
using Json = nlohmann::ordered_json;
}
