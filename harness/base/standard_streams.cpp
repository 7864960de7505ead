#include "harness/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace ladder {

void open_closed_streams() {
  int lowest = open("/dev/null", O_RDWR);
  while (lowest >= 0 && lowest <= STDERR_FILENO) lowest = dup(lowest);
  if (lowest > STDERR_FILENO) close(lowest);
}

bool finish_standard_output() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && !std::ferror(stdout) && std::cout.good();
}

void say_failure(const char *words) {
  std::fputs("ladder: ", stderr);
  std::fputs(words, stderr);
  std::fputs("\n", stderr);
}

}  // namespace ladder
