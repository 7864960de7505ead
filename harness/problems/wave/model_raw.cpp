#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/base/read_file.h"
#include "harness/formats/byte_order.h"
#include "harness/problems/wave/model.h"

namespace ladder {

Grid read_raw(const ModelRequest &r) {
  check_request(r);
  Grid grid;
  std::uint64_t count = 1;
  for (char axis : r.axes) {
    const int cells = axis == 'z' ? r.nz : axis == 'x' ? r.nx : r.ny;
    grid.axes.push_back({axis, cells, 0, 0});
    count *= static_cast<std::uint64_t>(cells);
  }
  // Before reading: a file of another size may be very large.
  const std::uint64_t size = size_of_file(r.path);
  if (size != 4 * count)
    throw FileError(
        fmt::format("model '{}' has {} bytes, but float32 values of the case's {} cells ({}) take "
                    "{}; take a case of the model's size, or a model of the case's size",
                    r.path, size, sizes_of(grid), r.axes, 4 * count));
  const std::string bytes = read_file(r.path, 4 * count);
  if (bytes.size() != size) throw FileError(fmt::format("'{}' changed while it was read", r.path));
  grid.values.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    grid.values[i] = number_from<float>(bytes.data() + 4 * i, r.endian == "big");
  return grid;
}

}  // namespace ladder
