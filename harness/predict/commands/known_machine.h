// The machine that `ladder predict` is to predict for.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace ladder {

struct KnownMachine {
  std::string name;            // of its folder in results/
  std::filesystem::path file;  // of its micro-benchmarks
};
// `wanted`: the value of --on; where it is empty this machine, or the only one that is known.
// `results`: one's own folder first, then that of this program. Throws Error where there is none.
KnownMachine known_machine(const std::string &wanted,
                           const std::vector<std::filesystem::path> &results);

}  // namespace ladder
