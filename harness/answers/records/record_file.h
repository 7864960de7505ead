// Records as JSON lines. Opened before anything is measured; every line is on disk when `append`
// returns.
#pragma once
#include <sys/stat.h>

#include <string>

#include "harness/answers/records/read_records.h"
#include "harness/answers/records/record.h"

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

}  // namespace ladder
