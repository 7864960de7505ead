// HDF5 files, where its library was there when ladder was built. A file may hold several arrays:
// FILE.h5:NAME is one.
#pragma once
#include <string>

namespace ladder {

// The version of the library, or that ladder was built without it and what to do.
std::string hdf5_text();

}  // namespace ladder
