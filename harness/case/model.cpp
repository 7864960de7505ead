#include "harness/case/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/error.h"
#include "harness/run/guarded_buffer.h"

namespace ladder {
namespace {

constexpr float least_velocity = 100, most_velocity = 12000;  // [m/s] outside is no rock and no sea

std::string sizes(const ModelRequest &r) {
  return r.ny > 1 ? fmt::format("{} x {} x {} cells (z, x, y)", r.nz, r.nx, r.ny)
                  : fmt::format("{} x {} cells (z, x)", r.nz, r.nx);
}

std::int64_t size_along(const ModelRequest &r, char axis) {
  return axis == 'z' ? r.nz : axis == 'x' ? r.nx : r.ny;
}

bool fits(const ModelRequest &r, const RawArray &array, const std::string &axes) {
  if (array.shape.size() != axes.size()) return false;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (array.shape[i] != size_along(r, axes[i])) return false;
  return true;
}

std::vector<std::string> orders(const ModelRequest &r) {
  if (r.ny > 1) return {"yxz", "zxy", "xyz", "zyx", "xzy", "yzx"};
  return {"xz", "zx"};
}

// The order of the indices: as asked, or the only one that fits the case.
std::string find_axes(const ModelRequest &r, const RawArray &array) {
  std::vector<std::string> fitting;
  for (const auto &axes : orders(r))
    if ((r.axes.empty() || r.axes == axes) && fits(r, array, axes)) fitting.push_back(axes);
  if (fitting.empty())
    throw FileError(fmt::format(
        "model '{}' has {} values{}, and the case needs {}: take a case of the model's size "
        "(--case=seg-eage for 676 x 210), or a model of the case's",
        r.path, fmt::join(array.shape, " x "), r.axes.empty() ? "" : " in the order " + r.axes,
        sizes(r)));
  if (fitting.size() > 1)
    throw UsageError(fmt::format("model '{}' of {} values may be read in {} ways: give --axes={}",
                                 r.path, fmt::join(array.shape, " x "), fitting.size(),
                                 fmt::join(fitting, " or --axes=")));
  return fitting[0];
}

// To [ny][nx][nz].
std::vector<float> in_order(const ModelRequest &r, const RawArray &array, const std::string &axes) {
  std::int64_t stride[3] = {0, 0, 0};  // of z, x, y in the file
  std::int64_t next = 1;
  for (std::size_t i = axes.size(); i-- > 0;) {
    stride[axes[i] == 'z' ? 0 : axes[i] == 'x' ? 1 : 2] = next;
    next *= array.shape[i];
  }
  std::vector<float> v;
  v.reserve(array.values.size());
  for (std::int64_t y = 0; y < r.ny; ++y)
    for (std::int64_t x = 0; x < r.nx; ++x)
      for (std::int64_t z = 0; z < r.nz; ++z)
        v.push_back(
            array.values[static_cast<std::size_t>(z * stride[0] + x * stride[1] + y * stride[2])]);
  return v;
}

std::string cell(const ModelRequest &r, std::size_t i) {
  const auto nz = static_cast<std::size_t>(r.nz), nx = static_cast<std::size_t>(r.nx);
  const std::string flat = fmt::format("x {}, z {}", i / nz % nx, i % nz);
  return r.ny > 1 ? fmt::format("{}, y {}", flat, i / nz / nx) : flat;
}

// What to multiply the file's values with to have m/s.
float to_metres(const ModelRequest &r, const std::vector<float> &v,
                std::vector<std::string> &notes) {
  if (r.units == "m/s") return 1;
  if (r.units == "km/s") return 1000;
  const auto [low, high] = std::minmax_element(v.begin(), v.end());
  const auto lie = [&](float least, float most) { return *low >= least && *high <= most; };
  const char *units = lie(300, most_velocity) ? "m/s" : lie(0.3f, 12) ? "km/s" : nullptr;
  if (!units)
    throw FileError(
        fmt::format("model '{}' has values from {:g} to {:g}, which are neither m/s nor "
                    "km/s for certain: give --units=m/s or --units=km/s",
                    r.path, *low, *high));
  notes.push_back(
      fmt::format("units: {}, since the values lie in {:g} to {:g}", units, *low, *high));
  return units[0] == 'm' ? 1 : 1000;
}

}  // namespace

void check_request(const ModelRequest &r) {
  if (!r.units.empty() && r.units != "m/s" && r.units != "km/s")
    throw UsageError(fmt::format("--units={}: expected m/s or km/s", r.units));
  const auto known = orders(r);
  if (!r.axes.empty() && std::find(known.begin(), known.end(), r.axes) == known.end())
    throw UsageError(fmt::format("--axes={}: expected one of {}", r.axes, fmt::join(known, ", ")));
  if (!r.endian.empty() && r.endian != "little" && r.endian != "big")
    throw UsageError(fmt::format("--endian={}: expected little or big", r.endian));
  const bool npy = r.path.ends_with(".npy");
  if (npy && !r.endian.empty())
    throw UsageError(
        fmt::format("--endian={}: '{}' tells its byte order itself", r.endian, r.path));
  if (!npy && r.axes.empty())
    throw UsageError(
        fmt::format("raw model '{}' does not tell its order: give --axes=xz (z fastest) or "
                    "--axes=zx (x fastest), and --endian=big where it is not little",
                    r.path));
}

std::vector<float> read_model(const ModelRequest &r, std::vector<std::string> &notes) {
  check_request(r);
  const RawArray array = r.path.ends_with(".npy") ? read_npy(r.path) : read_raw(r);
  std::vector<float> v = in_order(r, array, find_axes(r, array));
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!finite(v[i]) || v[i] <= 0)
      throw FileError(
          fmt::format("model '{}' has the velocity {:g} at cell {}: it must be a "
                      "positive number",
                      r.path, v[i], cell(r, i)));
  const float factor = to_metres(r, v, notes);
  for (std::size_t i = 0; i < v.size(); ++i) {
    // Whole m/s that went through km/s in float32 come back whole: within one unit in the last place.
    const double metres = double{v[i]} * factor, whole = std::round(metres);
    v[i] = static_cast<float>(std::abs(metres - whole) <= 1.2e-7 * metres ? whole : metres);
    if (v[i] < least_velocity || v[i] > most_velocity)
      throw FileError(
          fmt::format("model '{}' has {:g} m/s at cell {}, outside {:g} to {:g}: are "
                      "its --units right?",
                      r.path, v[i], cell(r, i), least_velocity, most_velocity));
  }
  return v;
}

}  // namespace ladder
