// Records as JSON lines. Opened before anything is measured; every line is on disk when `append` returns.
#pragma once
#include <filesystem>
#include <string>

#include "harness/records/record.h"
#include "harness/records/record_kind.h"

namespace ladder {

class RecordFile {
 public:
  // Appends to the file, making its folder when it is missing. A last line that a crash cut short is moved
  // to <path>.broken. Throws FileError when it cannot, and where the file is an input of this process or holds
  // anything but records of the kind: not a byte of it has changed then.
  explicit RecordFile(const std::string &path, const RecordKind & = records_of_runs);
  ~RecordFile();
  RecordFile(const RecordFile &) = delete;
  RecordFile &operator=(const RecordFile &) = delete;

  void append(const Json &record);
  const std::string &path() const { return path_; }

 private:
  void mend_end(const RecordKind &);
  std::string path_;
  int descriptor_ = -1;
};

// results/ below the folder that holds data/, else below the current one.
std::filesystem::path results_folder();
// In it, <machine>/<date>.jsonl.
std::string default_record_path(const Environment &);

}  // namespace ladder
