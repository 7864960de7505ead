// An empty file in the system's folder for such, removed with this object.
#pragma once
#include <string>

namespace ladder {

struct TemporaryFile {
  explicit TemporaryFile(const std::string &name);  // throws FileError
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  std::string path;
};

}  // namespace ladder
