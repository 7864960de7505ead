#include "harness/command/shown/live_rows.h"

#include <sys/ioctl.h>

#include <algorithm>

#include "harness/base/progress.h"

namespace ladder {
namespace {

struct Size {
  std::size_t lines = 24, columns = 80;
};

Size of_terminal() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
    return {};
  return {size.ws_row, size.ws_col};
}

}  // namespace

void LiveRows::show(const std::string &key, const std::string &text) {
  if (!words_on_terminal()) return;
  const Size size = of_terminal();
  const std::string line = text.substr(0, size.columns - 1);  // one line of the screen
  if (said_ != lines_said()) rows_.clear();  // others printed: rows are from here on below
  auto at = std::ranges::find(rows_, key, &Row::key);
  const auto up = static_cast<std::size_t>(rows_.end() - at);
  if (at == rows_.end() || up + 1 >= size.lines) {
    if (at != rows_.end()) rows_.erase(at);  // it left the screen
    say(line);
    rows_.push_back({key, line});
  } else if (at->text != line) {
    at->text = line;
    fmt::print(stderr, "\r\033[{0}A\033[K{1}\r\033[{0}B", up, line);
    std::fflush(stderr);
  }
  said_ = lines_said();
}

}  // namespace ladder
