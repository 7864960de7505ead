#include "harness/answers/records/recorder.h"

#include <fmt/format.h>

#include "harness/answers/records/read_records.h"

namespace ladder {

Recorder::Recorder(const std::string &path, const Environment &environment)
    : environment_(environment), session_(new_session()), records_(path),
      recovered_(recover_killed(records_)), journal_(records_, session_) {}

void Recorder::sampled(const Case &c, const Measured &measured) {
  Measured newest = measured;
  newest.point.samples = {measured.point.samples.back()};
  journal_.sample(make_record(c, newest, environment_, read_environment_after(), session_));
}

Json Recorder::done(const Case &c, const Measured &measured) {
  const Point &point = measured.point;
  Json record;
  if (!point.samples.empty()) {
    record = make_record(c, measured, environment_, read_environment_after(), session_);
    records_.append(record);
  }
  // After the record: between the two a kill leaves the point in both, and recovery knows it.
  journal_.close_point(point_key(point_json(c, {point.entry, point.launch}, measured.cold)));
  return record;
}

std::string Recorder::summary(bool whole) const {
  const int count = records_.appended() - recovered_;
  if (count == 0)
    return whole ? "no record was written: no stage was timed"
                 : "interrupted before a point was timed: no record was written";
  return whole ? fmt::format("records: {}", path())
               : fmt::format("interrupted; records of {} point{}: {}", count, count == 1 ? "" : "s",
                             path());
}

void Recorder::finish() { journal_.remove(); }

}  // namespace ladder
