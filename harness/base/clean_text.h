// Text of foreign origin, as it may be shown: in one line, and without what moves a cursor or turns
// letters round.
#pragma once
#include <string>
#include <string_view>

#include "harness/base/json.h"

namespace ladder {

// Control characters, line and paragraph separators, marks of direction and bytes that are no UTF-8
// become spaces; of several spaces one stays, and none at either end.
std::string clean_text(std::string_view);

// The same for the text of a column of a table: without spaces, and of at most 60 bytes.
std::string clean_name(std::string_view);

// All texts of a value, and the names of its fields.
void clean_texts(Json &);

// JSON and TOML can hold no other text than UTF-8.

inline bool is_utf8(const std::string &text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::exception &) {
    return false;
  }
}

}  // namespace ladder
