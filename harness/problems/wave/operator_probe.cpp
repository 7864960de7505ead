#include "harness/problems/wave/operator_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/base/floating_point.h"
#include "harness/bench/run/run.h"
#include "harness/bench/verify/probe.h"
#include "harness/bench/verify/truth.h"
#include "harness/problems/wave/driver.h"

namespace ladder {
namespace {

using Field = GuardedBuffer<float>;

bool same_arrays(const WaveCase &a, const WaveCase &b) {
  return a.taps_z == b.taps_z && a.taps_x == b.taps_x && a.taps_y == b.taps_y &&
         a.v2dt2 == b.v2dt2 && a.sponge_z == b.sponge_z && a.sponge_x == b.sponge_x &&
         a.sponge_y == b.sponge_y && a.wavelets == b.wavelets;
}

// One application of the stage to the random field of that seed.
Probe apply(const WaveCase &problem, const ladder_stage &stage, ladder_state *state,
            unsigned seed) {
  const auto cells = static_cast<std::size_t>(problem.cells());
  Field p(cells), lap(cells);
  random_field(p.data(), cells, seed);
  const std::vector<float> kept(p.data(), p.data() + cells);
  if (const ladder_status status = wave_entries(stage).laplacian(state, p.data(), lap.data());
      status != LADDER_OK)
    return failed_probe(problem, fmt::format("laplacian failed: {}", reason(stage, state)), status);
  if (!std::equal(kept.begin(), kept.end(), p.data()))
    return failed_probe(problem, "it changed its input");
  if (p.foreign_write() || lap.foreign_write())
    return failed_probe(problem, "out-of-bounds write around the array of its result", LADDER_OK,
                        Cause::outside_write);
  const Reference truth = reference(problem, p.data());
  Probe result;
  for (std::size_t i = 0; i < cells; ++i) {
    const double error = std::abs(double(lap[i]) - truth.lap[i]);
    if (!finite(lap[i]) || !(error <= truth.bound[i]))
      return failed_probe(problem, diagnose(problem, p.data(), lap, truth));
    if (truth.bound[i] > 0) result.worst = std::max(result.worst, error / truth.bound[i]);
  }
  result.passed = true;
  return result;
}

// A stage that gives the operator alone.
Probe probe_operator(const WaveCase &problem, const ladder_stage &stage, ladder_state *state) {
  // The first field comes again, and then at once into another array: neither an answer that was
  // kept nor one that is left where it was passes.
  Probe worst;
  for (unsigned seed : {11u, 12u, 11u, 11u}) {
    const Probe one = apply(problem, stage, state, seed);
    if (!one.passed) return one;
    worst.worst = std::max(worst.worst, one.worst);
  }
  worst.passed = true;
  return worst;
}

void taper(const WaveCase &problem, std::vector<double> &field) {
  std::size_t i = 0;
  for (float y : problem.sponge_y)
    for (float x : problem.sponge_x)
      for (float z : problem.sponge_z) field[i++] *= double(y) * double(x) * double(z);
}

// Whoever goes on from a run's end needs p(n-1) too: it is what a run of one step less ends with.
Probe probe_before(const WaveCase &problem, const ladder_stage &stage,
                   const ladder_launch &launch) {
  Probe result;
  result.passed = true;
  const auto few = problem.few_steps(7);
  if (few->steps < 2) return result;
  const auto less = problem.few_steps(few->steps - 1);
  const Start random{.seed = 1};
  RunOptions options;
  options.start = random;
  const Run whole = run_once(*few, stage, launch, options);
  if (!whole.ok())
    return failed_probe(problem, describe(stage, whole.error), whole.error.status,
                        whole.error.cause);
  Checkpoint before = make_truth(*less, 1, random).checkpoints.back();
  taper(problem, before.values);  // the last step tapers both fields
  const Verdict verdict = judge_field(*less, before, whole.arrays[1]->data());
  return verdict.passed ? result : failed_probe(problem, "p(n-1): " + verdict.words);
}

// Destroys the state whatever happens.
struct State {
  const ladder_stage &stage;
  ladder_state *state = nullptr;
  ~State() { stage.destroy(state); }
};

// The share of the cells for which `expected(i)` is what the stage wrote, within the bound of cell
// i. Cells where it gives nothing to compare with (NaN) do not count.
double share(const GuardedBuffer<float> &lap, const Reference &truth,
             const std::function<double(std::size_t)> &expected) {
  std::size_t matched = 0, counted = 0;
  for (std::size_t i = 0; i < lap.size(); ++i) {
    const double value = expected(i);
    if (std::isnan(value)) continue;
    ++counted;
    matched += std::abs(double(lap[i]) - value) <= 2 * truth.bound[i];
  }
  return counted ? double(matched) / double(counted) : 0;
}

// The Laplacian of a stage that takes x for the fastest axis in what it reads and writes.
Reference transposed(const WaveCase &problem, const float *p) {
  WaveCase other = problem;
  std::swap(other.nz, other.nx);
  std::swap(other.dz, other.dx);
  std::swap(other.taps_z, other.taps_x);
  return reference(other, p);
}

}  // namespace

Reference reference(const WaveCase &problem, const float *p) {
  const auto cells = static_cast<std::size_t>(problem.cells());
  Reference result;
  std::vector<double> field(p, p + cells), size(cells);
  for (std::size_t i = 0; i < cells; ++i) size[i] = std::abs(field[i]);
  result.lap.resize(cells);
  result.bound.resize(cells);
  ladder_wave view = problem.view();
  ladder_oracle_laplacian(&view, field.data(), result.lap.data());
  // The same sums with the signs taken off bound what rounding can do.
  std::vector<float> absolute[3];
  const std::vector<float> *taps[3] = {&problem.taps_z, &problem.taps_x, &problem.taps_y};
  for (int axis = 0; axis < 3; ++axis)
    for (float tap : *taps[axis]) absolute[axis].push_back(std::abs(tap));
  view.taps_z = absolute[0].data();
  view.taps_x = absolute[1].data();
  view.taps_y = absolute[2].data();
  ladder_oracle_laplacian(&view, size.data(), result.bound.data());
  const double gamma = rounding_of_sums(problem);
  for (double &bound : result.bound) bound *= gamma;
  return result;
}

double rounding_of_sums(const WaveCase &problem) {
  const double n = 2.0 * problem.axes() * (2 * problem.half_length + 1) + 2;
  const double u = std::ldexp(1.0, -24);
  return n * u / (1 - n * u);
}

Probe probe_wave(const WaveCase &problem, const ladder_stage &stage, const ladder_launch &launch) {
  WaveCase untouched = problem;
  untouched.v2dt2.change();  // its own, as the stage is given the other
  const ladder_wave view = problem.view();
  const FloatingPoint floating_point;  // what the stage changes of it does not stay
  Probe result;
  {
    State state{stage};
    result = probe_creation(problem, stage, launch, &view, &state.state);
    if (result.passed && !stage.owns_time_loop)
      result = probe_operator(problem, stage, state.state);
  }
  if (result.passed && stage.owns_time_loop) result = probe_runs(problem, stage, launch);
  if (result.passed && stage.owns_time_loop) result = probe_before(problem, stage, launch);
  if (!same_arrays(problem, untouched)) return failed_probe(untouched, "it changed the case");
  return result;
}

std::string diagnose(const WaveCase &problem, const float *p, const GuardedBuffer<float> &lap,
                     const Reference &truth) {
  const std::size_t cells = lap.size();
  const auto nz = static_cast<std::size_t>(problem.nz), nx = static_cast<std::size_t>(problem.nx);
  const auto cell = [&](std::size_t i) {
    return fmt::format("(z {}, x {}, y {})", i % nz, i / nz % nx, i / nz / nx);
  };
  std::size_t unwritten = 0, first_unwritten = 0, not_finite = 0, first_bad = 0, wrong = 0,
              first_wrong = 0;
  bool border_only = true;
  for (std::size_t i = cells; i-- > 0;) {
    if (lap.still_poisoned(i)) {
      ++unwritten;
      first_unwritten = i;
    } else if (!finite(lap[i])) {
      ++not_finite;
      first_bad = i;
    } else if (std::abs(double(lap[i]) - truth.lap[i]) <= truth.bound[i]) {
      continue;
    }
    ++wrong;
    first_wrong = i;
    border_only = border_only && problem.region_of(static_cast<std::int64_t>(i)) == 1;
  }
  if (unwritten == cells) return "it wrote nothing";
  if (unwritten)
    return fmt::format("{} of {} cells were not written, first {}", unwritten, cells,
                       cell(first_unwritten));
  if (not_finite)
    return fmt::format("{} cells are not finite, first {}", not_finite, cell(first_bad));

  const double most = 0.9;
  if (cells > 1 && nz != nx && nz > 1 && nx > 1) {
    const Reference other = transposed(problem, p);
    if (share(lap, other, [&](std::size_t i) { return other.lap[i]; }) >= most)
      return "the array is transposed: the stage treats x as the fastest axis, but z is";
    const std::size_t plane = nz * nx;
    if (share(lap, truth, [&](std::size_t i) {
          const std::size_t in = i % plane;
          return truth.lap[i - in + (in % nx) * nz + in / nx];
        }) >= most)
      return "the result is written transposed: z is the fastest axis";
  }
  if (share(lap, truth, [&](std::size_t i) { return -truth.lap[i]; }) >= most)
    return "the sign is wrong everywhere";
  const std::pair<const char *, std::size_t> strides[] = {{"z", 1}, {"x", nz}, {"y", nz * nx}};
  for (const auto &[axis, stride] : strides) {
    if (cells <= stride) continue;
    if (share(lap, truth,
              [&](std::size_t i) { return i >= stride ? truth.lap[i - stride] : NAN; }) >= most)
      return fmt::format("the result is shifted by one cell to larger {}", axis);
    if (share(lap, truth, [&](std::size_t i) {
          return i + stride < cells ? truth.lap[i + stride] : NAN;
        }) >= most)
      return fmt::format("the result is shifted by one cell to smaller {}", axis);
  }
  const std::string size = fmt::format(
      "{} of {} cells are wrong, first {}: {:.7g} instead of {:.7g}, off by more than {:.2g}",
      wrong, cells, cell(first_wrong), lap[first_wrong], truth.lap[first_wrong],
      truth.bound[first_wrong]);
  if (border_only && wrong < cells)
    return size + "; all of them within the half-length of a border: check the halo";
  return size;
}

}  // namespace ladder
