#include "harness/problems/wave/case_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/read_file.h"
#include "harness/base/toml_section.h"
#include "harness/formats/rsf_file.h"
#include "harness/stage.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t most_bytes = 1 << 20;

void take_salt(Section salt, SaltRecipe &r) {
  for (auto [key, value] : std::initializer_list<std::pair<const char *, double *>>{
           {"water", &r.water}, {"salt", &r.salt}, {"basement", &r.basement}})
    salt.take(key, *value, 100, 12000);
  for (auto [key, value] : std::initializer_list<std::pair<const char *, double *>>{
           {"basement_depth", &r.basement_depth},
           {"water_least", &r.water_least},
           {"water_most", &r.water_most},
           {"salt_left", &r.salt_left},
           {"salt_right", &r.salt_right},
           {"salt_top", &r.salt_top},
           {"salt_bottom", &r.salt_bottom}})
    salt.take(key, *value, 0, 1e7);
  salt.take("layer", r.layer, 1, 1e7);
  salt.take("dip", r.dip, -1, 1);
  if (r.salt_left >= r.salt_right) salt.fail("salt_right", "must be beyond salt_left");
  if (r.salt_top >= r.salt_bottom) salt.fail("salt_bottom", "must be below salt_top");
  if (r.water_least > r.water_most) salt.fail("water_most", "must not be less than water_least");
  if (1.05 * r.water > 0.95 * r.salt) salt.fail("salt", "must be faster than water by 11 %");
  salt.refuse_the_rest();
}

void take_salt3d(Section salt, Salt3dRecipe &r) {
  for (auto [key, value] : std::initializer_list<std::pair<const char *, double *>>{
           {"water", &r.water}, {"salt", &r.salt}, {"basement", &r.basement}})
    salt.take(key, *value, 100, 12000);
  if (1.05 * r.water > 0.95 * r.salt) salt.fail("salt", "must be faster than water by 11 %");
  salt.refuse_the_rest();
}

// Two halves: the lower one begins with cell nz / 2.
void take_two_layers(Section &model, CaseFile &file) {
  Layer upper{0, 1500}, lower{double(file.nz / 2), 4700};
  model.take("upper", upper.velocity, 100, 12000);
  model.take("lower", lower.velocity, 100, 12000);
  file.layers = {upper, lower};
}

void take_layers(Section &model, CaseFile &file) {
  for (Section &one : model.sections("layer", "[[model.layer]]")) {
    Layer layer;
    double top = 0;  // [m]
    if (!one.take("velocity", layer.velocity, 100, 12000)) one.fail("velocity", "must be given");
    if (!one.take("top", top, 0, 1e7) && !file.layers.empty())
      one.fail("top", "must be given of every layer but the first");
    // A cell belongs to the layer that its centre is in; the hair is for tops that are no exact multiples.
    layer.top = file.layers.empty() ? 0 : std::ceil(top / file.dz - 1e-6);
    if (file.layers.empty() && top > 0) one.fail("top", "of the first layer must be 0");
    if (!file.layers.empty() && layer.top <= file.layers.back().top)
      one.fail("top", "must be below that of the layer before, by a cell at least");
    one.refuse_the_rest();
    file.layers.push_back(layer);
  }
  if (file.layers.empty()) model.fail("layer", "a [[model.layer]] must be given");
}

void take_spacings(Section &model, CaseFile &file) {
  double spacing = 0;
  model.take("spacing", spacing, 1e-6, 1e6);
  file.dz = file.dx = file.dy = spacing;
  model.take("dz", file.dz, 1e-6, 1e6);
  model.take("dx", file.dx, 1e-6, 1e6);
  model.take("dy", file.dy, 1e-6, 1e6);
  if (file.dz <= 0 || file.dx <= 0 || (file.dy <= 0 && file.ny > 1))
    model.fail("spacing", "spacing, or that of every axis (dz, dx, dy), must be given");
}

void take_model(Section model, CaseFile &file) {
  const int most = 1 << 20;
  if (!model.take("nz", file.nz, 1, most)) model.fail("nz", "must be given");
  if (!model.take("nx", file.nx, 1, most)) model.fail("nx", "must be given");
  model.take("ny", file.ny, 1, most);
  take_spacings(model, file);
  const bool named = model.take("file", file.model_file);
  if (named) file.recipe = "file";
  static const std::vector<std::string> recipes = {"constant", "two-layer", "layers", "salt",
                                                   "salt3d"};
  if (!model.take("recipe", file.recipe) && !named)
    model.fail("recipe", fmt::format("must be given: {}, or none where --model=FILE is to follow",
                                     fmt::join(recipes, ", ")));
  if (named && file.recipe != "file")
    model.fail("recipe", "a model has a recipe or a file, not both");
  if (!named && file.recipe != "none" && std::ranges::find(recipes, file.recipe) == recipes.end())
    model.fail("recipe",
               fmt::format("'{}' is none of {}, none", file.recipe, fmt::join(recipes, ", ")));
  // A key that would be ignored is not taken, and so it is refused with the unknown ones.
  if (named) {
    model.take("units", file.units);
    model.take("length_units", file.length_units);
    if (metres_of(file.length_units) == 0)
      model.fail("length_units", fmt::format("'{}' is none of m, km, ft", file.length_units));
    std::string told;
    if (model.take("spacing_of_file", told) && told != "ignored")
      model.fail("spacing_of_file", "may be \"ignored\"; left out it must be the case's");
    file.any_spacing = !told.empty();
    model.take("axes", file.axes);
    model.take("endian", file.endian);
  }
  if (file.recipe == "constant" && !model.take("velocity", file.velocity, 100, 12000))
    model.fail("velocity", "must be given");
  if (file.recipe == "two-layer") take_two_layers(model, file);
  if (file.recipe == "layers") take_layers(model, file);
  if (file.recipe == "salt3d") {
    if (file.ny == 1) model.fail("recipe", "salt3d needs three dimensions");
    take_salt3d(model.section("salt", "[model.salt]"), file.salt3d);
  }
  if (file.recipe == "salt") {
    if (file.dz != file.dx || file.ny != 1)
      model.fail("recipe", "salt needs equal spacings and two dimensions");
    take_salt(model.section("salt", "[model.salt]"), file.salt);
    file.salt.nz = file.nz;
    file.salt.nx = file.nx;
    file.salt.spacing = file.dz;
  }
  model.refuse_the_rest();
}

struct Sides {
  int &left, &right, &top, &bottom, &front, &back;
};

void take_sides(Section &section, const Sides &sides, const CaseFile &file) {
  const int most = 100000;
  section.take("left", sides.left, 0, most);
  section.take("right", sides.right, 0, most);
  section.take("top", sides.top, 0, most);
  section.take("bottom", sides.bottom, 0, most);
  // Two dimensions have no front and no back.
  if (file.ny == 1) return;
  section.take("front", sides.front, 0, most);
  section.take("back", sides.back, 0, most);
}

void take_borders(Section &top, CaseFile &f) {
  Section pad = top.section("pad", "[pad]"), sponge = top.section("sponge", "[sponge]");
  take_sides(pad, {f.pad_left, f.pad_right, f.pad_top, f.pad_bottom, f.pad_front, f.pad_back}, f);
  pad.refuse_the_rest();
  take_sides(
      sponge,
      {f.sponge_left, f.sponge_right, f.sponge_top, f.sponge_bottom, f.sponge_front, f.sponge_back},
      f);
  sponge.take("strength", f.sponge_strength, 0, 10);
  sponge.refuse_the_rest();
  const auto wide = [&](const char *key, int sponges, int cells) {
    if (sponges > cells)
      sponge.fail(
          key, fmt::format("the sponges of this axis take {} cells and it has {}", sponges, cells));
  };
  wide("bottom", f.sponge_top + f.sponge_bottom, f.pad_top + f.nz + f.pad_bottom);
  wide("right", f.sponge_left + f.sponge_right, f.pad_left + f.nx + f.pad_right);
  wide("back", f.sponge_front + f.sponge_back, f.pad_front + f.ny + f.pad_back);
}

void take_operator(Section op, CaseFile &file) {
  op.take("family", file.operator_family);
  if (file.operator_family != "windowed" && file.operator_family != "taylor")
    op.fail("family", fmt::format("'{}' is neither windowed nor taylor", file.operator_family));
  op.take("half_length", file.half_length, 1, LADDER_MOST_HALF_LENGTH);
  op.take("alpha", file.alpha, 0.5, 1);
  op.take("beta", file.beta, 0, 100);
  op.refuse_the_rest();
}

void take_time(Section time, Section wavelet, CaseFile &file) {
  if (!time.take("dt", file.dt, least_dt, most_dt)) time.fail("dt", "must be given");
  if (!time.take("samples", file.samples, 2, 100000000)) time.fail("samples", "must be given");
  time.refuse_the_rest();
  if (!wavelet.take("file", file.wavelet_file)) {
    if (!wavelet.take("peak", file.peak, 1e-6, 1e6))
      wavelet.fail("peak", "must be given, or a file of samples");
    file.delay = 1.2 / file.peak;
    wavelet.take("delay", file.delay, -1e6, 1e6);
  }
  wavelet.refuse_the_rest();
}

bool is_file_name(const std::string &receivers) {
  return receivers != "surface" && receivers.find(':') == std::string::npos;
}

// By the words of --receivers, a file of places, or the model's columns.
void take_receivers(Section receivers, CaseFile &file) {
  if (receivers.take("at", file.receivers) &&
      is_file_name(file.receivers))
    receivers.fail("at", "expected surface, depth:Z, borehole:X or FIRST:LAST:STEP,Z in metres");
  std::string list;
  if (file.receivers.empty() && receivers.take("file", list)) file.receivers = list;
  file.receiver_last = file.nx - 1;
  if (!file.receivers.empty()) return receivers.refuse_the_rest();
  receivers.take("z", file.receiver_z, -1e9, 1e9);
  file.receiver_last = file.nx - 1;
  receivers.take("first", file.receiver_first, 0, file.nx - 1);
  receivers.take("last", file.receiver_last, file.receiver_first, file.nx - 1);
  receivers.take("every", file.receiver_every, 1, 1 << 20);
  receivers.refuse_the_rest();
}

void take_sources(Section &top, CaseFile &file) {
  std::vector<std::string> names;
  for (Section &one : top.sections("source", "[[source]]")) {
    CaseFile::NamedSource source;
    if (!one.take("name", source.name)) one.fail("name", "every source needs one");
    // A comma would make it look like a place: --source=6000,1000.
    if (source.name.empty() || source.name.find(',') != std::string::npos)
      one.fail("name", "must be a word without commas");
    if (std::find(names.begin(), names.end(), source.name) != names.end())
      one.fail("name", fmt::format("'{}' is the name of another source too", source.name));
    if (!one.take("x", source.x, -1e9, 1e9)) one.fail("x", "must be given");
    if (!one.take("z", source.z, -1e9, 1e9)) one.fail("z", "must be given");
    if (file.ny > 1 && !one.take("y", source.y, -1e9, 1e9)) one.fail("y", "must be given");
    one.refuse_the_rest();
    names.push_back(source.name);
    file.sources.push_back(source);
  }
  if (names.empty()) throw FileError(fmt::format("{}: there is no [[source]]", file.shown));
  std::string preset = names[0];
  top.take("default_source", preset);
  const auto found = std::find(names.begin(), names.end(), preset);
  if (found == names.end())
    top.fail("default_source", fmt::format("'{}' is no source of this file, which names {}", preset,
                                           fmt::join(names, ", ")));
  file.default_source = static_cast<std::size_t>(found - names.begin());
}

CaseFile parse_case(const std::string &text, const std::string &shown) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error &problem) {
    throw FileError(
        fmt::format("{}:{}: {}", shown, problem.source().begin.line, problem.description()));
  }
  CaseFile file;
  file.shown = shown;
  Section top(&table, "the file", shown);
  top.take("description", file.description);
  top.take("ladder", file.ladder);
  if (file.ladder == "wave3d") file.operator_family = "taylor";
  take_model(top.section("model", "[model]"), file);
  take_borders(top, file);
  take_operator(top.section("operator", "[operator]"), file);
  take_time(top.section("time", "[time]"), top.section("wavelet", "[wavelet]"), file);
  take_receivers(top.section("receivers", "[receivers]"), file);
  take_sources(top, file);
  top.refuse_the_rest();
  return file;
}

}  // namespace

CaseFile read_case_file(const std::string &path, const std::string &shown) {
  CaseFile file = parse_case(read_file(path, most_bytes), shown);
  const fs::path folder = fs::path(path).parent_path();
  for (std::string *named : {&file.model_file, &file.wavelet_file, &file.receivers})
    if (!named->empty() && (named != &file.receivers || is_file_name(file.receivers)))
      *named = (folder / *named).string();
  return file;
}

CaseFile case_of_text(const CaseText &made) { return parse_case(made.text, made.name); }

}  // namespace ladder
