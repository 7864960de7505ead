// Files of models that are not read, known by their first bytes.
#pragma once
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

#include "harness/base/error.h"

namespace ladder {

// What the file is and how to convert it, with a command: "an HDF5 file, which is not read: ...".
// Empty where it may be raw float32, is missing, or cannot be opened.
std::string advice_on_foreign_file(const std::string &path);

// Formats that this program was built without, since a library was missing.

// What to throw for a file of such a format, going by its ending.
FileError lacks_library_for(const std::string &path);

// Throws it where the format of a file that is to be written was left out.
void refuse_without_library(const std::string &path);

// A file's format by the ending of its name.

inline std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// In small letters: .SGY is as usual as .sgy.
inline std::string ending_of(const std::string &path) {
  return lower(std::filesystem::path(path).extension().string());
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
