// The case of an adopted routine, as the core sees it.
#include "harness/problems/routine/routine_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/bench/verify/probe.h"
#include "harness/problems/routine/numbers.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {
namespace {

std::size_t words_of_bytes(std::size_t bytes) {
  return std::max<std::size_t>(1, (bytes + sizeof(float) - 1) / sizeof(float));
}

std::vector<std::byte *> storages_of(const RecordedCall &call, const std::vector<float *> &arrays,
                                     std::size_t first) {
  std::vector<std::byte *> all;
  for (std::size_t k = 0; k < call.storages.size(); ++k)
    all.push_back(reinterpret_cast<std::byte *>(arrays[first + k]));
  return all;
}

// `ladder record` asks for them, for LADDER_SHADOW: a line for each value, with the limits of its
// components, and `*` with the share of elements that are left out.
constexpr const char *limits_for_shadow = "LADDER_ROUTINE_LIMITS";

void write_limits(const RoutineTruth &truth, const std::string &path) {
  std::ofstream file(path);
  for (const auto &[name, limits] : truth.relative_limits()) {
    file << name;
    for (const long double one : limits) file << fmt::format(" {:.6g}", static_cast<double>(one));
    file << '\n';
  }
  file << fmt::format("* {:.6g}\n", truth.share_left_out());
  if (!file.flush()) throw FileError(fmt::format("{} cannot be written", path));
}

}  // namespace

FlatCall::FlatCall(const RecordedCall &call, bool wide, const std::vector<std::byte *> &storages) {
  for (const RecordedValue &value : call.values) {
    std::byte *begin =
        value.there ? storages[value.storage] + (wide ? value.wide_at : value.at) : nullptr;
    data.push_back(begin);
    lower.push_back(value.lower);
    extent.push_back(value.extent);
    length.push_back(static_cast<std::int64_t>(wide ? value.wide : value.element));
  }
}

const Problem &RoutineCase::problem() const { return routine_problem; }

std::int64_t RoutineCase::cells() const {
  std::size_t elements = 0;
  for (const RecordedCall &call : *calls)
    for (const RecordedValue &value : call.values)
      if (value.there && value.out) elements += value.elements();
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(elements / calls->size()));
}

std::string RoutineCase::size_text() const {
  return fmt::format("{} values written at a call", cells());
}

std::vector<std::string> RoutineCase::words() const {
  std::string numbers;
  for (const RecordedCall &call : *calls)
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", call.number);
  std::vector<std::string> lines = {fmt::format("routine {}: call{} {} of {}, {}", routine,
                                                calls->size() == 1 ? "" : "s", numbers,
                                                program.calls, size_text())};
  if (!scale.is_null())
    lines.push_back(
        fmt::format("the calls are made larger: {} = {}, with the recorded elements "
                    "repeated",
                    scale.at("axis").get<std::string>(), scale.at("to").dump()));
  if (coverage.lines > 0)
    lines.push_back(fmt::format("these calls reach {} of {} lines of the original ({:.0f} %)",
                                coverage.reached, coverage.lines,
                                100.0 * coverage.reached / coverage.lines));
  lines.insert(lines.end(), not_detected.begin(), not_detected.end());
  return lines;
}

Json RoutineCase::json() const {
  Json numbers = Json::array();
  for (const RecordedCall &call : *calls) numbers.push_back(call.number);
  const Json larger =
      scale.is_null() ? Json(nullptr) : Json{{"axis", scale.at("axis")}, {"to", scale.at("to")}};
  return {{"name", name},
          {"hash", hash},
          {"steps", steps},
          {"scale", larger},
          {"calls", numbers},
          {"calls_made", program.calls},
          {"values_written", cells()},
          {"program_s", program.program_s},
          {"routine_s", program.routine_s},
          {"packing_s", program.packing_s},
          {"lines_reached", coverage.reached},
          {"lines", coverage.lines},
          {"not_detected", not_detected}};
}

std::vector<Array> RoutineCase::arrays() const {
  std::vector<Array> all;
  for (const RecordedCall &call : *calls)
    for (const Storage &storage : call.storages)
      all.push_back({.name = fmt::format("{} of call {}", storage.name, call.number),
                     .values = words_of_bytes(storage.bytes),
                     .started = storage.in,
                     .judged = true});
  if (all.empty()) all.push_back({.name = "nothing", .values = 1, .started = true});
  return all;
}

void RoutineCase::start(const Start &from, const std::vector<float *> &to) const {
  const std::vector<Array> all = arrays();
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].started)
      std::fill_n(reinterpret_cast<std::uint32_t *>(to[k]), all[k].values,
                  GuardedBuffer<float>::poison_bits);
  std::size_t first = 0;
  std::uint64_t stream = 0;
  for (const RecordedCall &call : *calls) {
    for (const RecordedValue &value : call.values) {
      ++stream;
      if (!value.there || !value.in) continue;
      std::byte *at = reinterpret_cast<std::byte *>(to[first + value.storage]) + value.at;
      std::memcpy(at, value.input.data(), value.bytes());
      const std::uint64_t seed = value.rank == 0 ? scalar_seed(from.seed) : from.seed;
      if (seed != 0 && from.amplitude > 0)
        add_noise(value, at, seed + 0x9e3779b97f4a7c15u * stream, from.amplitude);
    }
    first += call.storages.size();
  }
}

float RoutineCase::start_amplitude() const {
  if (!noise_) noise_ = largest_noise(*this);
  return *noise_;
}

std::unique_ptr<Case> RoutineCase::warm_up(int) const {
  return std::make_unique<RoutineCase>(*this);
}

std::shared_ptr<const void> RoutineCase::stage_view() const {
  const std::size_t values = calls->empty() ? 0 : calls->front().values.size();
  return std::make_shared<ladder_routine>(
      ladder_routine{static_cast<std::int32_t>(calls->size()), static_cast<std::int32_t>(values)});
}

ladder_status RoutineCase::drive(const void *, const ladder_stage &stage, ladder_state *state,
                                 const ladder_observer &observer,
                                 std::vector<float *> &arrays) const {
  const ladder_routine_entries &entries = routine_entries(stage);
  const bool copies_are_timed = entries.copies_are_timed(state) != 0;
  const auto tell = [&](void (*whom)(void *, std::int32_t), std::int32_t what) {
    if (whom) whom(observer.context, what);
  };
  std::size_t first = 0;
  for (const RecordedCall &call : *calls) {
    if (observer.stop && *observer.stop) return LADDER_STOPPED;
    FlatCall flat(call, false, storages_of(call, arrays, first));
    first += call.storages.size();
    const auto phase = [&](std::int32_t which) {
      return entries.phase(
          state, which, flat.data.data(), reinterpret_cast<std::int64_t(*)[7]>(flat.lower.data()),
          reinterpret_cast<std::int64_t(*)[7]>(flat.extent.data()), flat.length.data());
    };
    ladder_status status = LADDER_OK;
    if (!copies_are_timed) status = phase(LADDER_ROUTINE_PUT);
    if (status != LADDER_OK) return status;
    tell(observer.clock, 1);
    tell(observer.stage_call, 1);
    if (copies_are_timed) status = phase(LADDER_ROUTINE_PUT);
    for (int i = 0; i < times && status == LADDER_OK; ++i) status = phase(LADDER_ROUTINE_CALL);
    if (copies_are_timed && status == LADDER_OK) status = phase(LADDER_ROUTINE_GET);
    tell(observer.stage_call, 0);
    tell(observer.clock, 0);
    if (!copies_are_timed && status == LADDER_OK) status = phase(LADDER_ROUTINE_GET);
    if (status != LADDER_OK) return status;
  }
  return LADDER_OK;
}

ladder_status RoutineCase::oracle(const ladder_observer &, std::vector<double *> &) const {
  return LADDER_FAILED;  // own_truth is this problem's
}

int RoutineCase::draws() const {
  constexpr double most_s = 2, runs_of_a_truth = 45, least = 2, most = 16;
  constexpr double drawn_bytes_s = 1e9;  // roughly: noise, and the search for differences
  if (!scale.is_null()) return 1;        // each element has its own noise
  double bytes = 0;
  for (const Array &one : arrays()) bytes += double(sizeof(float) * one.values);
  const double calls_s = program.routine_s * steps / std::max(1.0, double(program.calls));
  const double run_s = calls_s + bytes / drawn_bytes_s;
  return static_cast<int>(std::clamp(most_s / (runs_of_a_truth * run_s), least, most));
}

std::shared_ptr<const OwnTruth> RoutineCase::own_truth(const Start &from) const {
  if (from.seed != 0 && from.amplitude > 0) {
    constexpr double most_bytes = 1e9, copies_kept = 8;
    double bytes = 0;
    for (const Array &one : arrays()) bytes += copies_kept * double(sizeof(float) * one.values);
    const bool comes_again = from.seed <= static_cast<std::uint64_t>(draws());
    if (!comes_again || bytes * draws() > most_bytes)
      return std::make_shared<RoutineTruth>(*this, from);
    std::shared_ptr<const OwnTruth> &drawn = drawn_[{from.seed, from.amplitude}];
    if (!drawn) drawn = std::make_shared<RoutineTruth>(*this, from);
    return drawn;
  }
  if (!recorded_) {
    const auto truth = std::make_shared<RoutineTruth>(*this, Start{});
    if (const char *path = std::getenv(limits_for_shadow)) write_limits(*truth, path);
    recorded_ = truth;
  }
  return recorded_;
}

std::function<double(const Peaks &)> RoutineCase::rounding() const {
  return [](const Peaks &) { return 0.0; };
}

std::string RoutineCase::place(std::size_t array, std::int64_t value) const {
  return fmt::format("word {} of {}", value, arrays()[array].name);
}

Probe RoutineCase::probe(const ladder_stage &stage, const ladder_launch &launch) const {
  return probe_creation_alone(*this, stage, launch);
}

Work RoutineCase::work(const ladder_stage &stage, int) const {
  return {.points = double(cells()),
          .steps = double(steps),
          .on_device = stage.device == LADDER_ON_CUDA};
}

}  // namespace ladder
