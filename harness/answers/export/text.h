// Text that any reader takes: valid UTF-8 without control characters, and JSON of such text.
#pragma once
#include <string>

#include "harness/base/json.h"

namespace ladder {

// Bytes that are no UTF-8, control characters and what else XML 1.0 forbids become U+FFFD. Tab,
// newline and return stay.
std::string clean_text(const std::string &text);

// Indented, with a newline at the end; numbers that are not finite become null, bad UTF-8 U+FFFD.
std::string json_text(const Json &json);

// The shortest decimal that reads back as the same number; empty for NaN and infinity.
std::string number_text(double value);

}  // namespace ladder
