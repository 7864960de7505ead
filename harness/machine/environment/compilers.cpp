#include "harness/machine/environment/compilers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

namespace ladder {
namespace {

struct Compiler {
  const char *name, *compiles;
};

constexpr Compiler compilers[] = {{"gcc", "C"}, {"gfortran", "Fortran"}, {"nvcc", "CUDA"}};

bool is_on_path(const std::string &name) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace

std::string compilers_text() {
  std::vector<std::string> here, missing;
  for (const auto &[name, compiles] : compilers)
    if (is_on_path(name))
      here.emplace_back(name);
    else
      missing.push_back(
          fmt::format("no stages of your own in {} ({} is not on PATH)", compiles, name));
  here.insert(here.end(), missing.begin(), missing.end());
  return fmt::format("{}", fmt::join(here, ", "));
}

}  // namespace ladder
