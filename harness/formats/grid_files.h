// Grids format by format, whatever the file's name; grid.h picks by its ending.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/formats/grid.h"

namespace ladder {

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

// The same values in another order of the axes, named slowest first, e.g. "yxz". An axis that the
// grid lacks is left out.
Grid in_order(const Grid &, const std::string &names);

// Traces along z, from the slowest axis on; for SEG-Y and SU.
struct Traces;
Grid grid_of(Traces);
Traces traces_of(const Grid &, const std::string &path, bool su);

}  // namespace ladder
