// Values on a regular grid, as files hold them: a velocity model, a snapshot, an image.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/error.h"

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

// The units in which files hold velocities: as such, or as slowness.

struct VelocityUnit {
  const char *name;             // as --units and messages have it
  double (*to_metres)(double);  // per second
  double least, most;           // of rock, water and sea floor, from 1400 to 9000 m/s, in this unit
};

// Spelled as in files: "km/s", "KM/SEC", "s^2/km^2", "s²/km²". Nothing: no unit of velocity.
std::optional<VelocityUnit> velocity_unit(std::string_view text);

std::vector<std::string> names_of_velocity_units();
std::string velocity_units();  // "m/s, km/s, ..." for messages

// What values from `low` to `high` may be, when the file does not state it; m/s and km/s come
// first.
std::vector<VelocityUnit> likely_units(double low, double high);

// Grids format by format, whatever the file's name; grid.h picks by its ending.

Grid read_npy(const std::string &path);      // NumPy 1.0 and 2.0, <f4 >f4 <f8 >f8, both orders
Grid read_rsf(const std::string &path);      // Madagascar: float32, native, XDR or ASCII
Grid read_vti(const std::string &path);      // VTK's ImageData: one piece, one scalar
Grid read_columns(const std::string &path);  // text: x z velocity a line, or a table of velocities
Grid read_hdf5(const std::string &path);     // one array, of several FILE.h5:NAME

// The version of the HDF5 library, or that ladder was built without it and what to do.
std::string hdf5_text();

// The bytes of a file that holds the grid. Throw FileError for what the format cannot hold.
std::string npy_bytes(const Grid &);  // 1.0, <f4
std::string rsf_bytes(const Grid &);  // header and data in one file
std::string vti_bytes(const Grid &);  // version 1.0, appended, raw
std::string raw_bytes(const Grid &);  // float32, little-endian

// --- what the formats share ---

// '...' is not a usable .rsf file: why.
FileError unusable_grid(const std::string &path, const std::string &kind, const std::string &why);

// How many cells axes of these lengths have; `most` + 1 where they have more, of which the product
// may not be countable.
std::uint64_t cells_up_to(const std::vector<Axis> &axes, std::uint64_t most);

// z, x or y of a label such as "Depth" or "X position"; '?': none of them.
char name_of_label(std::string label);

// The axes' names, where the grid leaves them open that of the contract's layout: z fastest, then
// x, then y.
std::vector<char> names_of(const Grid &);

// The same values with the axes of these numbers, which are all of the grid's.
Grid with_axes(const Grid &, const std::vector<std::size_t> &);
// The same values in another order of the axes, named slowest first, e.g. "yxz". An axis that the
// grid lacks is left out.
Grid in_order(const Grid &, const std::string &names);

// Traces along z, from the slowest axis on; for SEG-Y and SU.
struct Traces;
Grid grid_of(Traces);
Traces traces_of(const Grid &, const std::string &path, bool su);

}  // namespace ladder
