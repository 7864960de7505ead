#include "harness/problems/wave/case_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/toml_section.h"
#include "harness/bench/registry/find_case.h"
#include "harness/problems/wave/wave.h"
#include "harness/stage.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

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
      sponge.fail(key, fmt::format("the sponges of this axis take {} cells, but it has {}", sponges,
                                   cells));
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
    if (!wavelet.take("peak", file.ricker.peak, 1e-6, 1e6))
      wavelet.fail("peak", "must be given, or a file of samples");
    file.ricker.delay = 1.2 / file.ricker.peak;
    wavelet.take("delay", file.ricker.delay, -1e6, 1e6);
    file.ricker.integral = takes_integral(wavelet);
  }
  wavelet.refuse_the_rest();
}

bool is_file_name(const std::string &receivers) {
  return receivers != "surface" && receivers.find(':') == std::string::npos;
}

// By the words of --receivers, a file of places, or the model's columns.
void take_receivers(Section receivers, CaseFile &file) {
  if (receivers.take("at", file.receivers) && is_file_name(file.receivers))
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
      one.fail("name", fmt::format("'{}' is also the name of another source", source.name));
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
    top.fail("default_source", fmt::format("'{}' is not a source of this file, which names {}",
                                           preset, fmt::join(names, ", ")));
  file.default_source = static_cast<std::size_t>(found - names.begin());
}

CaseFile take_case(const TomlFile &toml) {
  CaseFile file;
  file.shown = toml.shown;
  Section top(toml);
  top.take("description", file.description);
  if (!top.take("ladder", file.ladder) && !toml.table.contains("model"))
    top.fail("ladder",
             "must be given, as in ladder = \"heat\": without it a case is one of wave and has a "
             "[model]");
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

CaseFile case_file(const LocatedCase &found) {
  if (found.made) return case_of_text(*found.made);
  CaseFile file = take_case(found.contents());
  const fs::path folder = fs::path(found.path).parent_path();
  for (std::string *named : {&file.model_file, &file.wavelet_file, &file.receivers})
    if (!named->empty() && (named != &file.receivers || is_file_name(file.receivers)))
      *named = (folder / *named).string();
  return file;
}

CaseFile case_of_text(const CaseText &made) {
  CaseFile file = take_case(parse_toml(made.text, made.name));
  file.made = true;
  return file;
}

}  // namespace ladder
