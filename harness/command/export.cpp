#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "harness/answers/export/formats.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/interrupt.h"
#include "harness/base/nearest.h"
#include "harness/command/line/commands.h"
#include "harness/command/shown/text_output.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

const Format &find_format(const std::string &wanted) {
  std::vector<std::string> names;
  for (const Format &format : formats) {
    if (format.name == wanted) return format;
    names.push_back(format.name);
  }
  if (wanted.empty())
    throw UsageError(fmt::format("`ladder export` needs --format=NAME: the formats are {}",
                                 fmt::join(names, ", ")));
  const auto near = nearest(wanted, names);
  throw UsageError(fmt::format("there is no format '{}'; {}", wanted,
                               near.empty()
                                   ? fmt::format("the formats are {}", fmt::join(names, ", "))
                                   : fmt::format("did you mean {}?", fmt::join(near, ", "))));
}

std::vector<Json> read_all(const std::vector<std::string> &files) {
  std::vector<Json> all;
  for (const std::string &file : files) {
    const auto records = read_records(file);
    all.insert(all.end(), records.begin(), records.end());
  }
  return all;
}

void print(const std::string &text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw FileError(
        fmt::format("writing the export to standard output failed: {}", std::strerror(errno)));
}

struct ExportOptions : CommandLine {
  Names files;
  std::string format, output;
  bool overwrite = false;

  void declare(Declared &declared) {
    declared.add("Output",
                 {output_option(output),
                  overwrite_option(overwrite),
                  {"--format", Text{&format, "FORMAT", Offer::formats}, "format of the export"},
                  files_of_records(files)});
  }
  void settle() const {}
};

Exit run_export(const ExportOptions &options) {
  if (options.output.empty()) end_at_interrupts();
  return export_records(options.files, options.format, options.output, options.overwrite);
}

}  // namespace

Exit export_records(const std::vector<std::string> &files, const std::string &format,
                    const std::string &output, bool overwrite) {
  const Format &wanted = find_format(format);
  if (files.empty())
    throw UsageError("export needs a file of records: ladder export --format=csv FILE");
  if (!output.empty()) claim_text_output(output, overwrite);
  std::vector<Json> records = read_all(files);
  std::string text;
  try {
    if (wanted.one_of_a_name) {
      const std::size_t all = records.size();
      records = newest_of_each_name(records);
      if (records.size() < all)
        fmt::print(
            stderr,
            "ladder: {} of {} records left out: {} holds only the newest record of each name\n",
            all - records.size(), all, wanted.name);
    }
    text = wanted.write(records);
  } catch (const Json::exception &problem) {
    throw FileError(fmt::format("a record of {} lacks a required field: {}", fmt::join(files, ", "),
                                problem.what()));
  }
  const auto failed = std::count_if(records.begin(), records.end(),
                                    [](const Json &record) { return !failure(record).empty(); });
  if (failed > 0)
    fmt::print(stderr, "ladder: {} of {} records failed: their times are not exported\n", failed,
               records.size());
  if (output.empty())
    print(text);
  else
    write_whole(output, text, overwrite);
  return Exit::ok;
}

const Command export_command = {"export",
                                "Read results",
                                "write records in the formats of other tools",
                                {"export --format=csv records.jsonl",
                                 "export --format=junit records.jsonl --output=ladder.xml"},
                                false,
                                bind_options<ExportOptions, run_export>};

}  // namespace ladder
