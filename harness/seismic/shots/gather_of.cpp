#include "harness/seismic/shots/gather_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/statistics/statistics.h"
#include "harness/base/table.h"
#include "harness/problems/wave/places.h"

namespace ladder {

Gather gather_shape(const WaveCase &c) {
  Gather gather;
  gather.samples = c.steps + 1;
  gather.dt = c.dt;
  if (!c.source_cells.empty()) gather.source = source_of(c);
  if (c.placed_receivers.empty())
    for (const ladder_cell &cell : c.receiver_cells)
      gather.receivers.push_back(position_of(c, cell));
  for (const PlacedReceiver &one : c.placed_receivers) gather.receivers.push_back(one.place);
  return gather;
}

namespace {

// What the receivers between cells record, in the order of the samples of the run.
void sum_over_cells(const WaveCase &c, const std::vector<float> &recorded, Gather &gather) {
  const std::size_t samples = static_cast<std::size_t>(gather.samples),
                    cells = c.receiver_cells.size();
  for (std::size_t r = 0; r < gather.traces(); ++r)
    for (std::size_t n = 0; n < samples; ++n) {
      double sum = 0;
      for (const auto &[cell, weight] : c.placed_receivers[r].cells)
        sum += double(weight) * double(recorded[n * cells + cell]);
      gather.values[r * samples + n] = static_cast<float>(sum);
    }
}

constexpr std::size_t neighbours = 10;  // on either side
constexpr double loud_by = 10;

// Takes the mean off; returns the root mean square of what is left, 0 for a dead trace.
double level_of(float *trace, std::size_t samples) {
  double sum = 0, squares = 0;
  bool usable = false;
  for (std::size_t n = 0; n < samples; ++n) {
    if (!finite(trace[n])) {
      std::fill(trace, trace + samples, 0.0f);
      return 0;
    }
    usable = usable || trace[n] != 0;
    sum += double(trace[n]);
  }
  if (!usable) return 0;
  const double mean = sum / double(samples);
  for (std::size_t n = 0; n < samples; ++n) {
    trace[n] = static_cast<float>(double(trace[n]) - mean);
    squares += double(trace[n]) * double(trace[n]);
  }
  return std::sqrt(squares / double(samples));
}

// The median of the neighbours that live; 0 where none does.
double level_around(const std::vector<double> &levels, std::size_t at) {
  std::vector<double> around;
  const std::size_t first = at > neighbours ? at - neighbours : 0,
                    last = std::min(levels.size(), at + neighbours + 1);
  for (std::size_t r = first; r < last; ++r)
    if (r != at && levels[r] > 0) around.push_back(levels[r]);
  return around.empty() ? 0 : median(around);
}

// The inputs, then values and hash of each shot.
const CheckpointKind of_survey = {"ladder checkpoint of a survey 1", "checkpoint of a survey",
                                  "survey", " and with --overwrite",
                                  "another command or by another version"};

std::uint64_t hash_of_values(const std::vector<float> &values) {
  return fnv1a(values.data(), values.size() * sizeof(float));
}

void check_inputs(std::istream &in, const std::string &path, const Inputs &now) {
  const Json before = read_head(in, path, of_survey);
  const std::string differs = before.is_null()
                                  ? fmt::format("it was written by {}", of_survey.writer)
                                  : difference(before, now);
  if (!differs.empty()) throw other_checkpoint(of_survey, path, differs);
}

// Nothing: the file ends here.
std::optional<std::vector<float>> read_shot(std::istream &in, const std::string &path,
                                            std::size_t count) {
  std::vector<float> values(count);
  std::uint64_t hash = 0;
  in.read(reinterpret_cast<char *>(values.data()),
          static_cast<std::streamsize>(count * sizeof(float)));
  in.read(reinterpret_cast<char *>(&hash), sizeof hash);
  if (!in) return std::nullopt;
  if (hash != hash_of_values(values))
    throw FileError(
        fmt::format("cannot resume: the checkpoint '{}' is damaged: its contents have changed. "
                    "Without --resume the survey starts again",
                    path));
  return values;
}

}  // namespace

Gather gather_of(const WaveCase &c, const Wavefield &field) {
  Gather gather = gather_shape(c);
  const std::size_t traces = gather.traces(), samples = static_cast<std::size_t>(gather.samples);
  gather.values.resize(traces * samples);
  if (!c.placed_receivers.empty()) {
    sum_over_cells(c, field.traces, gather);
    return gather;
  }
  for (std::size_t n = 0; n < samples; ++n)
    for (std::size_t r = 0; r < traces; ++r)
      gather.values[r * samples + n] = field.traces[n * traces + r];
  return gather;
}

Cleaned clean_gather(Gather &gather) {
  const std::size_t traces = gather.traces(), samples = static_cast<std::size_t>(gather.samples);
  Cleaned cleaned;
  std::vector<double> levels;
  for (std::size_t r = 0; r < traces; ++r)
    levels.push_back(level_of(gather.values.data() + r * samples, samples));
  for (std::size_t r = 0; r < traces; ++r) {
    cleaned.dead += levels[r] == 0;
    double level = levels[r];
    const double around = level_around(levels, r);
    if (around > 0 && level > loud_by * around) {
      ++cleaned.loud;
      for (std::size_t n = 0; n < samples; ++n)
        gather.values[r * samples + n] *= static_cast<float>(around / level);
      level = around;
    }
    cleaned.mean_square += level * level;
  }
  const std::size_t alive = traces - cleaned.dead;
  if (alive == 0)
    throw FileError(fmt::format(
        "all {} traces of the gather are zero or not finite, so there is nothing to propagate back",
        traces));
  cleaned.mean_square /= double(alive);
  if (cleaned.dead)
    cleaned.notes.push_back(
        fmt::format("gather: {} of {} traces are dead and were left out", cleaned.dead, traces));
  if (cleaned.loud)
    cleaned.notes.push_back(
        fmt::format("gather: {} of {} traces are more than {:g} times as loud as their neighbours "
                    "and were scaled down to them",
                    cleaned.loud, traces, loud_by));
  return cleaned;
}

std::string ShotsLeft::text(double share) const {
  const double computed = double(done_ - before_) + share, left = double(shots_ - done_) - share;
  const std::string place = fmt::format("shot {} of {}", done_ + 1, shots_);
  if (!(computed > 0)) return place;
  return fmt::format("{}, {} left", place, seconds_text(seconds() / computed * left));
}

ShotsFile::ShotsFile(const std::string &path, const Inputs &inputs, std::size_t values, bool go_on,
                     const std::function<void(std::vector<float>)> &take)
    : path_(path) {
  using std::ios;
  if (go_on) {
    std::ifstream in(path, ios::binary);
    check_inputs(in, path, inputs);
    auto end = in.tellg();
    while (auto shot = read_shot(in, path, values)) {
      take(std::move(*shot));
      end = in.tellg();
    }
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(end));
  }
  errno = 0;
  file_.open(path, ios::binary | ios::out | (go_on ? ios::app : ios::trunc));
  if (!go_on) file_ << of_survey.first_line << '\n' << inputs.dump() << '\n' << std::flush;
  if (!file_)
    throw FileError(fmt::format("'{}' cannot be written: {}", path, std::strerror(errno)));
}

void ShotsFile::add(const std::vector<float> &shot) {
  const std::uint64_t hash = hash_of_values(shot);
  errno = 0;
  file_.write(reinterpret_cast<const char *>(shot.data()),
              static_cast<std::streamsize>(shot.size() * sizeof(float)));
  file_.write(reinterpret_cast<const char *>(&hash), sizeof hash);
  file_.flush();
  if (!file_)
    throw FileError(fmt::format("'{}' cannot be written: {}", path_, std::strerror(errno)));
}

}  // namespace ladder
