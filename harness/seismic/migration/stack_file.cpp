#include "harness/seismic/migration/stack_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/read_file.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

// This line, the inputs with the number of shots as a line of JSON, the sums, and their hash. It
// begins like every checkpoint, so that none of another command takes its place.
const std::string stack_magic = "ladder checkpoint of a migration 1",
                  any_checkpoint = "ladder checkpoint ";

FileError broken_stack(const std::string &path, const char *why) {
  return FileError(
      fmt::format("cannot resume: '{}' is not a usable checkpoint of a migration: {}. Without "
                  "--resume the migration starts again",
                  path, why));
}

std::uint64_t hash_of_sums(Stack &stack) {
  std::uint64_t hash = fnv1a(nullptr, 0);
  for (const auto *array : stack.arrays()) {
    const std::uint64_t one = hash_on_all_cores(array->data(), array->size() * sizeof(double));
    hash = fnv1a(&one, sizeof one, hash);
  }
  return hash;
}

// Leaves `in` before the sums. Returns how many shots are in them.
std::size_t read_head(std::ifstream &in, const std::string &path, const Inputs &now) {
  std::string first, second;
  std::getline(in, first);
  if (!first.starts_with(any_checkpoint))
    throw broken_stack(path, "its first line is not that of a checkpoint");
  const auto other = [&](const std::string &why) {
    return Error(Exit::not_comparable,
                 fmt::format("cannot resume from the checkpoint '{}': {}. Without --resume and "
                             "with --overwrite the migration starts again and replaces it",
                             path, why));
  };
  if (first != stack_magic) throw other("it was written by another command or by another version");
  std::getline(in, second);
  const Json head = Json::parse(second, nullptr, false);
  if (!head.is_object() || !head.contains("inputs") || !head.contains("shots") ||
      !head.at("shots").is_number_unsigned())
    throw broken_stack(path, "it is truncated");
  if (const std::string why = difference(head.at("inputs"), now); !why.empty()) throw other(why);
  return head.at("shots");
}

}  // namespace

double bytes_of_stack(Stack &stack) {
  double bytes = 2000;  // the inputs
  for (const auto *array : stack.arrays()) bytes += 8 * double(array->size());
  return bytes;
}

void save_stack(const std::string &path, const Inputs &inputs, Stack &stack) {
  NewFile file(path, true);
  std::ofstream out(file.temporary(), std::ios::binary);
  errno = 0;
  out << stack_magic << '\n' << Json{{"inputs", inputs}, {"shots", stack.shots}}.dump() << '\n';
  const auto put = [&](const void *from, std::size_t bytes) {
    out.write(static_cast<const char *>(from), static_cast<std::streamsize>(bytes));
  };
  for (const auto *array : stack.arrays()) put(array->data(), array->size() * sizeof(double));
  const std::uint64_t hash = hash_of_sums(stack);
  put(&hash, sizeof hash);
  out.close();
  if (!out) file.fail(errno);
  file.keep();
}

void load_stack(const std::string &path, const Inputs &inputs, Stack &stack) {
  size_of_file(path);  // says in words what is no regular file
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be opened: {}", path, std::strerror(errno)));
  stack.shots = read_head(in, path, inputs);
  const auto take = [&](void *to, std::size_t bytes) {
    if (!in.read(static_cast<char *>(to), static_cast<std::streamsize>(bytes)))
      throw broken_stack(path, "it is truncated");
  };
  for (auto *array : stack.arrays()) take(array->data(), array->size() * sizeof(double));
  std::uint64_t hash = 0;
  take(&hash, sizeof hash);
  if (hash != hash_of_sums(stack)) throw broken_stack(path, "its contents have changed");
}

}  // namespace ladder
