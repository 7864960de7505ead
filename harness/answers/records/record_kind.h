// What a file of records is: JSON lines of one kind.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

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

}  // namespace ladder
