#include "harness/seismic/migration/survey_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/problems/wave/assemble.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

// [cells] What headers that count centimetres or tenths of a foot may be off by.
constexpr double rounding_in_files = 1e-3;

std::string place_text(const Position &p) {
  return fmt::format("x = {:g} m, z = {:g} m", p.x, p.z);
}

}  // namespace

std::optional<int> index_along(double metres, double spacing, int cells) {
  const double at = metres / spacing, hair = rounding_in_files;
  if (!(at >= -hair && at <= cells - 1 + hair)) return std::nullopt;
  return static_cast<int>(std::lround(at));
}

void SurveyPlaces::look(const Position &p, int shot) {
  ++all_;
  const double deep = p.z - origin_.z, along = p.x - origin_.x;
  const auto z = index_along(deep, dz_, part_.nz), x = index_along(along, dx_, part_.nx);
  if (!z || !x) {
    if (outside_++ == 0) first_outside_ = fmt::format("{}, of shot {}", place_text(p), shot);
    return;
  }
  const double away_z = std::abs(*z * dz_ - deep), away_x = std::abs(*x * dx_ - along);
  if (away_z <= rounding_in_files * dz_ && away_x <= rounding_in_files * dx_) return;
  ++moved_;
  farthest_ = std::max(farthest_, std::hypot(away_z, away_x));
}

void SurveyPlaces::refuse_outside() const {
  if (outside_ == 0) return;
  throw FileError(fmt::format(
      "{} of the survey's {} {} are outside the model, x = {:g} to {:g} m, z = {:g} to {:g} m, the "
      "first at {}: check that the survey belongs to this model; --spacing, --gather-units, "
      "--gather-scalar and --gather-elevations correct what the files say",
      outside_, all_, what_, origin_.x, origin_.x + (part_.nx - 1) * dx_, origin_.z,
      origin_.z + (part_.nz - 1) * dz_, first_outside_));
}

std::string SurveyPlaces::moves() const {
  if (moved_ == 0) return "";
  return fmt::format("{} of {} {} were moved to the nearest cell, by at most {:.3g} m", moved_,
                     all_, what_, farthest_);
}

SourceSignal source_signal(const std::string &wavelet, double sample_dt, double dt, int steps) {
  if (wavelet.empty())
    throw UsageError(
        "`ladder migrate` needs --wavelet=ricker:HZ or a file of samples: a survey does not "
        "contain the wavelet of its sources, which a case has in [wavelet]");
  // A Ricker wavelet is known at any time; a file is at the samples of the traces.
  const bool known = wavelet.starts_with("ricker:");
  const int cut = known ? 1 : static_cast<int>(std::lround(sample_dt / dt));
  CaseOverrides over;
  over.wavelet = wavelet;
  over.any_dt = true;
  WaveCase c;
  c.dt = cut * dt;
  c.steps = (steps + cut - 1) / cut;
  SourceSignal signal;
  signal.values = make_signal({}, over, c);
  if (cut > 1) signal.values = resample_from(signal.values.data(), c.steps, 0, cut, steps);
  signal.band = c.band;
  signal.notes = c.notes;
  return signal;
}

}  // namespace ladder
