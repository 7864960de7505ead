// ladder operator: the taps of a case's operator, and what they do to waves.
#include <fmt/format.h>

#include <cmath>

#include "harness/answers/options/case_choice.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/commands/wave_run.h"

namespace ladder {
namespace {

struct OperatorOptions : CaseChoice {
  bool json = false;

  void declare(Declared &declared) {
    using enum CaseOption::Part;
    declared.add("Case", {case_option()});
    declared.add("Case", options_of_case(model | reading | raw | wavelet | half_length | family));
    declared.add("Output", {json_option(json)});
  }
  void settle() {
    refuse_idle_case_options();
    locate_or_make();
  }
};

struct Row {
  double cells;             // a wavelength, along the axis with the largest spacing
  double axis, diagonal;    // errors of the phase velocity, of space alone
  double slowest, fastest;  // with the time step, along the axis
};

std::vector<Row> rows_of(const WaveCase &c) {
  const auto along = directions(c);
  const Direction axis = along.front(), diagonal = along.back();
  const double spacing = coarsest_spacing(c);
  std::vector<Row> rows;
  for (const double cells : {2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 25.0, 50.0, 100.0}) {
    const double k = 2 * std::acos(-1.0) / (cells * spacing);
    const auto error = [&](double velocity, double dt, const Direction &direction) {
      return phase_velocity_error(c, velocity, dt, k, direction);
    };
    rows.push_back({cells, error(c.slowest, 0, axis), error(c.slowest, 0, diagonal),
                    error(c.slowest, c.dt, axis), error(c.fastest, c.dt, axis)});
  }
  return rows;
}

void print_json(const WaveCase &c, const std::vector<Row> &rows) {
  Json waves = Json::array();
  for (const Row &row : rows)
    waves.push_back({{"cells_per_wavelength", row.cells},
                     {"axis", row.axis},
                     {"diagonal", row.diagonal},
                     {"slowest", row.slowest},
                     {"fastest", row.fastest}});
  const Json json = {{"case", c.name},
                     {"operator", c.operator_family},
                     {"half_length", c.half_length},
                     {"alpha", c.alpha},
                     {"beta", c.beta},
                     {"taps", {{"z", c.taps_z}, {"x", c.taps_x}, {"y", c.taps_y}}},
                     {"largest_stable_dt_s", largest_stable_dt(c)},
                     {"phase_velocity_error", waves}};
  fmt::print("{}\n", json.dump());
}

void print_operator_tables(const WaveCase &c, const std::vector<Row> &rows) {
  using enum Table::Align;
  const auto m = static_cast<std::size_t>(c.half_length);
  Table taps({{"tap", right}, {"z [1/m^2]", right}, {"x [1/m^2]", right}, {"y [1/m^2]", right}});
  const auto value = [](float tap) { return tap == 0 ? "" : fmt::format("{:.9g}", tap); };
  for (std::size_t i = 0; i <= m; ++i)
    taps.row({std::to_string(i), value(c.taps_z[m + i]), value(c.taps_x[m + i]),
              value(c.taps_y[m + i])});
  Table waves({{"cells a wavelength", right},
               {"axis", right},
               {"diagonal", right},
               {fmt::format("at {:g} m/s", c.slowest), right},
               {fmt::format("at {:g} m/s", c.fastest), right}});
  const auto percent = [](double error) { return fmt::format("{:+.4f} %", 100 * error); };
  for (const Row &row : rows)
    waves.row({fmt::format("{:g}", row.cells), percent(row.axis), percent(row.diagonal),
               percent(row.slowest), percent(row.fastest)});
  fmt::print(
      "{}\n{}error of the phase velocity (negative: too slow). axis, diagonal: of the operator "
      "alone. at a velocity: with the\ntime step of {:g} ms, along the axis.\n",
      taps.text(), waves.text(), 1e3 * c.dt);
}

Exit run_operator(const OperatorOptions &options) {
  CaseOverrides overrides = one_case(options);
  overrides.any_dt = true;  // the limit is what is asked for
  const WaveCase c = load_wave_case(options.located, overrides);
  if (c.axes() == 0)
    throw UsageError("a grid of a single cell has no operator: take a larger grid");
  say_case(c);
  const auto rows = rows_of(c);
  options.json ? print_json(c, rows) : print_operator_tables(c, rows);
  return Exit::ok;
}

}  // namespace

const Command operator_command = {
    "operator",
    "Predict",
    "show the taps of a case's operator, and the phase velocity of waves on its grid",
    {"operator --case=thesis", "operator --operator=taylor --half-length=4 --json"},
    true,
    bind_options<OperatorOptions, run_operator>};

}  // namespace ladder
