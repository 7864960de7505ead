#include "harness/base/libraries.h"

#include <fmt/format.h>

#include <string_view>

namespace ladder {
namespace {

struct Library {
  const char *name, *package, *without_it;
};

constexpr Library libraries[] = {
    {"libsegyio", "libsegyio-dev", "no SEG-Y and SU files"},
    {"pugixml", "libpugixml-dev", "no VTK files, no JUnit XML"},
    {"zlib", "zlib1g-dev", "VTK files are written, but not read"},
    {"libelf", "libelf-dev", "nothing is known of compiled kernels"},
};

// The names, with a blank behind each. CMake gives them to this file alone.
constexpr std::string_view missing = LADDER_LEFT_OUT;

}  // namespace

bool has_library(const std::string &name) { return missing.find(name + " ") == missing.npos; }

FileError lacks_library(const std::string &name, const std::string &what) {
  for (const Library &one : libraries)
    if (name == one.name)
      return FileError(
          fmt::format("{} needs {}, and ladder was built without it: install it (Debian: {}), "
                      "remove build/configured and run scripts/ladder again",
                      what, name, one.package));
  return FileError(fmt::format("{} needs a library that ladder was built without", what));
}

std::string libraries_left_out() {
  std::string words;
  for (const Library &one : libraries)
    if (!has_library(one.name))
      words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", one.name, one.without_it);
  return words;
}

}  // namespace ladder
