// How standard output is looked at: how wide it is, and whether in colour.
#pragma once
#include <cstddef>
#include <string>

namespace ladder {

struct Screen {
  std::size_t width = 0;  // columns; 0: no limit
  bool colours = false;
};

// Of standard output: the width of its terminal, or what COLUMNS says; no limit elsewhere, and
// where all is asked for (`wide`). Colours on a terminal, unless NO_COLOR is set or TERM is dumb;
// CLICOLOR_FORCE=1 asks for them anywhere.
Screen screen(bool wide);

// Words in lines of at most that many columns, the second one on with an indent; as they are
// without a limit.
std::string wrapped(const std::string &words, std::size_t width, const std::string &indent = "");

}  // namespace ladder
