// A gather, a grid and a cube, for the tests of file formats.
#pragma once
#include "harness/formats/gather.h"
#include "harness/formats/grid.h"
#include "harness/tests/testing.h"

namespace ladder {

inline bool operator==(const Position &a, const Position &b) {
  return std::tie(a.x, a.y, a.z) == std::tie(b.x, b.y, b.z);
}
// But for labels and units.
inline bool operator==(const Axis &a, const Axis &b) {
  return std::tie(a.name, a.cells, a.spacing, a.origin) ==
         std::tie(b.name, b.cells, b.spacing, b.origin);
}
// GoogleTest finds them by the type's namespace.
inline void PrintTo(const Position &p, std::ostream *out) {
  *out << fmt::format("{} {} {}", p.x, p.y, p.z);
}
inline void PrintTo(const Axis &a, std::ostream *out) {
  *out << fmt::format("{}: {} of {} from {}", a.name, a.cells, a.spacing, a.origin);
}
using Axes = std::vector<Axis>;

// Values as they lie in a file, in either byte order.
template <typename T>
std::string bytes_of(const std::vector<T> &values, bool big = false) {
  std::string bytes(sizeof(T) * values.size(), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  for (std::size_t i = 0; big && i < bytes.size(); i += sizeof(T))
    std::reverse(bytes.data() + i, bytes.data() + i + sizeof(T));
  return bytes;
}

// Three receivers of four samples, at places that are exact to the centimetre.
inline Gather example_gather() {
  Gather gather;
  gather.samples = 4;
  gather.dt = 0.002;
  gather.source = {120.5, 0, 10};
  gather.receivers = {{0, 0, 5}, {12.25, 0, 5}, {24.5, 0, 5}};
  for (int i = 0; i < 12; ++i) gather.values.push_back(0.1f * static_cast<float>(i) - 0.35f);
  gather.description = "Shot 2 over the salt\nby the stage smem";
  return gather;
}

// A model of 2 columns and 3 rows: cell (x, z) is 1500 + 100 x + z.
inline Grid example_grid() {
  Grid grid;
  grid.axes = {{'x', 2, 12.5, 100}, {'z', 3, 20, 0}};
  grid.values = {1500, 1501, 1502, 1600, 1601, 1602};
  grid.quantity = "velocity";
  grid.unit = "m/s";
  return grid;
}

// And of 3 axes, none like another: cell (y, x, z) is 1500 + 100 y + 10 x + z.
inline Grid example_cube() {
  Grid grid;
  grid.axes = {{'y', 4, 25, 0}, {'x', 2, 12.5, 100}, {'z', 3, 20, 0}};
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 2; ++x)
      for (int z = 0; z < 3; ++z)
        grid.values.push_back(static_cast<float>(1500 + 100 * y + 10 * x + z));
  grid.quantity = "velocity";
  grid.unit = "m/s";
  return grid;
}

}  // namespace ladder
