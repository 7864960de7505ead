// Records from a file of JSON lines.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/statistics/statistics.h"

namespace ladder {

// What a file of records is: JSON lines of one kind.

struct RecordKind {
  std::string name;                 // "records of ladder"
  std::string opening;              // how every line begins
  std::vector<std::string> fields;  // that every line has
};

extern const RecordKind records_of_runs;    // of the measuring commands
extern const RecordKind records_of_places;  // of `locate`

struct EndOfRecords {
  std::string broken;      // a last line that a crash cut short; empty: none
  bool lacks_end = false;  // the last line is a record, without its end of line
};

// Looks at all lines of a file, which may be empty. Throws FileError where it holds anything but
// records of the
// kind: nothing may be appended to it. Only behind records, or beginning like one, a last line is
// one cut short.
EndOfRecords look_at_records(const std::string &path, const RecordKind &);

// Whether the file's first line is a record of any kind.
bool is_file_of_records(const std::string &path);

struct RecordsRead {
  std::vector<Json> records;
  std::vector<int> lines;   // the line of each, counted from 1
  std::string broken_last;  // a last line that a crash cut short, left out; in words, empty: none
};

// Throws FileError: the file is missing, empty, holds no record, or a line in the middle is no JSON
// object; Error(not_comparable) where a record is of another schema.
RecordsRead read_records_with_lines(const std::string &path);

// The records alone; a broken last line is reported on standard error.
std::vector<Json> read_records(const std::string &path);

// What makes two records be about the same thing: case, stage, its file, the launch asked for, the
// cache.
std::string point_key(const Json &record);
// The same without the hash of the stage's file, which changes from version to version.
std::string point_name(const Json &record);

// What a record's result is: right, or why not; of how many shots; and what it were without
// transfers. Everything that is made from records asks here. A record carries the numbers
// (work.shots, summary.without_transfers_ns); for those that were written before it did, they are
// worked out as they were then. Scripts ask `ladder compare --json`.

// Why no time of this record may be shown: the words of a failed or missing verdict, or a launch
// that the trace does not show. Empty: the result is right.
std::string failure(const Json &record);
bool right(const Json &record);

// A run of a batch is several of the case; a plug-in's run is one, whatever its knobs say.
double shots(const Json &record);

std::vector<double> sample_seconds(const Json &record);
double shot_ns(const Json &record);  // the median of the samples, of one shot

// What the run without a tracer would take without its transfers [ns], of all shots. They have the
// share of its wall time that copies and staging had in the traced run; but a tracer makes short
// runs' copies longer, so no less stays than the kernels took. The median where there is no trace.
double without_transfers_ns(const Json &record);

// A ratio as JSON: low and high are null where there are too few samples for an interval.

inline Json ratio_json(const Ratio &ratio) {
  const auto &interval = ratio.interval;
  return {{"ratio", ratio.value},
          {"samples", ratio.samples},
          {"low", interval ? Json(interval->low) : Json(nullptr)},
          {"high", interval ? Json(interval->high) : Json(nullptr)}};
}

// How a record's traced run compares with its timed runs. Everything that concludes something from
// shares of a traced run asks here.

// Of older records, which lack traced.ratio, from their times; 0 where there is no trace.
double traced_ratio(const Json &record);

// "the traced run of 'resident' took 1.48 times as long as the timed runs": its shares are not
// theirs, and nothing follows from them. Empty where it was not disturbed, or not traced.
std::string disturbance(const Json &record);

// What a file of records already holds of a sweep.

struct Finished {
  std::set<std::string> points;  // by point_key
  int others = 0;                // records of other points: of another case, stage or launch
};

// Those of the sweep's `points` (point_json) that the file holds, less those that were killed or
// interrupted before they had their samples and their trace; none when the file is missing or
// empty. A record of a point of the sweep must be of the same machine, build, stage and case, whose
// hash is of its velocities too: throws Error(not_comparable) that names the field that differs.
// Records of other points may be of anything. FileError when the file is unusable.
Finished finished_points(const std::string &path, const Json &environment,
                         const std::vector<Json> &points);

}  // namespace ladder
