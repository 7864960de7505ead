// What is going on, on standard error: one line that rewrites itself, on a terminal only.
#pragma once
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

namespace ladder {

inline bool words_on_terminal() {
  static const bool terminal = isatty(STDERR_FILENO);
  return terminal;
}
inline void progress(const std::string &words) {
  if (!words_on_terminal()) return;
  fmt::print(stderr, "\r\033[K{}", words);
  std::fflush(stderr);
}
inline void progress_done() { progress(""); }
// How many lines `say` has printed.
inline std::size_t &lines_said() {
  static std::size_t lines = 0;
  return lines;
}
// Behind all that was printed to stdout before, where both go into one file.
inline void say(const std::string &words) {
  ++lines_said();
  std::fflush(stdout);
  progress_done();
  fmt::print(stderr, "{}\n", words);
}
inline void say_all(const std::vector<std::string> &lines) {
  for (const std::string &line : lines) say(line);
}

}  // namespace ladder
