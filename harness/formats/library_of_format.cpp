#include "harness/formats/library_of_format.h"

#include <fmt/format.h>

#include <map>

#include "harness/base/libraries.h"
#include "harness/formats/ending.h"

namespace ladder {
namespace {

const std::map<std::string, const char *> library_of = {
    {".sgy", "libsegyio"}, {".segy", "libsegyio"}, {".su", "libsegyio"},
    {".vti", "pugixml"},   {".pvd", "pugixml"},
};

}  // namespace

FileError lacks_library_for(const std::string &path) {
  return lacks_library(library_of.at(ending_of(path)), fmt::format("'{}'", path));
}

void refuse_without_library(const std::string &path) {
  const auto found = library_of.find(ending_of(path));
  if (found != library_of.end() && !has_library(found->second)) throw lacks_library_for(path);
}

}  // namespace ladder
