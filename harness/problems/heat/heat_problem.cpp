// The problem `heat`, as the core sees it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/hash.h"
#include "harness/bench/verify/memory_of_proof.h"
#include "harness/problems/heat/driver.h"
#include "harness/problems/heat/heat_case.h"

namespace ladder {
namespace {

const double pi = std::acos(-1.0);

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

const Problem heat_problem = {"heat", load, random_case, defect, made_with};

const Problem &HeatCase::problem() const { return heat_problem; }

void HeatCase::complete() {
  dt = spacing * spacing / (divisor * diffusivity);
  const std::string text = fmt::format(
      "heat {} {} {} {} {} {} {} {} {} {} {} {}", nz, nx, ny, steps, spacing, diffusivity, divisor,
      begin.kind, begin.amplitude, begin.radius, begin.seed,
      fmt::format("{} {} {} {} {} {}", begin.half_waves[0], begin.half_waves[1],
                  begin.half_waves[2], begin.centre[0], begin.centre[1], begin.centre[2]));
  hash = hex16(fnv1a(text.data(), text.size()));
}

ladder_heat HeatCase::view() const {
  return {nz,
          nx,
          ny,
          steps,
          static_cast<float>(spacing),
          static_cast<float>(dt),
          static_cast<float>(diffusivity),
          static_cast<float>(1 / divisor)};
}

double HeatCase::decay_of_mode() const {
  const double factor = static_cast<float>(1 / divisor);
  const int n[3] = {nz, nx, ny};
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double sine =
        std::sin(pi * begin.half_waves[static_cast<std::size_t>(axis)] / (2.0 * (n[axis] - 1)));
    sum += 4 * sine * sine;
  }
  return 1 - factor * sum;
}

std::string HeatCase::size_text() const { return fmt::format("{} x {} x {} cells", nz, nx, ny); }

std::vector<std::string> HeatCase::words() const {
  return {fmt::format("case {}: {} (z, x, y), {} steps of {:g} s, start {}", name, size_text(),
                      steps, dt, begin.kind),
          fmt::format("dt = d^2 / ({:g} diffusivity), stable from {:g} on", divisor, 6.0)};
}

Json HeatCase::json() const {
  return {{"name", name},   {"hash", hash},         {"nz", nz},   {"nx", nx},
          {"ny", ny},       {"spacing_m", spacing}, {"dt_s", dt}, {"diffusivity", diffusivity},
          {"steps", steps}, {"start", begin.kind}};
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
  const int n[3] = {nz, nx, ny};
  std::array<std::vector<double>, 3> along;  // of the product: a factor for each place on each axis
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int i = 0; i < n[axis]; ++i) {
      const double away = (i - begin.centre[axis] * (n[axis] - 1)) * spacing / begin.radius;
      along[axis].push_back(begin.kind == "mode"
                                ? std::sin(pi * begin.half_waves[axis] * i / (n[axis] - 1))
                                : std::exp(-away * away));
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
  for (const std::array<int, 3> &n : std::vector<std::array<int, 3>>{
           {1, 1, 1}, {2, 3, 4}, {3, 3, 3}, {7, 5, 1}, {5, 4, 3}, {19, 3, 21}, {9, 37, 13}}) {
    auto one = std::make_unique<HeatCase>(random_box(n, 7));
    one->divisor = divisor;
    one->complete();
    all.push_back(std::move(one));
  }
  return all;
}

std::shared_ptr<const void> HeatCase::stage_view() const {
  return std::make_shared<ladder_heat>(view());
}

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
  const ladder_heat seen = view();
  const ladder_status status = ladder_heat_oracle(&seen, &observer, &fields);
  arrays = {static_cast<double *>(fields.now), static_cast<double *>(fields.next)};
  return status;
}

// Of a block whose sides are no sides of the box the outermost cells stay as well: what they miss moves inwards a cell
// a step.
std::unique_ptr<Case> HeatCase::part(const Block &block, int, int few) const {
  auto part = std::make_unique<HeatCase>(*this);
  part->nz = static_cast<int>(block.cells[0]);
  part->nx = static_cast<int>(block.cells[1]);
  part->ny = static_cast<int>(block.cells[2]);
  part->steps = few;
  return part;
}

// A step is T + factor (sum of six - 6 T): in units of u max|T|, 5 * 6 of the sum, 6 of 6 T and 12 of their
// difference, all times a factor of at most 1/6, 2 of that product and 1 of the last sum: 11. The step is a mean with
// weights that are not negative, so what has gathered does not grow; roundings of different steps add like
// independent ones, as the original's own error, which counts four times, would tell where they do not.
std::function<double(const Peaks &)> HeatCase::rounding() const {
  return [](const Peaks &peaks) { return 11 * std::ldexp(std::sqrt(peaks.sum_of_squares), -24); };
}

std::size_t HeatCase::region_of(std::int64_t cell) const {
  const auto outermost = [](std::int64_t i, int n) { return i == 0 || i == n - 1; };
  return outermost(cell % nz, nz) || outermost(cell / nz % nx, nx) || outermost(cell / nz / nx, ny)
             ? 1
             : 0;
}

std::string HeatCase::place(std::size_t, std::int64_t cell) const {
  return fmt::format("the temperature at (z {}, x {}, y {})", cell % nz, cell / nz % nx,
                     cell / nz / nx);
}

Work HeatCase::work(const ladder_stage &stage, int) const {
  const double field = 4 * double(cells()), times = stage.owns_time_loop ? 1 : steps;
  // The outermost cells stay; five sums, one difference that takes 6 T along, and the sum with the factor.
  const double inside = double(std::max(0, nz - 2)) * std::max(0, nx - 2) * std::max(0, ny - 2);
  return {inside, double(steps), 7, field * times, field * times, stage.device == LADDER_ON_CUDA};
}

}  // namespace ladder
