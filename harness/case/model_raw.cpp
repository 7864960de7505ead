#include <fmt/format.h>

#include "harness/case/byte_order.h"
#include "harness/case/model.h"
#include "harness/error.h"

namespace ladder {

RawArray read_raw(const ModelRequest &r) {
  if (r.axes.empty())
    throw UsageError(fmt::format(
        "raw model '{}' does not tell its order: give --axes=xz (z fastest) or --axes=zx (x "
        "fastest), and --endian=big where it is not little",
        r.path));
  if (!r.endian.empty() && r.endian != "little" && r.endian != "big")
    throw UsageError(fmt::format("--endian={}: expected little or big", r.endian));
  RawArray array;
  std::uint64_t count = 1;
  for (char axis : r.axes) {
    const int n = axis == 'z' ? r.nz : axis == 'x' ? r.nx : axis == 'y' ? r.ny : 0;
    if (n == 0) throw UsageError(fmt::format("--axes={}: expected letters of x, y, z", r.axes));
    array.shape.push_back(n);
    count *= static_cast<std::uint64_t>(n);
  }
  const std::string bytes = read_file(r.path);
  if (bytes.size() != 4 * count)
    throw FileError(
        fmt::format("model '{}' has {} bytes, a float32 model of the case's {} x {} x {} cells (z, "
                    "x, y) has {}{}",
                    r.path, bytes.size(), r.nz, r.nx, r.ny, 4 * count,
                    bytes.size() < 4 * count ? ": it is truncated, or of another size" : ""));
  array.values.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    array.values[i] = number_from<float>(bytes.data() + 4 * i, r.endian == "big");
  return array;
}

}  // namespace ladder
