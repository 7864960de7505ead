#include "harness/base/temporary_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "harness/base/error.h"

namespace ladder {

TemporaryFile::TemporaryFile(const std::string &name)
    : path((std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string()) {
  const int file = mkstemp(path.data());
  if (file < 0) throw FileError(fmt::format("{} cannot be written", path));
  close(file);
}

TemporaryFile::~TemporaryFile() { std::remove(path.c_str()); }

}  // namespace ladder
