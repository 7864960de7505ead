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

// FILE.vti to FILE_snapshots and the like.
inline std::string sibling(const std::string &path, const std::string &ending) {
  const std::filesystem::path its(path);
  return (its.parent_path() / (its.stem().string() + ending)).string();
}

// A file that may hold several arrays: FILE.h5:NAME or FILE.vti:NAME is one of them.

struct ArrayPath {
  std::string file, array;  // empty: the only one
};

// "vp.h5:/model/vp" as its parts; a path of another ending has no array.
ArrayPath split_array(const std::string &path);

}  // namespace ladder
