// A case whose model is a file, written as its case file.
#include <fmt/format.h>

#include <tuple>

#include "harness/base/clean_text.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/problems/wave/case_file.h"

namespace ladder {
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
