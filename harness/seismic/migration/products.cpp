#include "harness/seismic/migration/products.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <numbers>
#include <numeric>

#include "harness/base/json.h"
#include "harness/base/parallel.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/traces.h"
#include "harness/problems/imaging/slant.h"

namespace ladder {
namespace {

// What a product is, before its values are known.
struct Shape {
  std::string suffix, quantity;
  std::vector<Axis> axes;
};

Axis offsets(const char *label, int largest, double spacing) {
  return {'y', 2 * largest + 1, spacing, -largest * spacing, label, "m"};
}

std::vector<Shape> shapes_of(const SurveyCase &survey, const Finish &finish) {
  const ModelPart &part = survey.part();
  const ImagingCase &c = survey.shared();
  const Axis x{'x', part.nx, c.dx, survey.origin().x}, z{'z', part.nz, c.dz, survey.origin().z};
  std::vector<Shape> shapes = {{"", "image", {x, z}}, {"_illumination", "illumination", {x, z}}};
  const auto kept = [&](const char *label, int largest, double spacing) {
    return offsets(label, survey.kept_offsets(largest), survey.offset_step() * spacing);
  };
  if (c.offsets_x > 0)
    shapes.push_back({"_hx",
                      "image; y is the horizontal offset [m]",
                      {kept("Offset in x", c.offsets_x, c.dx), x, z}});
  if (c.offsets_z > 0)
    shapes.push_back({"_hz",
                      "image; y is the vertical offset [m]",
                      {kept("Offset in z", c.offsets_z, c.dz), x, z}});
  if (finish.angles > 0)
    shapes.push_back(
        {"_angles",
         "image; y is the angle [degrees]",
         {{'y', 2 * finish.angles + 1, 1, -double(finish.angles), "Angle", "degree"}, x, z}});
  return shapes;
}

std::string file_of(const std::string &product, const Shape &shape) {
  const std::string ending = std::filesystem::path(product).extension().string();
  return shape.suffix.empty() ? product : sibling(product, shape.suffix + ending);
}

bool needs_spacing(const std::string &file) { return ending_of(file) == ".npy"; }

// In the order of the velocity's file.
Grid as_the_input(const SurveyCase &survey, Grid grid) {
  if (survey.axes() == "xz") return grid;
  return in_order(grid, grid.axes.size() == 3 ? "y" + survey.axes() : survey.axes());
}

// For scripts/plots/grids.py and for people: of each index of the array, the slowest first.
std::string axes_json(const Grid &grid) {
  Json description = {{"quantity", grid.quantity}};
  for (const Axis &axis : grid.axes) {
    const std::string name = axis.label.starts_with("Angle")    ? "angle"
                             : axis.label.starts_with("Offset") ? "offset"
                                                                : std::string(1, axis.name);
    description["axes"].push_back(name);
    description["spacing"].push_back(axis.spacing);
    description["origin"].push_back(axis.origin);
    description["units"].push_back(axis.unit);
  }
  return description.dump(1) + "\n";
}

}  // namespace

std::vector<std::string> migration_files(const std::string &product, const SurveyCase &survey,
                                         const Finish &finish) {
  std::vector<std::string> files;
  for (const Shape &shape : shapes_of(survey, finish)) {
    files.push_back(file_of(product, shape));
    if (needs_spacing(files.back())) files.push_back(files.back() + ".json");
  }
  return files;
}

std::vector<MigrationProduct> migration_products(const std::string &product,
                                                 const SurveyCase &survey, Stack stack,
                                                 const Finish &finish, std::vector<double> angles) {
  const ModelPart &part = survey.part();
  const ImagingCase &c = survey.shared();
  if (finish.illumination)
    for (auto *planes : {&stack.image, &stack.gather_x, &stack.gather_z})
      compensate(*planes, stack.illumination);
  if (finish.laplacian) laplacian_filter(stack.image, part.nz, part.nx, c.dz, c.dx);
  std::vector<std::vector<double>> values = {std::move(stack.image), std::move(stack.illumination)};
  if (finish.angles > 0 && angles.empty())
    angles = angle_gathers(stack.gather_x, part.nz, part.nx, survey.kept_offsets(c.offsets_x), c.dz,
                           c.dx, survey.offset_step(), angles_up_to(finish.angles));
  for (auto *planes : {&stack.gather_x, &stack.gather_z, &angles})
    if (!planes->empty()) values.push_back(std::move(*planes));
  std::vector<MigrationProduct> products;
  auto sums = values.begin();
  for (const Shape &shape : shapes_of(survey, finish)) {
    const std::string file = file_of(product, shape);
    Grid grid =
        as_the_input(survey, Grid{shape.axes, {sums->begin(), sums->end()}, shape.quantity, ""});
    const std::string axes = needs_spacing(file) ? axes_json(grid) : "";
    products.push_back({file, std::move(grid), ""});
    if (!axes.empty()) products.push_back({file + ".json", std::nullopt, axes});
    ++sums;
  }
  return products;
}

void refuse_unwritable_products(const std::string &product, const SurveyCase &survey,
                                const Finish &finish) {
  const std::string ending = ending_of(product);
  if (!is_segy(ending) && ending != ".su") return;
  for (const Shape &shape : shapes_of(survey, finish))
    traces_of({shape.axes, {}, shape.quantity, ""}, file_of(product, shape), ending == ".su");
}

double bytes_of_products(const SurveyCase &survey, const Finish &finish) {
  double bytes = 0;
  for (const Shape &shape : shapes_of(survey, finish)) {
    double values = 1;
    for (const Axis &axis : shape.axes) values *= double(axis.cells);
    bytes += 4 * values + 240 * values / survey.part().nz + 4000;
  }
  return bytes;
}

std::vector<double> divisor_of(const std::vector<double> &illumination) {
  constexpr double share = 0.01;
  const double mean =
      std::accumulate(illumination.begin(), illumination.end(), 0.0) / double(illumination.size());
  if (!(mean > 0)) return {};
  std::vector<double> divisor = illumination;
  for (double &value : divisor) value += share * mean;
  return divisor;
}

void compensate(std::vector<double> &planes, const std::vector<double> &illumination) {
  const std::vector<double> divisor = divisor_of(illumination);
  for (std::size_t i = 0; !divisor.empty() && i < planes.size(); ++i)
    planes[i] /= divisor[i % divisor.size()];
}

void laplacian_filter(std::vector<double> &image, int nz, int nx, double dz, double dx) {
  const std::vector<double> old = image;
  const auto at = [&](int z, int x) {
    return old[static_cast<std::size_t>(std::clamp(z, 0, nz - 1)) +
               static_cast<std::size_t>(nz) * static_cast<std::size_t>(std::clamp(x, 0, nx - 1))];
  };
  for (int x = 0; x < nx; ++x)
    for (int z = 0; z < nz; ++z)
      image[static_cast<std::size_t>(z) +
            static_cast<std::size_t>(nz) * static_cast<std::size_t>(x)] =
          (2 * at(z, x) - at(z - 1, x) - at(z + 1, x)) / (dz * dz) +
          (2 * at(z, x) - at(z, x - 1) - at(z, x + 1)) / (dx * dx);
}

double slope_of(double degrees) { return std::tan(degrees * std::numbers::pi / 180); }

std::vector<double> angles_up_to(int largest) {
  std::vector<double> angles;
  for (int angle = -largest; angle <= largest; ++angle) angles.push_back(angle);
  return angles;
}

std::vector<double> angle_gathers(const std::vector<double> &gather_x, int nz, int nx, int offsets,
                                  double dz, double dx, int step,
                                  const std::vector<double> &angles) {
  const auto columns = static_cast<std::size_t>(nx), cells = static_cast<std::size_t>(nz);
  std::vector<double> all(angles.size() * columns * cells, 0);
  each_chunk(
      angles.size() * columns,
      [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
          const double slope = slope_of(angles[i / columns]);
          for (int h = -offsets; h <= offsets; ++h) {
            const auto plane = static_cast<std::size_t>(h + offsets);
            const double *from = gather_x.data() + (plane * columns + i % columns) * cells;
            const auto value = [&](int z) { return z >= 0 && z < nz ? from[z] : 0; };
            const Slant slant = slant_of(h * step, dx, dz, slope, nz);
            double *const to = all.data() + i * cells;
            for (int z = 0; slant.reaches && z < nz; ++z)
              to[z] = add_slanted(to[z], step, slant, z, value);
          }
        }
      },
      16);
  return all;
}

double length_of(const std::vector<float> &signal, double dt) {
  float largest = 0;
  for (const float value : signal) largest = std::max(largest, std::abs(value));
  std::size_t end = signal.size();
  while (end > 0 && std::abs(signal[end - 1]) <= 0.01f * largest) --end;
  return double(end) * dt;
}

void mute_direct(std::vector<float> &trace, double dt, double arrival, double length) {
  const double passed = arrival + length, rise = 0.5 * length;
  for (std::size_t n = 0; n < trace.size(); ++n) {
    const double late = double(n + 1) * dt - passed;
    if (late >= rise) return;
    const double share = late <= 0 ? 0 : 0.5 - 0.5 * std::cos(std::acos(-1.0) * late / rise);
    trace[n] *= static_cast<float>(share);
  }
}

}  // namespace ladder
