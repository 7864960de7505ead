// Velocities from files.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/grid.h"

namespace ladder {

struct ModelRequest {
  std::string path;
  int nz = 1, nx = 1, ny = 1;  // what the case needs [cells]
  std::string units;           // see grid.h; empty: as the file says, or m/s or km/s by its values
  // Order of the indices, slowest first ("xz"); empty: as the file says, or its sizes.
  std::string axes;
  std::string endian;             // of a raw file; empty: little
  double dz = 0, dx = 0, dy = 0;  // [m] what the case needs; 0: any
  std::string length_units = "";  // of the lengths of a file that does not name theirs; empty: m
};

// [ny][nx][nz] m/s, z fastest, from every file that read_grid reads and from raw float32. What was
// assumed is added to `notes`. Throws FileError for the file and UsageError for the request.
std::vector<float> read_model(const ModelRequest &, std::vector<std::string> &notes);

// The same of a grid that was read already, and the unit that its values were taken for.
struct Velocities {
  std::vector<float> values;
  std::string unit;
};
Velocities velocities_of(const ModelRequest &, Grid, std::vector<std::string> &notes);

// --- the steps, exposed for tests and for each other ---

// Throws UsageError for unknown units, axes and endian, or those that this kind of file cannot
// have.
void check_request(const ModelRequest &);
// The file's values, its lengths in metres. Throws as read_model.
Grid read_grid_of_model(const ModelRequest &);
Grid read_raw(const ModelRequest &);  // float32 without header; the request gives its shape

// The unit of a model's velocities.

// [m/s] outside is no rock and no sea
inline constexpr float least_velocity = 100, most_velocity = 12000;

// As it is asked for, as the file states it, or as its values make likely, which is noted. Throws
// FileError where several are.
VelocityUnit unit_of(const ModelRequest &, const std::string &stated, const std::vector<float> &,
                     std::vector<std::string> &notes);

// Velocities whose bytes are in another order than the file or the command line says.

// What to do, where all values are velocities with their bytes swapped; empty where they are not.
// "'vp.rsf': ..." of the file at `path`.
std::string advice_on_byte_order(const std::string &path, const std::vector<float> &values);

}  // namespace ladder
