// Velocities from files.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

struct ModelRequest {
  std::string path;
  int nz = 1, nx = 1, ny = 1;  // what the case needs [cells]
  std::string units;   // "m/s", "km/s", or empty: taken from the values where only one is possible
  std::string axes;    // order of the indices, slowest first ("xz"); empty: found from the sizes
  std::string endian;  // of a raw file; empty: little
};

// [ny][nx][nz] m/s, z fastest. What was assumed is added to `notes`. Throws FileError for the file and
// UsageError for the request.
std::vector<float> read_model(const ModelRequest &, std::vector<std::string> &notes);

// --- the steps, exposed for tests and for each other ---

// An array as it lies in a file: its sizes, slowest index first, and its values in that order.
struct RawArray {
  std::vector<std::int64_t> shape;
  std::vector<float> values;
};
RawArray read_npy(
    const std::string &path);  // NumPy format 1.0 and 2.0, <f4 >f4 <f8 >f8, both orders
// Throws UsageError for units, axes and endian that are none, or that this kind of file cannot have.
void check_request(const ModelRequest &);
RawArray read_raw(const ModelRequest &);  // float32 without header; the request tells its shape

}  // namespace ladder
