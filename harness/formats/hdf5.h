// HDF5 files, where its library was there when ladder was built. A file may hold several arrays:
// FILE.h5:NAME is one.
#pragma once
#include <string>

namespace ladder {

struct Hdf5Path {
  std::string file, dataset;  // empty: the only one
};

// "vp.h5:/model/vp" as its parts; a path of another ending has no dataset.
Hdf5Path split_hdf5(const std::string &path);

// The version of the library, or that ladder was built without it and what to do.
std::string hdf5_text();

}  // namespace ladder
