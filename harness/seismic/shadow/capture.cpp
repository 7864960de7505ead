#include "harness/seismic/shadow/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/error.h"
#include "harness/formats/claim.h"

namespace ladder {
namespace {

bool same_bits(const std::vector<float> &kept, const float *field) {
  return std::memcmp(kept.data(), field, kept.size() * sizeof(float)) == 0;
}

// Steps [first, first + count) of each source's wavelet of `steps`.
std::vector<float> samples_of(const std::vector<float> &wavelets, int steps, int first, int count) {
  std::vector<float> some;
  for (auto one = wavelets.begin(); one != wavelets.end(); one += steps)
    some.insert(some.end(), one + first, one + first + count);
  return some;
}

}  // namespace

Capture::Capture(const CapturedCall &described, const ShadowSettings &settings)
    : call_(described), file_(settings.capture), first_(settings.first), last_(settings.last) {
  claim_output(file_, false);
  last_ = std::min(last_, call_.steps);
  call_.first_step = first_ - 1;
  call_.steps = 0;
  call_.now.resize(call_.v2dt2.size());
  call_.before = call_.after = before_ = call_.now;
}

void Capture::step_begins(int step, const float *now, const float *before) {
  const bool goes_on = call_.steps > 0 && step == first_ + call_.steps && step <= last_;
  if (goes_on && !(same_bits(call_.after, now) && same_bits(before_, before))) {
    ended_because_ = fmt::format(
        "the program changed its fields between step {} and step {} in a way that it has not "
        "described (sources, borders)",
        step - 1, step);
    last_ = step - 1;
  }
  if (step != first_) return;
  std::copy_n(now, call_.now.size(), call_.now.data());
  std::copy_n(before, call_.before.size(), call_.before.data());
}

void Capture::step_ends(int step, const float *now, const float *before) {
  if (step != first_ + call_.steps || step > last_) return;
  ++call_.steps;
  std::copy_n(now, call_.after.size(), call_.after.data());
  std::copy_n(before, before_.size(), before_.data());
}

std::string Capture::finish() {
  if (call_.steps == 0)
    throw FileError(
        fmt::format("'{}' was not written: the program ended before step {}, the first to capture",
                    file_, first_));
  const int described = call_.wavelets.empty()
                            ? 0
                            : static_cast<int>(call_.wavelets.size() / call_.source_cells.size());
  call_.wavelets = samples_of(call_.wavelets, described, first_ - 1, call_.steps);
  write_captured_call(file_, call_, false);
  std::string words =
      fmt::format("step{} {} captured in '{}'", call_.steps > 1 ? "s" : "",
                  call_.steps > 1 ? fmt::format("{} to {}", first_, first_ + call_.steps - 1)
                                  : fmt::format("{}", first_),
                  file_);
  if (!ended_because_.empty()) words += ", and no more: " + ended_because_;
  return words;
}

}  // namespace ladder
