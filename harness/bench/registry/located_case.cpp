#include <fmt/format.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/bench/registry/find_case.h"

namespace ladder {

void LocatedCase::refuse_unreadable() const {
  if (failure) std::rethrow_exception(failure);
}

std::string LocatedCase::name() const {
  return made ? made->name : std::filesystem::path(path).stem().string();
}

const TomlFile &LocatedCase::contents() const {
  refuse_unreadable();
  if (!file) throw FileError(fmt::format("'{}' is not a case file", shown));
  return *file;
}

}  // namespace ladder
