#include "harness/base/write_all.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace ladder {

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count > 0)
      bytes.remove_prefix(static_cast<std::size_t>(count));
    else if (count == 0)
      return ENOSPC;
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

void report_size_limit() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace ladder
