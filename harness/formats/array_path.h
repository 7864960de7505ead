// A file that may hold several arrays: FILE.h5:NAME or FILE.vti:NAME is one of them.
#pragma once
#include <string>

namespace ladder {

struct ArrayPath {
  std::string file, array;  // empty: the only one
};

// "vp.h5:/model/vp" as its parts; a path of another ending has no array.
ArrayPath split_array(const std::string &path);

}  // namespace ladder
