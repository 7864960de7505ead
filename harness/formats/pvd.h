// ParaView's list of the files of a series in time.
#pragma once
#include <string>
#include <vector>

namespace ladder {

struct Snapshot {
  double time = 0;   // [s]
  std::string file;  // as seen from the folder of the list
};

// The file appears whole or not at all. Throws FileError; an existing file is left alone and
// refused unless `overwrite`.
void write_pvd(const std::string &path, const std::vector<Snapshot> &, bool overwrite = false);

}  // namespace ladder
