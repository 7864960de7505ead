// The path of this program, for who starts it once more.
#pragma once
#include <filesystem>
#include <string>

namespace ladder {

inline std::string this_program() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

}  // namespace ladder
