#include "harness/command/shown/text_output.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/answers/records/record_kind.h"
#include "harness/base/error.h"
#include "harness/base/write_all.h"
#include "harness/formats/append.h"
#include "harness/formats/claim.h"
#include "harness/formats/ending.h"

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

}  // namespace ladder
