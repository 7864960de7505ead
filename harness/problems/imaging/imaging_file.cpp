// Reads the file of an imaging case. data/KEYS.md lists every key.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "data/reflectors_model.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/numbers.h"
#include "harness/base/numerics/ricker.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/find_case.h"
#include "harness/formats/grid.h"
#include "harness/problems/imaging/imaging_case.h"

namespace ladder {
namespace {

constexpr int most_along = 1 << 20, most_steps = 10000000, most_offsets = 1 << 16;

// What the file says in addition to the numbers of ImagingCase.
struct Shot {
  ReflectorsRecipe model;
  double velocity_factor = 1;  // what is migrated with, over what is true
  std::string velocity_file, data_file, direct = "removed";
  double source_x = 0, source_z = 0;
  Ricker wavelet;
  double receiver_z = 0;
  int receiver_every = 1;
};

void take_grid(Section section, ImagingCase &c) {
  if (!section.take("nz", c.nz, 1, most_along)) section.fail("nz", "it is missing");
  if (!section.take("nx", c.nx, 1, most_along)) section.fail("nx", "it is missing");
  if (!section.take("dz", c.dz, 1e-3, 1e6)) section.fail("dz", "it is missing");
  if (!section.take("dx", c.dx, 1e-3, 1e6)) section.fail("dx", "it is missing");
  section.refuse_the_rest();
}

void take_model(Section &top, Shot &shot) {
  Section section = top.section("model", "[model]");
  section.take("velocity", shot.model.velocity, 1, 1e5);
  section.take("gradient", shot.model.gradient, 0, 1e3);
  section.take("velocity_factor", shot.velocity_factor, 0.1, 10);
  section.take("file", shot.velocity_file);
  section.refuse_the_rest();
  for (Section &one : top.sections("reflector", "[[reflector]]")) {
    Reflector reflector;
    if (!one.take("z", reflector.z, 0, 1e6)) one.fail("z", "it is missing");
    one.take("dip", reflector.dip, -80, 80);
    if (!one.take("thickness", reflector.thickness, 0, 1e6)) one.fail("thickness", "it is missing");
    if (!one.take("contrast", reflector.contrast, 0.1, 10)) one.fail("contrast", "it is missing");
    one.refuse_the_rest();
    shot.model.reflectors.push_back(reflector);
  }
}

void take_numerics(Section &top, ImagingCase &c) {
  Section sponge = top.section("sponge", "[sponge]");
  int sides = 0;
  sponge.take("top", c.sponge_top, 0, most_along);
  sponge.take("bottom", c.sponge_bottom, 0, most_along);
  sponge.take("sides", sides, 0, most_along);
  c.sponge_left = c.sponge_right = sides;
  sponge.take("strength", c.sponge_strength, 0, 1);
  sponge.refuse_the_rest();
  Section op = top.section("operator", "[operator]");
  op.take("half_length", c.half_length, 1, LADDER_IMAGING_MOST_HALF_LENGTH);
  op.refuse_the_rest();
  Section time = top.section("time", "[time]");
  if (!time.take("dt", c.dt, 1e-9, 10)) time.fail("dt", "it is missing");
  if (!time.take("steps", c.time_steps, 1, most_steps)) time.fail("steps", "it is missing");
  time.refuse_the_rest();
}

void take_shot(Section &top, Shot &shot) {
  Section source = top.section("source", "[source]");
  source.take("x", shot.source_x, 0, 1e9);
  source.take("z", shot.source_z, 0, 1e9);
  if (!source.take("peak", shot.wavelet.peak, 1e-6, 1e6)) source.fail("peak", "it is missing");
  shot.wavelet.delay = 1.2 / shot.wavelet.peak;
  source.take("delay", shot.wavelet.delay, 0, 1e6);
  shot.wavelet.integral = takes_integral(source);
  source.refuse_the_rest();
  Section receivers = top.section("receivers", "[receivers]");
  receivers.take("z", shot.receiver_z, 0, 1e9);
  receivers.take("every", shot.receiver_every, 1, most_along);
  receivers.refuse_the_rest();
  Section data = top.section("data", "[data]");
  data.take("file", shot.data_file);
  data.take("direct", shot.direct);
  if (shot.direct != "removed" && shot.direct != "kept")
    data.fail("direct", "expected removed or kept");
  data.refuse_the_rest();
}

// A gather has as many offsets on either side of 0.
void take_image(Section section, ImagingCase &c) {
  section.take("every", c.every, 1, most_steps);
  const auto take_offsets = [&](const char *key, int &largest) {
    int count = 1;
    section.take(key, count, 1, most_offsets);
    if (count % 2 == 0)
      section.fail(key, "expected an odd number: the same number on either side of 0");
    largest = count / 2;
  };
  take_offsets("offsets_x", c.offsets_x);
  take_offsets("offsets_z", c.offsets_z);
  section.refuse_the_rest();
}

// The values of a file next to the case's, of so many values.
std::vector<float> read_values(const std::string &path, const std::string &folder,
                               std::size_t count, const std::string &shape) {
  const std::string found = (std::filesystem::path(folder) / path).string();
  Grid grid = read_grid(found);
  if (grid.values.size() != count)
    throw FileError(fmt::format("'{}' holds {} values, but the case needs {}: {}", path,
                                sizes_of(grid), count, shape));
  return std::move(grid.values);
}

SharedValues velocity_of(const ImagingCase &c, const ReflectorsRecipe &recipe, double factor) {
  SharedValues velocity(c.field());
  float *const values = velocity.change();
  for (int ix = 0; ix < c.nx; ++ix)
    fill_reflectors(recipe, ix * c.dx, c.dz, c.nz, values + std::ptrdiff_t{c.nz} * ix);
  for (std::size_t i = 0; i < c.field(); ++i) values[i] *= static_cast<float>(factor);
  return velocity;
}

// Spacings, sponges, time step and offsets stay; reflectors, velocities, source and receivers are
// stretched with the model, so that no velocity is another one.
void resize(const std::string &cells, const std::string &shown, ImagingCase &c, Shot &shot) {
  if (!shot.velocity_file.empty() || !shot.data_file.empty())
    throw UsageError(
        fmt::format("--grid={}: {} reads a model or data from a file, and a file is not stretched",
                    cells, shown));
  const std::vector<int> n = grid_of_text(cells, 2);
  const auto grown = [](int cells, int old) {
    return cells > 1 && old > 1 ? (cells - 1.0) / (old - 1) : double(cells) / old;
  };
  const double along_z = grown(n[0], c.nz), along_x = grown(n[1], c.nx);
  shot.model.gradient /= along_z;
  for (Reflector &one : shot.model.reflectors) {
    one.z *= along_z;
    one.thickness *= along_z;
    one.dip = std::atan(std::tan(one.dip * M_PI / 180) * along_z / along_x) * 180 / M_PI;
  }
  shot.source_z = moved_place(shot.source_z, c.dz, n[0], c.nz);
  shot.source_x = moved_place(shot.source_x, c.dx, n[1], c.nx);
  shot.receiver_z = moved_place(shot.receiver_z, c.dz, n[0], c.nz);
  shot.receiver_every = std::max(1, stretched_count(shot.receiver_every, n[1], c.nx));
  c.nz = n[0];
  c.nx = n[1];
}

// What the receivers record in this model.
std::vector<float> record_in(const ImagingCase &c, const SharedValues &velocity) {
  ImagingCase other = c;
  other.velocity = velocity;
  other.assemble();
  return other.record();
}

// The reflections of the true model: what it records, less what is recorded without its reflectors.
std::vector<float> model_data(const ImagingCase &c, const Shot &shot) {
  std::vector<float> traces = record_in(c, velocity_of(c, shot.model, 1));
  if (shot.direct == "kept") return traces;
  ReflectorsRecipe smooth = shot.model;
  smooth.reflectors.clear();
  const std::vector<float> direct = record_in(c, velocity_of(c, smooth, 1));
  for (std::size_t i = 0; i < traces.size(); ++i) traces[i] -= direct[i];
  return traces;
}

void place_shot(const Shot &shot, ImagingCase &c) {
  const auto cell = [](double metres, double spacing) {
    return static_cast<std::int32_t>(std::lround(metres / spacing));
  };
  c.source_cells = {{cell(shot.source_z, c.dz), cell(shot.source_x, c.dx)}};
  for (int ix = 0; ix < c.nx; ix += shot.receiver_every)
    c.receiver_cells.push_back({cell(shot.receiver_z, c.dz), ix});
  c.signal = shot.wavelet.samples(c.time_steps, c.dt);
}

void fill_case(const Shot &shot, const std::string &folder, ImagingCase &c) {
  if (shot.velocity_file.empty()) {
    ReflectorsRecipe smooth = shot.model;
    smooth.reflectors.clear();
    c.velocity = velocity_of(c, smooth, shot.velocity_factor);
    c.model_words = fmt::format("{} reflectors in {:g} m/s + {:g} z/s, migrated with {:g} times it",
                                shot.model.reflectors.size(), shot.model.velocity,
                                shot.model.gradient, shot.velocity_factor);
  } else {
    const std::vector<float> values = read_values(shot.velocity_file, folder, c.field(),
                                                  fmt::format("{}, z fastest", c.size_text()));
    c.velocity = SharedValues(c.field());
    std::ranges::copy(values, c.velocity.change());
    c.model_words = "velocity of " + shot.velocity_file;
  }
  c.assemble();
  if (shot.data_file.empty()) {
    c.take_data(model_data(c, shot));
    c.data_words = shot.direct == "removed" ? "their data modelled, without the direct wave"
                                            : "their data modelled";
  } else {
    c.take_data(read_values(
        shot.data_file, folder, c.data.size(),
        fmt::format("{} receivers of {} samples", c.receiver_cells.size(), c.time_steps)));
    c.data_words = "their data of " + shot.data_file;
  }
}

}  // namespace

ImagingCase read_imaging_case(const LocatedCase &found, const CaseOverrides &over) {
  refuse_other_overrides(over, "imaging",
                         CaseOption::half_length | CaseOption::nt | CaseOption::grid);
  ImagingCase c;
  Shot shot;
  c.name = found.name();
  Section top(found.contents());
  top.take("ladder", c.ladder);
  top.take("description", c.description);
  take_grid(top.section("grid", "[grid]"), c);
  take_model(top, shot);
  take_numerics(top, c);
  take_shot(top, shot);
  take_image(top.section("image", "[image]"), c);
  top.refuse_the_rest();
  c.half_length = over.half_length.value_or(c.half_length);
  c.time_steps = steps_asked(over, c.time_steps);
  if (!over.cells.empty()) resize(over.cells, found.shown, c, shot);
  refuse_beyond_memory(4.0 * 4 * double(c.cells()), fmt::format("case '{}' by itself", c.name),
                       "take a smaller grid");
  place_shot(shot, c);
  fill_case(shot, std::filesystem::path(found.path).parent_path().string(), c);
  return c;
}

}  // namespace ladder
