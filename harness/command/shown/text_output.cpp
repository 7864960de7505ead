#include "harness/command/shown/text_output.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/answers/export/formats.h"
#include "harness/answers/records/comparable.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/progress.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

std::string begin_of_file(const std::string &path) {
  std::string bytes(4096, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

bool is_binary(const std::string &bytes) { return bytes.find('\0') != std::string::npos; }

bool is_summary(const std::string &path, const std::string &heading) {
  const std::string bytes = begin_of_file(path), ending = ending_of(path);
  if (is_binary(bytes)) return false;
  if (bytes.empty() || bytes.starts_with(heading)) return true;
  const char *of_ci = std::getenv("GITHUB_STEP_SUMMARY");
  std::error_code problem;
  return ending == ".md" || ending == ".markdown" ||
         (of_ci && fs::equivalent(of_ci, path, problem));
}

struct Size {
  std::size_t lines = 24, columns = 80;
};

Size of_terminal() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
    return {};
  return {size.ws_row, size.ws_col};
}

std::string as(const std::string &format, const std::vector<Json> &records) {
  return format == "csv" ? as_google_benchmark_csv(records) : as_google_benchmark(records);
}

}  // namespace

void claim_text_output(const std::string &path, bool overwrite) {
  refuse_taken(path, overwrite);
  std::error_code problem;
  if (fs::exists(path, problem) &&
      (is_binary(begin_of_file(path)) || ending_of(path) == ".toml" || is_file_of_records(path)))
    throw FileError(fmt::format(
        "'{}' holds data, a case or records and is not overwritten: choose another name", path));
  claim_output(path, overwrite);
}

void refuse_foreign_summary(const std::string &path, const std::string &heading) {
  refuse_appending(path);
  std::error_code problem;
  if (fs::exists(path, problem) && !is_summary(path, heading))
    throw FileError(fmt::format(
        "'{}' is not a Markdown file, so nothing was appended: choose a name that ends in .md",
        path));
}

void append_summary(const std::string &path, const std::string &text) {
  const int file = open_to_append(path).descriptor;
  if (file < 0)
    throw FileError(fmt::format("'{}' cannot be written: {}", path, std::strerror(errno)));
  flock(file, LOCK_EX);
  struct stat before {};
  fstat(file, &before);
  const int why = write_all(file, text);
  const bool mended = why == 0 || ftruncate(file, before.st_size) == 0;
  close(file);
  if (why != 0)
    throw FileError(fmt::format("the summary could not be written to '{}': {}{}", path,
                                std::strerror(why),
                                mended ? "; its earlier contents are unchanged" : ""));
}

void print_point(bool json, const Json &point, const std::string &words, const std::string &lacks) {
  const std::string why = lacks.empty() ? "" : fmt::format(" (cannot run here: {})", lacks);
  fmt::print("{}\n", json ? point.dump() : words + why);
}

void LiveRows::show(const std::string &key, const std::string &text) {
  if (!words_on_terminal()) return;
  const Size size = of_terminal();
  const std::string line = text.substr(0, size.columns - 1);  // one line of the screen
  if (said_ != lines_said()) rows_.clear();  // others printed: rows are from here on below
  auto at = std::ranges::find(rows_, key, &Row::key);
  const auto up = static_cast<std::size_t>(rows_.end() - at);
  if (at == rows_.end() || up + 1 >= size.lines) {
    if (at != rows_.end()) rows_.erase(at);  // it left the screen
    say(line);
    rows_.push_back({key, line});
  } else if (at->text != line) {
    at->text = line;
    fmt::print(stderr, "\r\033[{0}A\033[K{1}\r\033[{0}B", up, line);
    std::fflush(stderr);
  }
  said_ = lines_said();
}

void claim_benchmark_output(const BenchmarkOutput &options, const std::string &records) {
  const std::string &path = options.benchmark_out;
  if (path.empty()) return;
  if (std::filesystem::weakly_canonical(path) == std::filesystem::weakly_canonical(records))
    throw FileError(fmt::format("'{}' is the file of the records: name another one", path));
  claim_text_output(path, options.overwrite);
}

void write_benchmark_output(const BenchmarkOutput &options, const std::vector<Json> &records) {
  const std::vector<Json> ordered = in_ladder_order(records);
  if (!options.benchmark_out.empty())
    write_whole(options.benchmark_out, as(options.benchmark_out_format, ordered),
                options.overwrite);
  if (options.benchmark_format != "console")
    fmt::print("{}", as(options.benchmark_format, ordered));
}

}  // namespace ladder
