// Text that commands write into files that the user names freely.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"

namespace ladder {

// claim_output of a text file. With `overwrite` too it throws FileError where something is there
// that no export or report can be: binary data, a case, records.
void claim_text_output(const std::string &path, bool overwrite);

// A summary for people, to which others write as well: a Markdown file (.md, .markdown), the file
// that $GITHUB_STEP_SUMMARY names, one that begins with `heading`, an empty or a new one. Throws
// FileError for any other.
void refuse_foreign_summary(const std::string &path, const std::string &heading);

// In one write, under a lock. Throws FileError; what was there before is whole.
void append_summary(const std::string &path, const std::string &text);

// A point of --dry-run, as JSON or in words; `lacks`: why it cannot run here, empty where it can.
void print_point(bool json, const Json &point, const std::string &words, const std::string &lacks);

// The rows of a table that is being measured: on a terminal, each is rewritten in its place as its
// samples arrive.

class LiveRows {
 public:
  // The row with this key is new, or now reads so. Nothing is shown where words go to no terminal.
  void show(const std::string &key, const std::string &text);

 private:
  struct Row {
    std::string key, text;
  };
  std::vector<Row> rows_;
  std::size_t said_ = 0;  // lines of others that the program had printed below the rows
};

// What a user of Google Benchmark knows: --benchmark_out, --benchmark_out_format and
// --benchmark_format.

struct BenchmarkOutput {
  std::string benchmark_out, benchmark_out_format = "json", benchmark_format = "console";
  bool overwrite = false;
};

// Before anything is measured. Throws FileError where the file may not be written, or is that of
// the records.
void claim_benchmark_output(const BenchmarkOutput &, const std::string &records);

// The records of this run into the file, and on standard output where it is not for tables.
void write_benchmark_output(const BenchmarkOutput &, const std::vector<Json> &records);

}  // namespace ladder
