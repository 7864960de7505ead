#include "harness/seismic/migration/survey_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/parallel.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/shots/checkpoint.h"
#include "harness/seismic/shots/reverse_case.h"

namespace ladder {
namespace {

// Width times strength of the thesis' sponge: a sponge of another width damps as much at its
// outermost cell.
constexpr double sponge_at_its_end = 50 * 0.0053;

double stable_dt(ImagingCase c) {
  c.dt = 1e-9;
  c.time_steps = 1;
  c.every = 1;
  c.signal = {0};
  c.assemble();
  return c.largest_stable_dt();
}

double distance(const Position &a, const Position &b) {
  return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

// Sets traces with a NaN or Inf to zero. Returns how many traces are zero.
std::size_t zero_dead_traces(Gather &gather) {
  std::size_t dead = 0;
  for (std::size_t r = 0; r < gather.traces(); ++r) {
    const auto first = gather.values.begin() +
                       static_cast<std::ptrdiff_t>(r * static_cast<std::size_t>(gather.samples)),
               end = first + gather.samples;
    if (!std::all_of(first, end, [](float value) { return finite(value); }))
      std::fill(first, end, 0.0f);
    dead += std::all_of(first, end, [](float value) { return value == 0; });
  }
  return dead;
}

}  // namespace

SurveyCase::SurveyCase(const MigrationVelocity &velocity, std::vector<Shot> shots,
                       const MigrationSettings &settings)
    : shots_(std::move(shots)), origin_{velocity.x, 0, velocity.z}, axes_(velocity.axes),
      notes_(velocity.notes) {
  const auto &of_survey = shots_.front().gather.notes;
  notes_.insert(notes_.end(), of_survey.begin(), of_survey.end());
  take_model(velocity, settings);
  check_shots();
  take_times(settings);
  mute_ = settings.mute;
  offset_step_ = settings.offset_step;
  length_ = length_of(shared_.signal, shared_.dt);
  leave_out_dead_traces();
}

void SurveyCase::take_model(const MigrationVelocity &v, const MigrationSettings &settings) {
  const int width = settings.sponge, top = settings.free_top ? 0 : width;
  part_ = {v.nz, v.nx, top, width};
  ImagingCase &c = shared_;
  c.name = v.name;
  c.ladder = "imaging";
  c.model_words = v.name;
  c.nz = top + v.nz + width;
  c.nx = width + v.nx + width;
  c.dz = v.dz;
  c.dx = v.dx;
  c.half_length = settings.half_length;
  c.offsets_x = settings.offsets_x;
  c.offsets_z = settings.offsets_z;
  c.sponge_top = top;
  c.sponge_bottom = c.sponge_left = c.sponge_right = width;
  c.sponge_strength = width > 0 ? sponge_at_its_end / width : 0;
  for (const auto &[largest, cells, option] :
       {std::tuple{c.offsets_x, v.nx, "x"}, std::tuple{c.offsets_z, v.nz, "z"}})
    if (2 * largest >= cells)
      throw UsageError(fmt::format(
          "--offsets-{}={}: the model has {} cells along {}, so offsets are limited to {}", option,
          largest, cells, option, (cells - 1) / 2));
  c.velocity = SharedValues(c.field());
  float *padded = c.velocity.change();
  for (int x = 0; x < c.nx; ++x)
    for (int z = 0; z < c.nz; ++z) {
      const int from_x = std::clamp(x - part_.left, 0, v.nx - 1),
                from_z = std::clamp(z - part_.top, 0, v.nz - 1);
      *padded++ = v.values[static_cast<std::size_t>(from_z + std::int64_t{v.nz} * from_x)];
    }
}

void SurveyCase::check_shots() {
  SurveyPlaces sources("sources", part_, dz(), dx(), origin_),
      receivers("receivers", part_, dz(), dx(), origin_);
  const double line = shots_.front().gather.source.y;
  for (const Shot &shot : shots_) {
    const Gather &gather = shot.gather;
    for (const Position &p : gather.receivers) {
      if (std::abs(p.y - line) > dx() || std::abs(gather.source.y - line) > dx())
        throw FileError(
            fmt::format("shot {} is not on one line along x: y goes from {:g} to {:g} m, but "
                        "migration takes surveys in two dimensions",
                        shot.number, std::min({line, p.y, gather.source.y}),
                        std::max({line, p.y, gather.source.y})));
      receivers.look(p, shot.number);
    }
    sources.look(gather.source, shot.number);
  }
  sources.refuse_outside();
  receivers.refuse_outside();
  for (const std::string &moved : {sources.moves(), receivers.moves()})
    if (!moved.empty()) notes_.push_back(moved);
}

void SurveyCase::take_times(const MigrationSettings &settings) {
  const Gather &first = shots_.front().gather;
  ImagingCase &c = shared_;
  const double stable = stable_dt(c);
  const double longest = settings.longest_step;
  if (longest > stable)
    throw UsageError(fmt::format("--dt={:g}: time steps are stable up to {:.4g} ms in this model",
                                 longest, 1e3 * stable));
  cut_ = steps_per_sample(first.dt, longest > 0 ? longest : stable);
  c.dt = first.dt / cut_;
  double end = 0;  // of the latest shot [s]
  for (const Shot &shot : shots_)
    end = std::max(end, shot.gather.start + (shot.gather.samples - 1) * first.dt);
  c.time_steps = static_cast<int>(std::floor(end / c.dt + 1e-6));
  if (c.time_steps < 1)
    throw FileError("the survey ends at or before the time 0, when its sources go off");
  const SourceSignal signal = source_signal(settings.wavelet, first.dt, c.dt, c.time_steps);
  for (const auto &note : signal.notes) notes_.push_back(note);
  c.signal = signal.values;
  band_ = signal.band;
  int samples = settings.image_step;
  if (samples == 0) {
    // A product of two waves below f is summed right where it is sampled more than 2 f times a
    // second.
    samples = std::max(1, static_cast<int>(std::floor(0.4 / (signal.band.high * first.dt))));
    notes_.push_back(fmt::format(
        "images: every {} samples, {:g} ms, since the wavelet has frequencies up to {:.3g} Hz",
        samples, 1e3 * samples * first.dt, signal.band.high));
  }
  c.every = samples * cut_;
  if (c.every > c.time_steps)
    throw UsageError(
        fmt::format("--image-step={}: the survey has {} samples, so there would be no "
                    "image",
                    samples, c.time_steps / cut_ + 1));
  if (cut_ > 1)
    notes_.push_back(
        fmt::format("time: each sample of {:g} ms is divided into {} steps; time steps are stable "
                    "up to {:.4g} ms in this model",
                    1e3 * first.dt, cut_, 1e3 * stable));
  c.assemble();
}

void SurveyCase::leave_out_dead_traces() {
  std::vector<std::string> read(shots_.size());
  std::vector<std::size_t> dead_of(shots_.size());
  each_chunk(
      shots_.size(),
      [&](std::size_t k, std::size_t, std::size_t) {
        read[k] = hash_of(shots_[k].gather);
        dead_of[k] = zero_dead_traces(shots_[k].gather);
      },
      1);
  std::size_t dead = 0, traces = 0;
  std::uint64_t hash = fnv1a(nullptr, 0);
  for (std::size_t k = 0; k < shots_.size(); ++k) {
    const std::size_t all = shots_[k].gather.traces();
    hash = fnv1a(read[k].data(), read[k].size(), hash);
    if (dead_of[k] == all)
      throw FileError(fmt::format(
          "shot {}: all {} traces are zero or not finite, so there is nothing to migrate",
          shots_[k].number, all));
    dead += dead_of[k];
    traces += all;
  }
  hash_ = hex16(hash);
  if (dead)
    notes_.push_back(
        fmt::format("survey: {} of {} traces are dead and were left out", dead, traces));
}

ladder_place SurveyCase::cell_of(const Position &p) const {
  return {part_.top + *index_along(p.z - origin_.z, dz(), part_.nz),
          part_.left + *index_along(p.x - origin_.x, dx(), part_.nx)};
}

WaveCase SurveyCase::waves() const {
  WaveCase c;
  c.nz = shared_.nz;
  c.nx = shared_.nx;
  c.dz = shared_.dz;
  c.dx = shared_.dx;
  c.dt = shared_.dt;
  c.operator_family = "taylor";
  c.half_length = shared_.half_length;
  c.taps_z = shared_.taps_z;
  c.taps_x = shared_.taps_x;
  c.band = band_;
  const auto [least, most] = std::ranges::minmax(shared_.velocity);
  c.slowest = double{least};
  c.fastest = double{most};
  return c;
}

ImagingCase SurveyCase::of_shot(std::size_t shot) const {
  const Gather &gather = shots_[shot].gather;
  ImagingCase c = shared_;
  c.name = fmt::format("{}, shot {}", shared_.name, shots_[shot].number);
  c.source_cells = {cell_of(gather.source)};
  const auto steps = static_cast<std::size_t>(c.time_steps);
  std::vector<float> traces;
  std::map<std::pair<int, int>, std::size_t> known;
  const double first = (c.dt - gather.start) / gather.dt;  // of the first step, among the samples
  for (std::size_t r = 0; r < gather.traces(); ++r) {
    const ladder_place at = cell_of(gather.receivers[r]);
    const auto [here, is_new] = known.try_emplace({at.z, at.x}, c.receiver_cells.size());
    if (is_new) {
      c.receiver_cells.push_back(at);
      traces.resize(traces.size() + steps, 0.0f);
    }
    auto trace = resample_from(gather.values.data() + r * static_cast<std::size_t>(gather.samples),
                               gather.samples, first, cut_, c.time_steps);
    if (mute_ > 0)
      mute_direct(trace, c.dt, distance(gather.source, gather.receivers[r]) / mute_, length_);
    // Traces that share a cell add up, as their waves would.
    for (std::size_t n = 0; n < steps; ++n) traces[here->second * steps + n] += trace[n];
  }
  c.take_shot(traces);
  return c;
}

}  // namespace ladder
