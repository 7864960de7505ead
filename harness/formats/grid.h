// Values on a regular grid, as files hold them: a velocity model, a snapshot, an image.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

struct Axis {
  char name = '?';         // z, x or y; '?': the file does not state it
  std::int64_t cells = 1;  //
  double spacing = 0;      // [m] 0: the file does not state it
  double origin = 0;       // [m] of the first cell
  std::string label = "";  // of an axis that is no place: "offset"; empty: the name says it
  std::string unit = "m";  // of spacing and origin
};

struct Grid {
  std::vector<Axis> axes;     // slowest first, as the values lie
  std::vector<float> values;  // of all axes' cells
  std::string quantity;       // "velocity", "pressure", ...; empty: the file does not state it
  std::string unit;           // "m/s", "km/s", ...; empty: the file does not state it
  // "m", "km" or "ft": the file's own, and spacings and origins are in metres; empty: it states
  // none, and they are as they are in the file.
  std::string length_unit = "";
  // How the file was read where it leaves a choice, one sentence each.
  std::vector<std::string> notes = {};
};

std::string sizes_of(const Grid &);  // "676 x 210"

// Whether the ending is that of a format that read_grid reads.
bool is_grid_file(const std::string &path);

// By the ending of the name: .npy .rsf .H .vti .sgy .segy .su .h5 .hdf5 .txt .csv .xyz .asc;
// FILE.h5:NAME is one array of an HDF5 file. A file without header (raw float32) is not for this:
// see model.h. Throws FileError that says what is wrong with the file, and where.
Grid read_grid(const std::string &path);

// By the ending, and .f32 or .raw too: float32, little-endian, and `axes` as they lie (z fastest,
// by the contract's layout). The file appears whole or not at all. Throws FileError; an existing
// file is left alone and refused unless `overwrite`.
void write_grid(const std::string &path, const Grid &, bool overwrite = false);

}  // namespace ladder
