// The samples of points that have no record yet, on disk next to the file of records, so that a
// program that is killed loses none: whoever opens the file next makes records of them.
#pragma once
#include <string>

#include "harness/answers/records/record_file.h"

namespace ladder {

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

}  // namespace ladder
