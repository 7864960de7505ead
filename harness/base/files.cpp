#include "harness/base/files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/free_memory.h"

namespace ladder {

namespace fs = std::filesystem;

std::uint64_t size_of_file(const std::string &path) {
  std::error_code problem;
  const auto status = fs::status(path, problem);
  if (status.type() == fs::file_type::not_found)
    throw FileError(fmt::format("'{}' does not exist", path));
  if (!fs::status_known(status))
    throw FileError(fmt::format("'{}' cannot be reached: {}", path, problem.message()));
  if (fs::is_directory(status)) throw FileError(fmt::format("'{}' is a folder, not a file", path));
  // A pipe has no size to check against, and opening one may wait for ever.
  if (!fs::is_regular_file(status))
    throw FileError(fmt::format("'{}' is not a regular file", path));
  const std::uint64_t size = fs::file_size(path, problem);
  if (problem)
    throw FileError(fmt::format("the size of '{}' is not known: {}", path, problem.message()));
  note_input(path);
  return size;
}

bool is_named_pipe(const std::string &path) {
  std::error_code problem;
  if (!fs::is_fifo(fs::status(path, problem))) return false;
  // A shell's pipes, <(command) and standard input behind |, have a file system of their own.
  struct statfs where {};
  return statfs(path.c_str(), &where) != 0 || where.f_type != PIPEFS_MAGIC;
}

void refuse_named_pipe(const std::string &path) {
  if (!is_named_pipe(path)) return;
  throw FileError(fmt::format(
      "'{0}' is a named pipe, which is not opened because nobody may ever write into it: give a "
      "file, or /dev/stdin after `cat '{0}' |`",
      path));
}

std::string read_file(const std::string &path, std::uint64_t most) {
  const std::uint64_t size = size_of_file(path);
  if (size > most)
    throw FileError(
        fmt::format("'{}' has {} bytes, and files of at most {} are read", path, size, most));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be opened: {}", path, std::strerror(errno)));
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(in.gcount()) != size)
    throw FileError(fmt::format("'{}' cannot be read to the end", path));
  return bytes;
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count > 0)
      bytes.remove_prefix(static_cast<std::size_t>(count));
    else if (count == 0)
      return ENOSPC;
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

void report_size_limit() { std::signal(SIGXFSZ, SIG_IGN); }

TemporaryFile::TemporaryFile(const std::string &name)
    : path((std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string()) {
  const int file = mkstemp(path.data());
  if (file < 0) throw FileError(fmt::format("{} cannot be written", path));
  close(file);
}

TemporaryFile::~TemporaryFile() { std::remove(path.c_str()); }

TemporaryFolder::TemporaryFolder(const std::string &who)
    : path((std::filesystem::temp_directory_path() / "ladder_XXXXXX").string()) {
  if (!mkdtemp(path.data()))
    throw FileError(fmt::format("{}: cannot create a folder in '{}'", who,
                                std::filesystem::temp_directory_path().string()));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

std::string bytes_text(double bytes) {
  if (bytes < 1000) return fmt::format("{:.0f} bytes", bytes);
  const char *unit = "kB";
  double in_unit = bytes / 1e3;
  for (const char *next : {"MB", "GB", "TB", "PB"}) {
    if (in_unit < 999.5) break;
    in_unit /= 1e3;
    unit = next;
  }
  return fmt::format("{:.3g} {}", in_unit, unit);
}

void refuse_beyond_memory(double bytes, const std::string &what, const std::string &advice) {
  const FreeMemory free = free_memory();
  if (bytes <= static_cast<double>(free.bytes)) return;
  throw FileError(fmt::format("{} needs {} of memory, but only {} are free {}: {}", what,
                              bytes_text(bytes), bytes_text(static_cast<double>(free.bytes)),
                              free.why, advice));
}

void refuse_beyond_disk(double bytes, const std::string &path, const std::string &what,
                        const std::string &advice) {
  std::error_code problem;
  fs::path folder = fs::absolute(path, problem);
  while (!fs::is_directory(folder, problem) && folder.has_relative_path())
    folder = folder.parent_path();
  const auto room = fs::space(folder, problem);
  if (problem || bytes <= static_cast<double>(room.available)) return;
  throw FileError(fmt::format(
      "{} needs {} of disk space, but only {} are free where '{}' is to be written: {}", what,
      bytes_text(bytes), bytes_text(static_cast<double>(room.available)), path, advice));
}

namespace {

bool guarded = false;
std::vector<std::string> inputs, outputs;

// Compared when it matters: the inode of a file that is gone may belong to another one now.
bool same_file(const std::string &a, const std::string &b) {
  struct stat one {
  }, other{};
  if (stat(a.c_str(), &one) != 0 || stat(b.c_str(), &other) != 0) return false;
  return S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

std::string full_path(const std::string &path) {
  std::error_code problem;
  const auto full = std::filesystem::absolute(path, problem);
  return problem ? path : full.lexically_normal().string();
}

void note(std::vector<std::string> &paths, const std::string &path) {
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
}

}  // namespace

void guard_inputs() { guarded = true; }

void note_input(const std::string &path) {
  if (!guarded) return;
  const std::string full = full_path(path);
  for (const auto &output : outputs)
    if (output == full || same_file(output, full)) return;
  note(inputs, full);
}

void refuse_input(const std::string &path) {
  for (const auto &input : inputs)
    if (same_file(input, path))
      throw FileError(fmt::format(
          "'{}' is an input of this command and cannot be its output as well: choose another "
          "name{}",
          path,
          full_path(path) == input ? "" : fmt::format(" (it is the same file as '{}')", input)));
}

std::string inputs_text() {
  return inputs.empty() ? "" : fmt::format("'{}'", fmt::join(inputs, "', '"));
}

void note_output(const std::string &path) { note(outputs, full_path(path)); }

}  // namespace ladder
