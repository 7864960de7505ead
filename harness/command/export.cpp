#include "harness/command/export.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "harness/command/commands.h"
#include "harness/output/fields.h"
#include "harness/output/formats.h"
#include "harness/records/read_records.h"
#include "harness/registry.h"

namespace ladder {
namespace {

const Format &find_format(const std::string &wanted) {
  std::vector<std::string> names;
  for (const Format &format : formats) {
    if (format.name == wanted) return format;
    names.push_back(format.name);
  }
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
        fmt::format("standard output took not all of the export: {}", std::strerror(errno)));
}

void write_new(const std::string &path, const std::string &text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0)
    throw FileError(fmt::format("'{}' cannot be made: {}; choose another with --output=FILE", path,
                                std::strerror(errno)));
  std::size_t done = 0;
  ssize_t count = 1;
  while (done < text.size() && count > 0) {
    count = write(file, text.data() + done, text.size() - done);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  const int why = errno;
  if (close(file) == 0 && done == text.size()) return;
  unlink(path.c_str());  // made above: half an export is of no use
  throw FileError(fmt::format("'{}' could not be written whole: {}", path, std::strerror(why)));
}

}  // namespace

Exit export_records(const std::vector<std::string> &files, const std::string &format,
                    const std::string &output) {
  const Format &wanted = find_format(format);
  if (files.empty())
    throw UsageError("export needs a file of records: ladder export --format=csv FILE");
  std::vector<Json> records = read_all(files);
  std::string text;
  try {
    if (wanted.one_of_a_name) {
      const std::size_t all = records.size();
      records = newest_of_each_name(records);
      if (records.size() < all)
        fmt::print(stderr, "ladder: {} of {} records left out: {} takes the newest of each name\n",
                   all - records.size(), all, wanted.name);
    }
    text = wanted.write(records);
  } catch (const Json::exception &problem) {
    throw FileError(fmt::format("a record of {} lacks what every record has: {}",
                                fmt::join(files, ", "), problem.what()));
  }
  const auto failed = std::count_if(records.begin(), records.end(),
                                    [](const Json &record) { return !failure(record).empty(); });
  if (failed > 0)
    fmt::print(stderr, "ladder: {} of {} records failed: no time of theirs is exported\n", failed,
               records.size());
  if (output.empty())
    print(text);
  else
    write_new(output, text);
  return Exit::ok;
}

Exit run_export(const Options &options) {
  return export_records(options.files, options.format, options.output);
}

}  // namespace ladder
