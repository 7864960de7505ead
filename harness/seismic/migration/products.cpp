#include "harness/seismic/migration/products.h"

#include <filesystem>

#include "harness/base/json.h"
#include "harness/formats/ending.h"
#include "harness/formats/grid_files.h"
#include "harness/formats/traces.h"
#include "harness/seismic/migration/filters.h"

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
  if (shape.suffix.empty()) return product;
  const std::filesystem::path path = product;
  return (path.parent_path() / (path.stem().string() + shape.suffix + path.extension().string()))
      .string();
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

}  // namespace ladder
