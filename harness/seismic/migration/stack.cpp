#include "harness/seismic/migration/stack.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"
#include "harness/base/parallel.h"
#include "harness/formats/new_file.h"

namespace ladder {

Stack::Stack(const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  const auto cells =
      static_cast<std::size_t>(survey.part().nz) * static_cast<std::size_t>(survey.part().nx);
  const auto planes = [&](int largest) {
    return largest > 0 ? 2 * static_cast<std::size_t>(survey.kept_offsets(largest)) + 1 : 0;
  };
  image.assign(cells, 0);
  illumination.assign(cells, 0);
  gather_x.assign(cells * planes(c.offsets_x), 0);
  gather_z.assign(cells * planes(c.offsets_z), 0);
}

void add_shot(Stack &stack, const ShotResult &shot) {
  const float *from = shot.data();
  for (std::vector<double> *sums : stack.arrays()) {
    each_chunk(
        sums->size(),
        [&](std::size_t, std::size_t first, std::size_t end) {
          for (std::size_t i = first; i < end; ++i) (*sums)[i] += double(from[i]);
        },
        std::size_t{1} << 16);
    from += sums->size();
  }
  ++stack.shots;
}

void KeptStack::begin() {
  writing_ = std::async(std::launch::async, [this] {
    const double begin = steady_s();
    save_stack(path_, inputs_, stack_);
    pace_.wrote(begin, steady_s());
  });
}

void KeptStack::settle() {
  if (!writing_.valid()) return;
  writing_.get();
  kept_ = stack_.shots;
}

void KeptStack::added() {
  if (pace_.due(steady_s())) begin();
}

bool KeptStack::due() {
  using namespace std::chrono_literals;
  if (writing_.valid() && writing_.wait_for(0s) != std::future_status::ready) return false;
  settle();
  return pace_.due(steady_s());
}

void KeptStack::keep_all() {
  settle();
  if (kept_ == stack_.shots) return;
  begin();
  settle();
}

namespace {

// The inputs with the number of shots, the sums, and their hash.
const CheckpointKind of_migration = {
    "ladder checkpoint of a migration 1", "usable checkpoint of a migration", "migration",
    " and with --overwrite", "another command or by another version"};

std::uint64_t hash_of_sums(Stack &stack) {
  std::uint64_t hash = fnv1a(nullptr, 0);
  for (const auto *array : stack.arrays()) {
    const std::uint64_t one = hash_on_all_cores(array->data(), array->size() * sizeof(double));
    hash = fnv1a(&one, sizeof one, hash);
  }
  return hash;
}

// Leaves `in` before the sums. Returns how many shots are in them.
std::size_t read_shots(std::ifstream &in, const std::string &path, const Inputs &now) {
  const Json head = read_head(in, path, of_migration);
  if (!head.contains("inputs") || !head.contains("shots") || !head.at("shots").is_number_unsigned())
    throw broken_checkpoint(of_migration, path, "it is truncated");
  if (const std::string why = difference(head.at("inputs"), now); !why.empty())
    throw other_checkpoint(of_migration, path, why);
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
  out << of_migration.first_line << '\n'
      << Json{{"inputs", inputs}, {"shots", stack.shots}}.dump() << '\n';
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
  stack.shots = read_shots(in, path, inputs);
  const auto take = [&](void *to, std::size_t bytes) {
    if (!in.read(static_cast<char *>(to), static_cast<std::streamsize>(bytes)))
      throw broken_checkpoint(of_migration, path, "it is truncated");
  };
  for (auto *array : stack.arrays()) take(array->data(), array->size() * sizeof(double));
  std::uint64_t hash = 0;
  take(&hash, sizeof hash);
  if (hash != hash_of_sums(stack))
    throw broken_checkpoint(of_migration, path, "its contents have changed");
}

}  // namespace ladder
