// What a problem reads a case file with: it needs no table of problems or stages.
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

LocatedCase located(std::shared_ptr<const CaseText> made) {
  LocatedCase c;
  c.shown = made->name;
  c.ladder = made->ladder;
  c.made = std::move(made);
  return c;
}

}  // namespace ladder
