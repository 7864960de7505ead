// The 40 lines of 80 characters with which a SEG-Y file begins.
#pragma once
#include <string>

#include "harness/formats/traces.h"

namespace ladder {

std::string text_header(const Traces &);  // 3200 characters

// Puts description, quantity and unit back; `text` is ASCII, of any origin. Returns whether a
// program of ladder wrote it.
bool read_text_header(const std::string &text, Traces &);

}  // namespace ladder
