// JSON and TOML can hold no other text than UTF-8.
#pragma once
#include <string>

#include "harness/base/json.h"

namespace ladder {

inline bool is_utf8(const std::string &text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::exception &) {
    return false;
  }
}

}  // namespace ladder
