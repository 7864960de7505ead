#include "harness/seismic/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <string_view>

#include "harness/case/read_file.h"
#include "harness/error.h"
#include "harness/formats/new_file.h"
#include "harness/run/interrupt.h"

namespace ladder {
namespace {

// "ladder checkpoint 1", the hash of the case, the step; then the arrays, each behind its count.
constexpr char magic[] = "ladder checkpoint 1\n";

template <typename T>
void put(std::string &bytes, const T *values, std::size_t count) {
  bytes.append(reinterpret_cast<const char *>(values), count * sizeof(T));
}

std::vector<const std::vector<float> *> all(const Wavefield &field, const KeptArrays &kept) {
  std::vector<const std::vector<float> *> arrays = {&field.now, &field.before, &field.traces};
  arrays.insert(arrays.end(), kept.begin(), kept.end());
  return arrays;
}

}  // namespace

void save_checkpoint(const std::string &path, const Case &c, const Wavefield &field,
                     const KeptArrays &kept) {
  std::string bytes = magic + c.hash + "\n";
  put(bytes, &field.step, 1);
  for (const auto *array : all(field, kept)) {
    const std::uint64_t count = array->size();
    put(bytes, &count, 1);
    put(bytes, array->data(), array->size());
  }
  write_whole(path, bytes, true);
}

bool is_checkpoint(const std::string &path) {
  constexpr std::string_view begin = "ladder checkpoint ";
  std::string found(begin.size(), '\0');
  std::ifstream in(path, std::ios::binary);
  return in.read(found.data(), begin.size()) && found == begin;
}

void load_checkpoint(const std::string &path, const Case &c, Wavefield &field,
                     const KeptArrays &kept) {
  const std::string bytes = read_file(path);
  const std::size_t begin = std::strlen(magic);
  const auto broken = [&](const char *why) {
    return FileError(fmt::format("'{}' is no checkpoint that a run can go on from: {}", path, why));
  };
  if (bytes.compare(0, begin, magic) != 0) throw broken("it does not begin like one");
  std::size_t at = begin + c.hash.size() + 1;
  if (bytes.size() < at + sizeof field.step) throw broken("it is cut short");
  if (bytes.compare(begin, c.hash.size(), c.hash) != 0)
    throw Error(Exit::not_comparable,
                fmt::format("the checkpoint '{}' is of another case: case.hash differs ({} and {})",
                            path, bytes.substr(begin, c.hash.size()), c.hash));
  const auto take = [&bytes, &at, &broken](void *to, std::size_t count) {
    if (bytes.size() - at < count) throw broken("it is cut short");
    std::memcpy(to, bytes.data() + at, count);
    at += count;
  };
  std::int32_t step = 0;
  take(&step, sizeof step);
  if (step < 0 || step > c.steps) throw broken("its step is none of the case");
  for (const auto *array : all(field, kept)) {
    std::uint64_t count = 0;
    take(&count, sizeof count);
    if (count != array->size()) throw broken("its arrays are of another size");
    take(const_cast<float *>(array->data()), count * sizeof(float));
  }
  field.step = step;
}

Watcher checkpoint_watcher(const std::string &path, const Case &c, KeptArrays kept) {
  using clock = std::chrono::steady_clock;
  // Often enough that Ctrl-C is heard within a hundredth of the run.
  return {std::max(1, c.steps / 100),
          [=, &c, last = clock::now()](const Wavefield &field) mutable {
            const bool due = clock::now() - last > std::chrono::minutes(1);
            if (field.step == c.steps || !(due || interrupted())) return;
            save_checkpoint(path, c, field, kept);
            last = clock::now();
          },
          true};
}

}  // namespace ladder
