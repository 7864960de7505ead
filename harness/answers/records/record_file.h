// Records as JSON lines. Opened before anything is measured; every line is on disk when `append`
// returns.
#pragma once
#include <sys/stat.h>

#include <string>
#include <vector>

#include "harness/answers/records/read_records.h"
#include "harness/base/json.h"
#include "harness/bench/measure/measure.h"
#include "harness/machine/environment/environment.h"

namespace ladder {

class RecordFile {
 public:
  // Appends to the file, making its folder when it is missing. A last line that a crash cut short
  // is moved to <path>.broken. Throws FileError when it cannot, and where the file is an input of
  // this process or holds anything but records of the kind: not a byte of it has changed then.
  explicit RecordFile(const std::string &path, const RecordKind & = records_of_runs);
  // Removes the file if this process made it and nothing was appended to it.
  ~RecordFile();
  RecordFile(const RecordFile &) = delete;
  RecordFile &operator=(const RecordFile &) = delete;

  void append(const Json &record);
  const std::string &path() const { return path_; }
  int appended() const { return appended_; }

 private:
  void open_file();
  void mend_end(const RecordKind &);
  struct stat lock();
  bool has_its_name(const struct stat &opened) const;
  std::string path_;
  int descriptor_ = -1;
  int appended_ = 0;
  bool created_ = false;
};

// The samples of points that have no record yet, on disk next to the file of records, so that a
// program that is killed loses none: whoever opens the file next makes records of them.

class Journal {
 public:
  // <records>.<session>.partial, locked while this program lives. Where the records go to no
  // regular file (a pipe, a device) there is none; where it cannot be made, that is said and
  // nothing is kept.
  Journal(const RecordFile &records, const std::string &session);
  ~Journal();  // leaves a file with samples where `remove` was not called
  Journal(const Journal &) = delete;
  Journal &operator=(const Journal &) = delete;

  // A record whose `samples` hold the newest sample alone. Throws FileError when the disk is full.
  void sample(const Json &record);
  // The point with this key (point_key) has its record, or failed and gets none.
  void close_point(const std::string &key);
  void remove();  // every point has its record

 private:
  void write_line(const Json &line);
  std::string path_;
  int descriptor_ = -1;
};

// Appends a record, with summary.stopped_by "killed", for each point that journals of killed
// programs hold, and removes those journals. Returns how many. A journal whose program is alive is
// left alone.
int recover_killed(RecordFile &);

// Keeps what is measured: each point's record when the point is done, and until then its samples.

class Recorder {
 public:
  // Adds the records of killed programs first. Throws FileError where the file cannot take records.
  Recorder(const std::string &path, const Environment &);

  void sampled(const Case &, const Measured &);
  // The record, which is on disk. Null for a point without samples.
  Json done(const Case &, const Measured &);
  void finish();  // every point is done

  // Where the records are, for the user; `whole`: the measurement was not interrupted.
  std::string summary(bool whole) const;

  const std::string &path() const { return records_.path(); }

 private:
  const Environment &environment_;
  const std::string session_;
  RecordFile records_;
  const int recovered_;
  Journal journal_;
};

// A record: one JSON object about one (stage, case, launch). README.md lists every field.

inline constexpr int record_schema = 2;

Json make_record(const Case &, const Measured &, const Environment &, const EnvironmentAfter &,
                 const std::string &session);
Json environment_json(const Environment &);

// The part of a record that says what is measured: stage, case, launch asked for, cache. See
// point_key.
Json point_json(const Case &, const Choice &, bool cold);

// Of samples [s]; warm_up_ns is a list. Only a trace gives the time without transfers.
Json summary_json(const std::vector<double> &wall_s, const std::string &stopped_by,
                  const Json &warm_up_ns);

std::string utc_now();      // "2026-11-21T03:00:00Z"
std::string new_session();  // names one invocation of the program: time and process

}  // namespace ladder
