// The problem `wave`, as the core sees it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/bench/registry/find_case.h"
#include "harness/bench/verify/batch.h"
#include "harness/case_overrides.h"
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/dispersion.h"
#include "harness/problems/wave/driver.h"
#include "harness/problems/wave/operator_probe.h"
#include "harness/problems/wave/own_model.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {
namespace {

// Throws FileError and UsageError as read_wave_case does.
CaseSize size_of_wave_case(const LocatedCase &found, const CaseOverrides &over) {
  CaseFile file = case_file(found);
  if (!over.cells.empty()) resize(file, over.cells);
  constexpr double value = sizeof(float);
  // p(n), p(n-1) and (v dt)^2; velocity and (v dt)^2 of the case, three fields of a run, and one as
  // it is judged.
  return {{std::int64_t{file.nz} + file.pad_top + file.pad_bottom,
           std::int64_t{file.nx} + file.pad_left + file.pad_right,
           std::int64_t{file.ny} + file.pad_front + file.pad_back},
          over.half_length.value_or(file.half_length),
          3 * value,
          6 * value};
}

std::unique_ptr<Case> copy(const WaveCase &c) { return std::make_unique<WaveCase>(c); }

std::unique_ptr<Case> load(const LocatedCase &found, const CaseOverrides &over) {
  return copy(read_wave_case(found, over));
}

std::unique_ptr<Case> random_case(const std::array<int, 3> &n, int steps,
                                  const CaseOverrides &over) {
  refuse_other_overrides(over, "wave", CaseOption::half_length | CaseOption::nt);
  const double cells = double(n[0]) * n[1] * n[2], traces = double(n[1]) * n[2] * (steps + 1.0);
  const auto field = static_cast<std::size_t>(cells);
  // Velocities three times: as they are made, padded, and as (v dt)^2.
  refuse_proof_beyond_memory(
      fmt::format("{}x{}x{}", n[0], n[1], n[2]),
      {{.name = "", .values = field, .judged = true},
       {.name = "", .values = 2 * field},
       {.name = "", .values = static_cast<std::size_t>(traces), .judged = true}},
      12 * cells, verify_checkpoints);
  return copy(small_case(n[0], n[1], n[2], steps, over.half_length.value_or(8)));
}

std::string defect(const ladder_stage &stage) {
  const ladder_wave_entries &entries = wave_entries(stage);
  const bool loop = entries.upload && entries.advance && entries.download;
  if (!entries.laplacian == !loop)
    return "it must provide either laplacian, or all of upload, advance and download";
  if (loop != (stage.owns_time_loop != 0))
    return "owns_time_loop must be 1 if it provides upload, advance and download, and 0 otherwise";
  return "";
}

CaseOverrides made_with(const Json &recorded) {
  CaseOverrides over;
  over.samples = recorded.at("steps").get<int>() + 1;
  over.half_length = recorded.at("half_length");
  over.operator_family = recorded.value("operator", "");
  return over;
}

WaveCase with_steps(const WaveCase &c, int steps, float source) {
  WaveCase other = c;
  other.steps = std::min(c.steps, steps);
  other.wavelets.assign(c.source_cells.size() * static_cast<std::size_t>(other.steps), source);
  return other;
}

}  // namespace

const Problem wave_problem = {.name = "wave",
                              .load = load,
                              .random = random_case,
                              .defect = defect,
                              .made_with = made_with,
                              .size = size_of_wave_case,
                              .case_of_model = case_of_own_model,
                              .text_of_model_case = text_of_own_case,
                              .computes_waves = true};

const Problem &WaveCase::problem() const { return wave_problem; }

std::string WaveCase::size_text() const {
  return ny > 1 ? fmt::format("{} x {} x {} cells", nz, nx, ny)
                : fmt::format("{} x {} cells", nz, nx);
}

std::string WaveCase::short_text() const {
  return fmt::format("{}, half-length {}", name, half_length);
}

std::vector<Array> WaveCase::arrays() const {
  const auto field = static_cast<std::size_t>(cells());
  return {{.name = "pressure", .values = field, .started = true, .judged = true, .affine = true},
          {.name = "pressure of the step before", .values = field, .started = true},
          {.name = "lap", .values = field},
          {.name = "traces",
           .values = static_cast<std::size_t>(trace_values()),
           .judged = true,
           .affine = true,
           .per_step = receiver_cells.size()}};
}

std::unique_ptr<Case> WaveCase::warm_up(int few) const { return copy(with_steps(*this, few, 0)); }

std::unique_ptr<Case> WaveCase::few_steps(int few) const {
  return copy(with_steps(*this, few, 0.25f));
}

std::vector<std::unique_ptr<Case>> WaveCase::tiny() const {
  std::vector<std::unique_ptr<Case>> all;
  for (const std::array<int, 3> &n : std::vector<std::array<int, 3>>{
           {1, 1, 1}, {7, 5, 1}, {1, 19, 1}, {23, 1, 1}, {41, 37, 1}, {5, 4, 3}, {19, 2, 21}})
    all.push_back(copy(small_case(n[0], n[1], n[2], 3, half_length)));
  return all;
}

// Random values come on top of captured fields, as no stage may know its start.
void WaveCase::start(const Start &start, const std::vector<float *> &to) const {
  Case::start(start, to);
  if (!captured) return;
  const std::vector<float> *fields[] = {&captured->now, &captured->before};
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t i = 0; i < fields[k]->size(); ++i) {
      const float value = (*fields[k])[i];
      // Added to zero, a negative zero would lose its sign.
      to[k][i] = start.seed == 0 ? value : to[k][i] + value;
    }
}

// A sixteenth of the largest wavelet: the waves of both stay far above the rounding errors of each
// other.
float WaveCase::start_amplitude() const {
  float largest = 0;
  for (const float value : wavelets) largest = std::max(largest, std::abs(value));
  if (captured)
    for (const float value : captured->now) largest = std::max(largest, std::abs(value));
  return largest > 0 ? std::exp2(std::floor(std::log2(largest)) - 4) : 1;
}

std::shared_ptr<const void> WaveCase::stage_view() const {
  return std::make_shared<ladder_wave>(view());
}

ladder_status WaveCase::drive(const void *view, const ladder_stage &stage, ladder_state *state,
                              const ladder_observer &observer, std::vector<float *> &arrays) const {
  ladder_fields fields{arrays[0], arrays[1], arrays[2], arrays[3], 0};
  const ladder_status status =
      ladder_drive(static_cast<const ladder_wave *>(view), &stage, state, &observer, &fields);
  arrays[0] = static_cast<float *>(fields.now);
  arrays[1] = static_cast<float *>(fields.before);
  return status;
}

ladder_status WaveCase::oracle(const ladder_observer &observer,
                               std::vector<double *> &arrays) const {
  ladder_fields fields{arrays[0], arrays[1], arrays[2], arrays[3], 0};
  const ladder_wave seen = view();
  const ladder_status status = ladder_oracle(&seen, &observer, &fields);
  arrays[0] = static_cast<double *>(fields.now);
  arrays[1] = static_cast<double *>(fields.before);
  return status;
}

std::function<double(const Peaks &)> WaveCase::rounding() const { return rounding_of_wave(*this); }

std::size_t WaveCase::region_of(std::int64_t cell) const {
  const auto near = [m = half_length](std::int64_t i, int n) {
    return n > 1 && (i < m || i >= n - m);
  };
  const std::int64_t z = cell % nz, x = cell / nz % nx, y = cell / nz / nx;
  return near(z, nz) || near(x, nx) || near(y, ny) ? 1 : 0;
}

std::string WaveCase::place(std::size_t array, std::int64_t value) const {
  const auto receivers = static_cast<std::int64_t>(receiver_cells.size());
  if (array == 3)
    return fmt::format("sample {} of receiver {}", value / receivers, value % receivers);
  return fmt::format("the pressure at (z {}, x {}, y {})", value % nz, value / nz % nx,
                     value / nz / nx);
}

Probe WaveCase::probe(const ladder_stage &stage, const ladder_launch &launch) const {
  return probe_wave(*this, stage, launch);
}

Work WaveCase::work(const ladder_stage &stage, int shots) const {
  const double points = double(cells()) * shots, field = 4 * points;
  // A stage that owns the time loop takes two fields in and brings them out once, with the traces.
  const double in = stage.owns_time_loop ? 2 * field : field * steps,
               out =
                   stage.owns_time_loop ? 2 * field + 4.0 * double(trace_values()) : field * steps;
  // A symmetric operator can add the pairs first, M additions and M multiply-adds an axis: no fewer
  // slots.
  return {points, double(steps), 2.0 * half_length * axes() + 1,
          in,     out,           stage.device == LADDER_ON_CUDA};
}

std::vector<std::string> WaveCase::words() const {
  std::vector<std::string> lines = words_of_grid(*this);
  const auto waves = words_of_waves(*this, dispersion(*this));
  lines.insert(lines.end(), waves.begin(), waves.end());
  return lines;
}

Json WaveCase::json() const {
  return {{"name", name},
          {"hash", hash},
          {"model", model},
          {"nz", nz},
          {"nx", nx},
          {"ny", ny},
          {"dz_m", dz},
          {"dx_m", dx},
          {"dy_m", dy},
          {"dt_s", dt},
          {"steps", steps},
          {"operator", operator_family},
          {"half_length", half_length},
          {"sources", source_cells.size()},
          {"receivers", receiver_cells.size()}};
}

}  // namespace ladder
