#include "harness/base/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "harness/base/table.h"

namespace ladder {
namespace {

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::size_t columns_of_output() {
  if (const int columns = std::atoi(variable("COLUMNS").c_str()); columns > 0)
    return static_cast<std::size_t>(columns);
  winsize size{};
  if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
  return 0;
}

}  // namespace

Screen screen(bool wide) {
  const bool coloured = isatty(STDOUT_FILENO) && variable("TERM") != "dumb";
  return {wide ? 0 : columns_of_output(),
          variable("NO_COLOR").empty() && (coloured || variable("CLICOLOR_FORCE") == "1")};
}

std::string wrapped(const std::string &words, std::size_t width, const std::string &indent) {
  if (width == 0) return words;
  std::string lines, line;
  std::istringstream all(words);
  for (std::string word; all >> word;) {
    if (!line.empty() && letters(line) + 1 + letters(word) > width) {
      lines += line + "\n";
      line = indent + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return lines + line;
}

}  // namespace ladder
