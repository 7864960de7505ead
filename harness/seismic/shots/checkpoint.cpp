#include "harness/seismic/shots/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"
#include "harness/base/interrupt.h"
#include "harness/bench/run/launch.h"
#include "harness/formats/new_file.h"
#include "harness/machine/environment/environment.h"

namespace ladder {
namespace {

// This line, the inputs as a line of JSON, the step; then the arrays, each behind its count.
const std::string magic = "ladder checkpoint 2", any_magic = "ladder checkpoint ";

std::vector<const std::vector<float> *> all(const Wavefield &field, const KeptArrays &kept) {
  std::vector<const std::vector<float> *> arrays = {&field.now, &field.before, &field.traces};
  arrays.insert(arrays.end(), kept.begin(), kept.end());
  return arrays;
}

template <typename T>
void put(std::ofstream &out, const T *values, std::size_t count) {
  out.write(reinterpret_cast<const char *>(values),
            static_cast<std::streamsize>(count * sizeof(T)));
}

FileError broken(const std::string &path, const char *why) {
  return FileError(fmt::format(
      "cannot resume: '{}' is not a usable checkpoint: {}. Without --resume the run starts again",
      path, why));
}

// Throws FileError and Error(not_comparable). Leaves `in` before the step.
void check_head(std::ifstream &in, const std::string &path, const Inputs &now) {
  std::string first, second;
  std::getline(in, first);
  if (!first.starts_with(any_magic))
    throw broken(path, "its first line is not that of a checkpoint");
  const auto other = [&](const std::string &why) {
    return Error(Exit::not_comparable,
                 fmt::format("cannot resume from the checkpoint '{}': {}. Without --resume the run "
                             "starts again and replaces it",
                             path, why));
  };
  if (first != magic) throw other("it was written by another version of this program");
  std::getline(in, second);
  const Json before = Json::parse(second, nullptr, false);
  if (!before.is_object()) throw broken(path, "it is truncated");
  if (const std::string why = difference(before, now); !why.empty()) throw other(why);
}

}  // namespace

double bytes_of_checkpoint(const Wavefield &field, const KeptArrays &kept) {
  double bytes = 1000;  // the inputs
  for (const auto *array : all(field, kept)) bytes += 8 + 4 * double(array->size());
  return bytes;
}

void refuse_foreign_checkpoint(const std::string &path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  std::ifstream in(path, std::ios::binary);
  std::string begin(any_magic.size(), '\0');
  if (size_of_file(path) > 0 && (!in.read(begin.data(), std::ssize(begin)) || begin != any_magic))
    throw FileError(
        fmt::format("this run would write its checkpoint to '{}', which is another kind of file "
                    "and is not replaced: move it, or choose another --output",
                    path));
}

void save_checkpoint(const std::string &path, const Inputs &inputs, const Wavefield &field,
                     const KeptArrays &kept) {
  NewFile file(path, true);
  std::ofstream out(file.temporary(), std::ios::binary);
  errno = 0;
  out << magic << '\n' << inputs.dump() << '\n';
  put(out, &field.step, 1);
  for (const auto *array : all(field, kept)) {
    const std::uint64_t count = array->size();
    put(out, &count, 1);
    put(out, array->data(), array->size());
  }
  out.close();
  if (!out) file.fail(errno);
  file.keep();
}

void load_checkpoint(const std::string &path, const Inputs &inputs, const WaveCase &c,
                     Wavefield &field, const KeptArrays &kept) {
  size_of_file(path);  // says in words what is no regular file
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(fmt::format("'{}' cannot be opened: {}", path, std::strerror(errno)));
  check_head(in, path, inputs);
  const auto take = [&](void *to, std::size_t bytes) {
    if (!in.read(static_cast<char *>(to), static_cast<std::streamsize>(bytes)))
      throw broken(path, "it is truncated");
  };
  std::int32_t step = 0;
  take(&step, sizeof step);
  if (step < 0 || step > c.steps) throw broken(path, "its step is not a step of the case");
  for (const auto *array : all(field, kept)) {
    std::uint64_t count = 0;
    take(&count, sizeof count);
    if (count != array->size()) throw broken(path, "its arrays have another size");
    take(const_cast<float *>(array->data()), count * sizeof(float));
  }
  field.step = step;
}

Watcher checkpoint_watcher(const std::string &path, const WaveCase &c, Inputs inputs,
                           KeptArrays kept) {
  using clock = std::chrono::steady_clock;
  // Often enough that Ctrl-C is heard within a hundredth of the run.
  return {std::max(1, c.steps / 100),
          [=, &c, last = clock::now()](const Wavefield &field) mutable {
            const bool due = clock::now() - last > std::chrono::minutes(1);
            if (field.step == c.steps || !(due || interrupted())) return;
            save_checkpoint(path, inputs, field, kept);
            last = clock::now();
          },
          true};
}

namespace {

std::string text_of(const Json &value) {
  return value.is_null()     ? "not known"
         : value.is_string() ? value.get<std::string>()
                             : value.dump();
}

}  // namespace

Inputs inputs_of(const WaveCase &c, const Engine &engine) {
  const StageEntry &entry = engine.entry;
  // The hash of a case is of what a stage sees; the position of the model within the grid is
  // recorded separately.
  return {
      {"case", fmt::format("{}, model of {} x {} x {} cells at {}, {}, {}", c.hash, c.model_cells.z,
                           c.model_cells.x, c.model_cells.y, c.corner.z, c.corner.x, c.corner.y)},
      {"stage", fmt::format("{}, hash {}", entry.name(), entry.hash)},
      {"launch", describe(knobs_of(*entry.stage, engine.launch))},
      {"program", hash_of_program()}};
}

std::string hash_of(const Gather &gather) {
  const double times[] = {double(gather.samples), gather.dt, gather.start};
  std::uint64_t hash = fnv1a(times, sizeof times);
  const auto add = [&](const Position &p) {
    const double place[] = {p.x, p.y, p.z};
    hash = fnv1a(place, sizeof place, hash);
  };
  add(gather.source);
  for (const Position &p : gather.receivers) add(p);
  const std::uint64_t values =
      hash_on_all_cores(gather.values.data(), gather.values.size() * sizeof(float));
  return hex16(fnv1a(&values, sizeof values, hash));
}

std::string difference(const Inputs &before, const Inputs &now) {
  const auto differs = [&](const std::string &key) {
    const Json was = before.value(key, Json(nullptr)), is = now.value(key, Json(nullptr));
    return was == is ? ""
                     : fmt::format("the {} differs (it was {}, and is {})", key, text_of(was),
                                   text_of(is));
  };
  // What people change most comes first: a case made from a gather differs with it.
  std::vector<std::string> keys = {"gather"};
  for (const auto &[key, value] : now.items()) keys.push_back(key);
  for (const auto &[key, value] : before.items()) keys.push_back(key);
  for (const std::string &key : keys)
    if (const std::string words = differs(key); !words.empty()) return words;
  return "";
}

}  // namespace ladder
