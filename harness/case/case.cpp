// From a case file and the overrides of the command line to arrays that can be run.
#include "harness/case/case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "harness/case/assemble.h"
#include "harness/case/case_file.h"
#include "harness/case/data_folder.h"
#include "harness/case/model.h"
#include "harness/error.h"
#include "harness/registry.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

fs::path find_case(const std::string &wanted) {
  if (wanted.find('/') != std::string::npos || wanted.ends_with(".toml")) return wanted;
  const fs::path folder = data_folder(), file = folder / (wanted + ".toml");
  if (fs::exists(file)) return file;
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  throw UsageError(
      fmt::format("there is no case '{}'; data/ has {}, and a path to a .toml file is taken too",
                  wanted, fmt::join(names, ", ")));
}

// Columns of the model, [ny][nx][nz].
std::vector<float> velocities(const CaseFile &file, const CaseOverrides &over, Case &c) {
  if (!over.model.empty()) {
    c.model = fs::path(over.model).filename().string();
    return read_model({over.model, file.nz, file.nx, file.ny, over.units, over.axes, over.endian},
                      c.notes);
  }
  if (!over.units.empty() || !over.axes.empty() || !over.endian.empty())
    throw UsageError("--units, --axes and --endian tell about a --model, and none is given");
  if (file.recipe == "none")
    throw UsageError(
        fmt::format("case '{}' has no model of its own: give one with --model=FILE", c.name));
  if (file.recipe == "constant") {
    c.model = fmt::format("constant, {:g} m/s", file.velocity);
    return std::vector<float>(static_cast<std::size_t>(file.nz) * file.nx * file.ny,
                              static_cast<float>(file.velocity));
  }
  c.model = "salt, generated";
  return salt_model(file.salt);
}

// x,z or x,y,z in metres.
Source parse_source(const std::string &text) {
  std::vector<double> n;
  const char *at = text.data(), *end = at + text.size();
  while (at < end) {
    double value = 0;
    const auto [next, problem] = std::from_chars(at, end, value);
    if (problem != std::errc() || (next != end && *next != ',')) break;
    n.push_back(value);
    at = next == end ? end : next + 1;
    if (next != end && at == end) n.clear();
  }
  if (at != end || n.size() < 2 || n.size() > 3)
    throw UsageError(
        fmt::format("--source={}: expected the name of a source of the case, or x,z in metres such "
                    "as 6000,1000",
                    text));
  return {n.front(), n.size() == 3 ? n[1] : 0, n.back(), {}};
}

Source choose_source(const CaseFile &file, const CaseOverrides &over) {
  const CaseFile::NamedSource *named = &file.sources[file.default_source];
  if (!over.source.empty()) {
    const auto found = std::find_if(file.sources.begin(), file.sources.end(),
                                    [&](const auto &s) { return s.name == over.source; });
    if (found == file.sources.end() && over.source.find(',') == std::string::npos) {
      std::vector<std::string> names;
      for (const auto &s : file.sources) names.push_back(s.name);
      throw UsageError(fmt::format("--source={}: the case names {}; or give x,z in metres",
                                   over.source, fmt::join(names, ", ")));
    }
    if (found == file.sources.end()) return parse_source(over.source);
    named = &*found;
  }
  return {named->x, named->y, named->z, {}};
}

// The cell nearest to a place in the model, in the padded grid.
ladder_cell cell_at(const CaseFile &file, const Source &s, const char *what,
                    bool from_command_line) {
  const auto along = [](double m, double d) { return d > 0 ? std::llround(m / d) : 0LL; };
  const long long z = along(s.z, file.dz), x = along(s.x, file.dx),
                  y = file.ny > 1 ? along(s.y, file.dy) : 0;
  if (z < 0 || z >= file.nz || x < 0 || x >= file.nx || y < 0 || y >= file.ny) {
    const std::string words = fmt::format(
        "the {} at x {:g} m, z {:g} m lies outside the model, which reaches from 0 to {:g} m in x "
        "and 0 to {:g} m in z",
        what, s.x, s.z, (file.nx - 1) * file.dx, (file.nz - 1) * file.dz);
    if (from_command_line) throw UsageError(words);
    throw FileError(words);
  }
  return {static_cast<std::int32_t>(z) + file.pad_top, static_cast<std::int32_t>(x) + file.pad_left,
          static_cast<std::int32_t>(y) + file.pad_front};
}

}  // namespace

Case load_case(const std::string &name_or_path, const CaseOverrides &over) {
  const fs::path path = find_case(name_or_path);
  CaseFile file = read_case_file(path.string(), name_or_path);
  Case c;
  c.name = path.stem().string();
  c.description = file.description;
  c.operator_family = over.operator_family.empty() ? file.operator_family : over.operator_family;
  if (c.operator_family != "windowed" && c.operator_family != "taylor")
    throw UsageError(fmt::format("operator '{}': expected windowed or taylor", c.operator_family));
  c.half_length = over.half_length.value_or(file.half_length);
  if (c.half_length < 1 || c.half_length > LADDER_MOST_HALF_LENGTH)
    throw UsageError(fmt::format("--half-length={}: 1 to {} are possible", c.half_length,
                                 LADDER_MOST_HALF_LENGTH));
  const int samples = over.samples.value_or(file.samples);
  if (samples < 1) throw UsageError(fmt::format("--nt={}: at least 1 sample is needed", samples));
  c.alpha = file.alpha;
  c.beta = file.beta;
  c.steps = samples - 1;
  c.dt = file.dt;
  c.dz = file.dz;
  c.dx = file.dx;
  c.dy = file.dy;
  pad_model(file, velocities(file, over, c), c);
  make_operator(c);
  make_sponge(file, c);
  const Source source = choose_source(file, over);
  c.source_cells = {cell_at(file, source, "source", !over.source.empty())};
  for (int iy = 0; iy < file.ny; iy += file.receiver_every)
    for (int ix = 0; ix < file.nx; ix += file.receiver_every)
      c.receiver_cells.push_back(
          cell_at(file, {ix * file.dx, iy * file.dy, file.receiver_z, {}}, "receiver", false));
  make_wavelets(c, file.peak, file.delay);
  const double limit = largest_stable_dt(c);
  if (!(c.dt <= limit))
    throw UsageError(
        fmt::format("case '{}' is unstable: with {:g} m/s, this spacing and the {} operator of "
                    "half-length {} dt may be at most {:.6g} ms, and it is {:g} ms",
                    c.name, c.fastest, c.operator_family, c.half_length, 1e3 * limit, 1e3 * c.dt));
  c.hash = hash_of(c);
  return c;
}

}  // namespace ladder
