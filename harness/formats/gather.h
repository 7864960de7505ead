// A shot gather: what every receiver recorded, with the places and times that belong to it.
#pragma once
#include <string>
#include <vector>

namespace ladder {

struct Position {
  double x = 0, y = 0, z = 0;  // [m] z is depth below the model's top, downwards
};

struct Gather {
  int samples = 0;                  // of each trace
  double dt = 0;                    // [s]
  double start = 0;                 // [s] time of the first sample
  Position source;                  //
  std::vector<Position> receivers;  // one per trace
  std::vector<float> values;        // [trace][sample]
  std::string description;          // lines for the text header

  std::size_t traces() const { return receivers.size(); }
};

// By the ending of the name: .sgy .segy .su. Throws FileError that says what is wrong, and where.
Gather read_gather(const std::string &path);

// By the ending. What cannot be held (more samples than the header counts, a coordinate beyond its
// scale) is refused. The file appears whole or not at all. Throws FileError; an existing file is left
// alone and refused unless `overwrite`.
void write_gather(const std::string &path, const Gather &, bool overwrite = false);

}  // namespace ladder
