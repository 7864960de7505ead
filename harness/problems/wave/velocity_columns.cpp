#include "harness/problems/wave/velocity_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "harness/base/error.h"
#include "harness/problems/wave/model.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

Columns columns_of(std::vector<float> model, const CaseFile &file) {
  const auto values = std::make_shared<const std::vector<float>>(std::move(model));
  return [values, nz = file.nz, nx = file.nx](int x, int y, float *column) {
    std::copy_n(values->data() + std::ptrdiff_t{nz} * (x + std::ptrdiff_t{nx} * y), nz, column);
  };
}

std::vector<float> read(const std::string &path, const CaseFile &file, const std::string &units,
                        const std::string &axes, const std::string &endian, WaveCase &c) {
  c.model = fs::path(path).filename().string();
  return read_model(
      {path, file.nz, file.nx, file.ny, units, axes, endian, file.dz, file.dx, file.dy}, c.notes);
}

}  // namespace

Columns velocity_columns(const CaseFile &file, const fs::path &folder, const CaseOverrides &over,
                         WaveCase &c) {
  const auto either = [](const std::string &asked, const std::string &preset) {
    return asked.empty() ? preset : asked;
  };
  if (!over.model.empty())
    return columns_of(read(over.model, file, over.units, over.axes, over.endian, c), file);
  if (file.recipe == "file")
    return columns_of(
        read((folder / file.model_file).string(), file, either(over.units, file.units),
             either(over.axes, file.axes), either(over.endian, file.endian), c),
        file);
  if (!over.units.empty() || !over.axes.empty() || !over.endian.empty())
    throw UsageError("--units, --axes and --endian tell about a --model, and none is given");
  if (file.recipe == "none")
    throw UsageError(
        fmt::format("case '{}' has no model of its own: give one with --model=FILE", c.name));
  const int nz = file.nz, nx = file.nx, ny = file.ny;
  if (file.recipe == "constant") {
    c.model = fmt::format("constant, {:g} m/s", file.velocity);
    return [nz, v = static_cast<float>(file.velocity)](int, int, float *column) {
      std::fill_n(column, nz, v);
    };
  }
  if (!file.layers.empty()) {
    c.model = fmt::format("{} layers", file.layers.size());
    return [nz, layers = file.layers](int, int, float *column) { fill_layers(layers, nz, column); };
  }
  c.model = "salt, generated";
  if (file.recipe == "salt3d")
    return [nz, nx, ny, recipe = file.salt3d](int x, int y, float *column) {
      fill_salt3d(recipe, nz, nx, ny, x, y, column);
    };
  return columns_of(salt_model(file.salt), file);
}

}  // namespace ladder
