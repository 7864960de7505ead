// The table [model] of a case file, and a case written as its file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/base/clean_text.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/toml_section.h"
#include "harness/formats/rsf_file.h"
#include "harness/problems/wave/case_file.h"

namespace ladder {
namespace {

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
      one.fail("top", "must be given for every layer but the first");
    // A cell belongs to the layer that its centre is in; the hair is for tops that are no exact
    // multiples.
    layer.top = file.layers.empty() ? 0 : std::ceil(top / file.dz - 1e-6);
    if (file.layers.empty() && top > 0) one.fail("top", "must be 0 for the first layer");
    if (!file.layers.empty() && layer.top <= file.layers.back().top)
      one.fail("top", "must be at least one cell below the top of the layer above");
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

}  // namespace

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
    model.fail("recipe",
               fmt::format("must be given: {}, or none if the case is used with --model=FILE",
                           fmt::join(recipes, ", ")));
  if (named && file.recipe != "file")
    model.fail("recipe", "a model has a recipe or a file, not both");
  if (!named && file.recipe != "none" && std::ranges::find(recipes, file.recipe) == recipes.end())
    model.fail("recipe",
               fmt::format("'{}' is not one of {}, none", file.recipe, fmt::join(recipes, ", ")));
  // A key that would be ignored is not taken, and so it is refused with the unknown ones.
  if (named) {
    model.take("units", file.units);
    model.take("length_units", file.length_units);
    if (metres_of(file.length_units) == 0)
      model.fail("length_units", fmt::format("'{}' is not one of m, km, ft", file.length_units));
    std::string word;
    if (model.take("spacing_of_file", word) && word != "ignored")
      model.fail("spacing_of_file",
                 "expected \"ignored\"; without it the file's spacing must be the case's");
    file.any_spacing = !word.empty();
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

// A case whose model is a file, written as its case file.

namespace {

// What JSON puts between quotes, TOML takes as the same.
std::string quoted(const std::string &text) {
  if (!is_utf8(text))
    throw FileError(fmt::format(
        "'{}' is not UTF-8 text, and a case file cannot hold it: rename the file or its folder",
        text));
  return Json(text).dump();
}

void put(std::string &to, const char *key, const std::string &value, const char *about = "") {
  const std::string line = fmt::format("{} = {}", key, value);
  to += *about ? fmt::format("{:<28} # {}\n", line, about) : line + "\n";
}

void put_number(std::string &to, const char *key, double value, const char *about = "") {
  put(to, key, fmt::format("{}", value), about);
}

// Sides of no cell are left out, and so is a table of none.
void put_sides(std::string &to, const char *title, const char *about, const CaseFile &file,
               bool pad) {
  std::string sides;
  for (const auto &[name, of_pad, of_sponge] : {std::tuple{"left", file.pad_left, file.sponge_left},
                                                {"right", file.pad_right, file.sponge_right},
                                                {"top", file.pad_top, file.sponge_top},
                                                {"bottom", file.pad_bottom, file.sponge_bottom},
                                                {"front", file.pad_front, file.sponge_front},
                                                {"back", file.pad_back, file.sponge_back}})
    if (const int cells = pad ? of_pad : of_sponge; cells > 0)
      put(sides, name, std::to_string(cells));
  if (sides.empty()) return;
  to += fmt::format("\n{:<28} # {}\n{}", title, about, sides);
  if (!pad) put_number(to, "strength", file.sponge_strength, "1/cell");
}

void put_model(std::string &to, const CaseFile &file) {
  to += "\n[model]\n";
  put(to, "file", quoted(file.model_file));
  if (!file.units.empty()) put(to, "units", quoted(file.units));
  if (!file.length_units.empty())
    put(to, "length_units", quoted(file.length_units), "of the lengths in the file");
  if (!file.axes.empty()) put(to, "axes", quoted(file.axes), "slowest index first");
  if (!file.endian.empty()) put(to, "endian", quoted(file.endian));
  if (file.any_spacing)
    put(to, "spacing_of_file", quoted("ignored"), "it may say another one than this case");
  put(to, "nz", std::to_string(file.nz), "cells");
  put(to, "nx", std::to_string(file.nx));
  if (file.ny > 1) put(to, "ny", std::to_string(file.ny));
  put_number(to, "dz", file.dz, "m");
  put_number(to, "dx", file.dx);
  if (file.ny > 1) put_number(to, "dy", file.dy);
}

void put_receivers(std::string &to, const CaseFile &file) {
  to += "\n[receivers]\n";
  if (!file.receivers.empty()) {
    const bool words = file.receivers == "surface" || file.receivers.find(':') != std::string::npos;
    return put(to, words ? "at" : "file", quoted(file.receivers), "m");
  }
  put_number(to, "z", file.receiver_z, "m");
  put(to, "every", std::to_string(file.receiver_every), "columns");
}

}  // namespace

std::string case_text(const CaseFile &file) {
  std::string text;
  put(text, "description", quoted(file.description));
  put(text, "ladder", quoted(file.ladder));
  put_model(text, file);
  put_sides(text, "[pad]", "cells around the model, with the velocity at its edge", file, true);
  put_sides(text, "[sponge]", "absorbing cells, counted from the outer border", file, false);
  text += "\n[operator]\n";
  put(text, "family", quoted(file.operator_family));
  put(text, "half_length", std::to_string(file.half_length), "cells");
  text += "\n[time]\n";
  put_number(text, "dt", file.dt, "s");
  put(text, "samples", std::to_string(file.samples), "time steps + 1");
  text += "\n[wavelet]\n";
  if (!file.wavelet_file.empty()) {
    put(text, "file", quoted(file.wavelet_file), "a sample a line");
  } else {
    put_number(text, "peak", file.ricker.peak, "Hz");
    put_number(text, "delay", file.ricker.delay, "s");
    if (file.ricker.integral) put(text, "signal", quoted("integral"));
  }
  put_receivers(text, file);
  for (const CaseFile::NamedSource &source : file.sources) {
    text += "\n[[source]]\n";
    put(text, "name", quoted(source.name));
    put_number(text, "x", source.x, "m");
    put_number(text, "z", source.z);
    if (file.ny > 1) put_number(text, "y", source.y);
  }
  return text;
}

}  // namespace ladder
