#include "harness/base/enough_room.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/free_memory.h"

namespace ladder {
namespace fs = std::filesystem;

std::string bytes_text(double bytes) {
  if (bytes < 1000) return fmt::format("{:.0f} bytes", bytes);
  const char *unit = "kB";
  double in_unit = bytes / 1e3;
  for (const char *next : {"MB", "GB", "TB", "PB"}) {
    if (in_unit < 999.5) break;
    in_unit /= 1e3;
    unit = next;
  }
  return fmt::format("{:.3g} {}", in_unit, unit);
}

void refuse_beyond_memory(double bytes, const std::string &what, const std::string &advice) {
  const FreeMemory free = free_memory();
  if (bytes <= static_cast<double>(free.bytes)) return;
  throw FileError(fmt::format("{} needs {} of memory, but only {} are free {}: {}", what,
                              bytes_text(bytes), bytes_text(static_cast<double>(free.bytes)),
                              free.why, advice));
}

void refuse_beyond_disk(double bytes, const std::string &path, const std::string &what,
                        const std::string &advice) {
  std::error_code problem;
  fs::path folder = fs::absolute(path, problem);
  while (!fs::is_directory(folder, problem) && folder.has_relative_path())
    folder = folder.parent_path();
  const auto room = fs::space(folder, problem);
  if (problem || bytes <= static_cast<double>(room.available)) return;
  throw FileError(fmt::format(
      "{} needs {} of disk space, but only {} are free where '{}' is to be written: {}", what,
      bytes_text(bytes), bytes_text(static_cast<double>(room.available)), path, advice));
}

}  // namespace ladder
