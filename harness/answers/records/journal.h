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

}  // namespace ladder
