// Records from a file of JSON lines.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

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

}  // namespace ladder
