// The file of a case, and its contents.
#pragma once
#include <exception>
#include <memory>
#include <string>

#include "harness/case_overrides.h"
#include "harness/usual_ladder.h"

namespace ladder {

struct TomlFile;

// A case that was found, read and parsed, once for all that load it.
struct LocatedCase {
  std::string shown;  // its name or path, as it was given
  std::string path;   // empty: made for a model that has none
  std::string ladder = usual_ladder;
  std::shared_ptr<const CaseText> made;
  std::shared_ptr<const TomlFile> file;  // NULL: made, or captured steps
  std::exception_ptr failure;            // why it cannot be read

  // Throws what was wrong with it: FileError, or UsageError for a name without a case.
  void refuse_unreadable() const;
  std::string name() const;  // without folder and ending
  // Throws FileError where it is not a case file.
  const TomlFile &contents() const;
};

// A path, or the name of a file in data/<ladder>/. What is wrong with it is thrown when it is
// loaded.
LocatedCase locate_case(const std::string &name_or_path);
LocatedCase located(std::shared_ptr<const CaseText>);

}  // namespace ladder
