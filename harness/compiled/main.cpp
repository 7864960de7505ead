// compiled_baseline FOLDER: keeps what the build beside this program made of the CUDA stages in
// FOLDER/<architecture>-<compiler>.json. Exit codes as those of ladder.
#include <fmt/format.h>

#include "harness/compiled/compiled_file.h"
#include "harness/error.h"

int main(int count, char **words) {
  using namespace ladder;
  try {
    if (count != 2) throw UsageError("usage: compiled_baseline FOLDER");
    const auto kernels = read_compiled(compiled_folder());
    const std::string path = fmt::format("{}/{}", words[1], compiled_file_name(kernels));
    write_compiled(path, kernels);
    fmt::print("{}\n", path);
    return 0;
  } catch (const Error &error) {
    fmt::print(stderr, "compiled_baseline: {}\n", error.what());
    return static_cast<int>(error.exit);
  }
}
