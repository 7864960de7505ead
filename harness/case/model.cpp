#include "harness/case/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

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

// The order of the indices: as asked, or the only one that fits the case.
std::string find_axes(const ModelRequest &r, const RawArray &array) {
  const std::vector<std::string> orders =
      r.ny > 1 ? std::vector<std::string>{"yxz", "zxy", "xyz", "zyx", "xzy", "yzx"}
               : std::vector<std::string>{"xz", "zx"};
  if (!r.axes.empty() && std::find(orders.begin(), orders.end(), r.axes) == orders.end())
    throw UsageError(fmt::format("--axes={}: expected one of {}", r.axes, fmt::join(orders, ", ")));
  std::vector<std::string> fitting;
  for (const auto &axes : orders)
    if ((r.axes.empty() || r.axes == axes) && fits(r, array, axes)) fitting.push_back(axes);
  if (fitting.empty())
    throw FileError(
        fmt::format("model '{}' has {} values, the case needs {}; take a case of the model's size "
                    "(seg-eage has 676 columns), or a model of the case's",
                    r.path, fmt::join(array.shape, " x "), sizes(r)));
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
  return fmt::format("(z {}, x {}, y {})", i % nz, i / nz % nx, i / nz / nx);
}

float to_metres(const ModelRequest &r, const std::vector<float> &v,
                std::vector<std::string> &notes) {
  const auto [low, high] = std::minmax_element(v.begin(), v.end());
  const std::string range = fmt::format("{:g} to {:g}", *low, *high);
  if (r.units == "m/s") return 1;
  if (r.units == "km/s") return 1000;
  if (!r.units.empty()) throw UsageError(fmt::format("--units={}: expected m/s or km/s", r.units));
  if (*low >= 300 && *high <= most_velocity) {
    notes.push_back(fmt::format("model '{}': its values, {}, can only be m/s", r.path, range));
    return 1;
  }
  if (*low >= 0.3f && *high <= most_velocity / 1000) {
    notes.push_back(fmt::format("model '{}': its values, {}, can only be km/s", r.path, range));
    return 1000;
  }
  throw FileError(
      fmt::format("model '{}' has values from {}: neither m/s nor km/s for certain; give --units",
                  r.path, range));
}

}  // namespace

std::string read_file(const std::string &path, std::uint64_t most) {
  namespace fs = std::filesystem;
  std::error_code problem;
  const auto status = fs::status(path, problem);
  if (!fs::exists(status)) throw FileError(fmt::format("'{}' does not exist", path));
  if (fs::is_directory(status)) throw FileError(fmt::format("'{}' is a folder, not a file", path));
  const auto size = fs::is_regular_file(status) ? fs::file_size(path, problem) : 0;
  if (size > most)
    throw FileError(
        fmt::format("'{}' has {} bytes, more than the {} that can be of use", path, size, most));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be opened: {}", path, std::strerror(errno)));
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(in.gcount()) != size)
    throw FileError(fmt::format("'{}' cannot be read to its end", path));
  return bytes;
}

std::vector<float> read_model(const ModelRequest &r, std::vector<std::string> &notes) {
  const bool npy = r.path.ends_with(".npy");
  const RawArray array = npy ? read_npy(r.path) : read_raw(r);
  std::vector<float> v = in_order(r, array, find_axes(r, array));
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!finite(v[i]) || v[i] <= 0)
      throw FileError(
          fmt::format("model '{}' has the velocity {} at cell {}: it must be a positive number",
                      r.path, v[i], cell(r, i)));
  const float factor = to_metres(r, v, notes);
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] *= factor;
    if (v[i] < least_velocity || v[i] > most_velocity)
      throw FileError(fmt::format(
          "model '{}' has {:g} m/s at cell {}, outside {:g} to {:g}: are its --units right?",
          r.path, v[i], cell(r, i), least_velocity, most_velocity));
  }
  return v;
}

}  // namespace ladder
