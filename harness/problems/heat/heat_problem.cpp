// The problem `heat`, as the core sees it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/bench/verify/batch.h"
#include "harness/problems/heat/driver.h"
#include "harness/problems/heat/heat_case.h"

namespace ladder {
namespace {

HeatCase random_box(const std::array<int, 3> &n, int steps) {
  HeatCase c;
  c.name = "random";
  c.ladder = "heat";
  c.nz = n[0];
  c.nx = n[1];
  c.ny = n[2];
  c.steps = steps;
  c.complete();
  return c;
}

std::unique_ptr<Case> load(const LocatedCase &found, const CaseOverrides &over) {
  return std::make_unique<HeatCase>(read_heat_case(found, over));
}

std::unique_ptr<Case> random_case(const std::array<int, 3> &n, int steps,
                                  const CaseOverrides &over) {
  refuse_other_overrides(over, "heat", CaseOption::nt);
  auto c = std::make_unique<HeatCase>(random_box(n, steps));
  refuse_proof_beyond_memory(*c, verify_checkpoints);
  return c;
}

std::string defect(const ladder_stage &stage) {
  const ladder_heat_entries &entries = heat_entries(stage);
  const bool loop = entries.upload && entries.advance && entries.download;
  if (!entries.step == !loop)
    return "it must provide either step, or all of upload, advance and download";
  if (loop != (stage.owns_time_loop != 0))
    return "owns_time_loop must be 1 if it provides upload, advance and download, and 0 otherwise";
  return "";
}

CaseOverrides made_with(const Json &recorded) {
  CaseOverrides over;
  over.samples = recorded.at("steps").get<int>() + 1;
  return over;
}

}  // namespace

const Problem heat_problem = {.name = "heat",
                              .load = load,
                              .random = random_case,
                              .defect = defect,
                              .made_with = made_with,
                              .size = size_of_heat_case};

const Problem &HeatCase::problem() const { return heat_problem; }

std::string HeatCase::size_text() const { return fmt::format("{} x {} x {} cells", nz, nx, ny); }

std::vector<std::string> HeatCase::words() const {
  return {fmt::format("case {}: {} (z, x, y), {} steps of {:g} s, start {}", name, size_text(),
                      steps, dt, begin.kind),
          material.plain()
              ? fmt::format("dt = d^2 / ({:g} diffusivity), stable from {:g} on", divisor, 6.0)
              : fmt::format("{}; dt is stable up to {:g} s", material.words(diffusivity),
                            largest_stable_dt())};
}

Json HeatCase::json() const {
  Json json = {{"name", name},   {"hash", hash},         {"nz", nz},   {"nx", nx},
               {"ny", ny},       {"spacing_m", spacing}, {"dt_s", dt}, {"diffusivity", diffusivity},
               {"steps", steps}, {"start", begin.kind}};
  if (!material.plain()) json["material"] = material.words(diffusivity);
  return json;
}

std::vector<Array> HeatCase::arrays() const {
  const auto field = static_cast<std::size_t>(cells());
  return {{.name = "temperature", .values = field, .started = true, .judged = true, .affine = true},
          {.name = "next temperature", .values = field}};
}

void HeatCase::start(const Start &from, const std::vector<float *> &to) const {
  if (from.seed != 0 || begin.kind == "random") {
    const bool own = from.seed == 0;
    const double amplitude = own ? from.amplitude * begin.amplitude : from.amplitude;
    random_field(to[0], static_cast<std::size_t>(cells()),
                 own ? static_cast<std::uint64_t>(begin.seed) : from.seed,
                 static_cast<float>(amplitude));
    return;
  }
  if (begin.values) {
    std::ranges::transform(*begin.values, to[0], [&](float one) { return from.amplitude * one; });
    return;
  }
  const int n[3] = {nz, nx, ny};
  std::array<std::vector<double>, 3> along;  // of the product: a factor for each place on each axis
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const HeatMode mode = heat_mode(material.insulated[axis], n[axis], begin.half_waves[axis]);
    for (int i = 0; i < n[axis]; ++i) {
      const double away = (i - begin.centre[axis] * (n[axis] - 1)) * spacing / begin.radius;
      along[axis].push_back(begin.kind == "mode" ? mode.at(i) : std::exp(-away * away));
    }
  }
  std::size_t cell = 0;
  for (const double y : along[2])
    for (const double x : along[1])
      for (const double z : along[0])
        to[0][cell++] = static_cast<float>(from.amplitude * begin.amplitude * z * x * y);
}

std::unique_ptr<Case> HeatCase::warm_up(int few) const {
  auto other = std::make_unique<HeatCase>(*this);
  other->steps = std::min(steps, few);
  return other;
}

std::vector<std::unique_ptr<Case>> HeatCase::tiny() const {
  std::vector<std::unique_ptr<Case>> all;
  for (const std::array<int, 3> &n : std::vector<std::array<int, 3>>{{1, 1, 1},
                                                                     {2, 3, 4},
                                                                     {3, 3, 3},
                                                                     {7, 5, 1},
                                                                     {5, 4, 3},
                                                                     {19, 3, 21},
                                                                     {9, 37, 13},
                                                                     {67, 3, 5}}) {
    auto one = std::make_unique<HeatCase>(random_box(n, 7));
    one->divisor = divisor;
    one->material = material.on_random_map(n);
    one->complete();
    all.push_back(std::move(one));
  }
  return all;
}

std::shared_ptr<const void> HeatCase::stage_view() const { return view(); }

ladder_status HeatCase::drive(const void *view, const ladder_stage &stage, ladder_state *state,
                              const ladder_observer &observer, std::vector<float *> &arrays) const {
  ladder_heat_fields fields{arrays[0], arrays[1], 0};
  const ladder_status status =
      ladder_heat_drive(static_cast<const ladder_heat *>(view), &stage, state, &observer, &fields);
  arrays = {static_cast<float *>(fields.now), static_cast<float *>(fields.next)};
  return status;
}

ladder_status HeatCase::oracle(const ladder_observer &observer,
                               std::vector<double *> &arrays) const {
  ladder_heat_fields fields{arrays[0], arrays[1], 0};
  const ladder_status status = ladder_heat_oracle(view().get(), &observer, &fields);
  arrays = {static_cast<double *>(fields.now), static_cast<double *>(fields.next)};
  return status;
}

// Of a block whose sides are no sides of the box the outermost cells stay as well: what they miss
// moves inwards a cell a step.
std::unique_ptr<Case> HeatCase::part(const Block &block, int, int few) const {
  auto part = std::make_unique<HeatCase>(*this);
  part->nz = static_cast<int>(block.cells[0]);
  part->nx = static_cast<int>(block.cells[1]);
  part->ny = static_cast<int>(block.cells[2]);
  part->steps = few;
  part->material = material.part({nz, nx, ny}, block);
  return part;
}

// A step is T + factor (sum of six - 6 T): in units of u max|T|, 5 * 6 of the sum, 6 of 6 T and 12
// of their difference, all times a factor of at most 1/6, 2 of that product and 1 of the last
// sum: 11. The step is a mean with weights that are not negative, so what has gathered does not
// grow; roundings of different steps add like independent ones, as the original's own error, which
// counts four times, would tell where they do not. A step that is not plain has 4 more in each
// weight, of differences of at most 2 max|T|: 3 of the harmonic mean and 1 of the product with the
// factor. With 1 of the difference, 1 of the product and 5 of the sums that is 22, and 1 of the
// last sum.
std::function<double(const Peaks &)> HeatCase::rounding() const {
  const int roundings = material.plain() ? 11 : 23;
  return [roundings](const Peaks &peaks) {
    return roundings * std::ldexp(std::sqrt(peaks.sum_of_squares), -24);
  };
}

std::size_t HeatCase::region_of(std::int64_t cell) const {
  return material.keeps(0, int(cell % nz), nz) || material.keeps(1, int(cell / nz % nx), nx) ||
                 material.keeps(2, int(cell / nz / nx), ny)
             ? 1
             : 0;
}

std::optional<Grid> HeatCase::field_grid() const {
  Grid grid;
  const auto add = [&](char axis, int n) {
    if (n > 1 || axis != 'y') grid.axes.push_back({axis, n, spacing});
  };
  add('y', ny);
  add('x', nx);
  add('z', nz);
  grid.quantity = "temperature";
  grid.unit = "K";
  return grid;
}

// Those of the nearest cells.
std::vector<NamedValue> HeatCase::probes() const {
  std::vector<NamedValue> all;
  for (const HeatProbe &one : places) {
    const auto at = [&](std::size_t axis) {
      return static_cast<std::int64_t>(std::lround(one.at[axis] / spacing));
    };
    all.push_back({one.name, fmt::format("z {} x {} y {}", at(0), at(1), at(2)),
                   static_cast<std::size_t>(at(0) + nz * (at(1) + nx * at(2)))});
  }
  return all;
}

std::string HeatCase::place(std::size_t, std::int64_t cell) const {
  return fmt::format("the temperature at (z {}, x {}, y {})", cell % nz, cell / nz % nx,
                     cell / nz / nx);
}

Work HeatCase::work(const ladder_stage &stage, int) const {
  const double field = 4 * double(cells()), times = stage.owns_time_loop ? 1 : steps;
  // Cells of fixed sides stay; five sums, one difference that takes 6 T along, and the sum with the
  // factor.
  double inside = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int n = axis == 0 ? nz : axis == 1 ? nx : ny;
    const auto &insulated = material.insulated[axis];
    inside *= std::max(0, n - !insulated[0] - !insulated[1]);
  }
  return {inside, double(steps), 7, field * times, field * times, stage.device == LADDER_ON_CUDA};
}

}  // namespace ladder
