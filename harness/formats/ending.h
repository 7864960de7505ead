// A file's format by the ending of its name.
#pragma once
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace ladder {

// In small letters: .SGY is as usual as .sgy.
inline std::string ending_of(const std::string &path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

}  // namespace ladder
