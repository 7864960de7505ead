#include "harness/seismic/shots/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/base/clock.h"
#include "harness/base/files.h"
#include "harness/base/hash.h"
#include "harness/base/interrupt.h"
#include "harness/bench/run/launch.h"
#include "harness/formats/new_file.h"
#include "harness/machine/environment/environment.h"

namespace ladder {
namespace {

const std::string any_first_line = "ladder checkpoint ";
// The inputs, and the step; then the arrays, each behind its count.
const CheckpointKind of_run = {any_first_line + "2", "usable checkpoint", "run", "",
                               "another version of this program"};

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

std::string text_of(const Json &value) {
  return value.is_null()     ? "not known"
         : value.is_string() ? value.get<std::string>()
                             : value.dump();
}

}  // namespace

FileError broken_checkpoint(const CheckpointKind &kind, const std::string &path, const char *why) {
  return FileError(
      fmt::format("cannot resume: '{}' is not a {}: {}. Without --resume the {} starts again", path,
                  kind.name, why, kind.run));
}

Error other_checkpoint(const CheckpointKind &kind, const std::string &path,
                       const std::string &why) {
  return Error(Exit::not_comparable,
               fmt::format("cannot resume from the checkpoint '{}': {}. Without --resume{} the {} "
                           "starts again and replaces it",
                           path, why, kind.with, kind.run));
}

Json read_head(std::istream &in, const std::string &path, const CheckpointKind &kind) {
  std::string first, second;
  std::getline(in, first);
  if (!first.starts_with(any_first_line))
    throw broken_checkpoint(kind, path, "its first line is not that of a checkpoint");
  if (first != kind.first_line)
    throw other_checkpoint(kind, path, fmt::format("it was written by {}", kind.writer));
  std::getline(in, second);
  Json head = Json::parse(second, nullptr, false);
  return head.is_object() ? head : Json();
}

double bytes_of_checkpoint(const Wavefield &field, const KeptArrays &kept) {
  double bytes = 1000;  // the inputs
  for (const auto *array : all(field, kept)) bytes += 8 + 4 * double(array->size());
  return bytes;
}

void refuse_foreign_checkpoint(const std::string &path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  std::ifstream in(path, std::ios::binary);
  std::string begin(any_first_line.size(), '\0');
  if (size_of_file(path) > 0 &&
      (!in.read(begin.data(), std::ssize(begin)) || begin != any_first_line))
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
  out << of_run.first_line << '\n' << inputs.dump() << '\n';
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
  const Json before = read_head(in, path, of_run);
  if (before.is_null()) throw broken_checkpoint(of_run, path, "it is truncated");
  if (const std::string why = difference(before, inputs); !why.empty())
    throw other_checkpoint(of_run, path, why);
  const auto take = [&](void *to, std::size_t bytes) {
    if (!in.read(static_cast<char *>(to), static_cast<std::streamsize>(bytes)))
      throw broken_checkpoint(of_run, path, "it is truncated");
  };
  std::int32_t step = 0;
  take(&step, sizeof step);
  if (step < 0 || step > c.steps)
    throw broken_checkpoint(of_run, path, "its step is not a step of the case");
  for (const auto *array : all(field, kept)) {
    std::uint64_t count = 0;
    take(&count, sizeof count);
    if (count != array->size())
      throw broken_checkpoint(of_run, path, "its arrays have another size");
    take(const_cast<float *>(array->data()), count * sizeof(float));
  }
  field.step = step;
}

Watcher checkpoint_watcher(const std::string &path, const WaveCase &c, Inputs inputs,
                           KeptArrays kept) {
  // Often enough that Ctrl-C is heard within a hundredth of the run.
  return {std::max(1, c.steps / 100),
          [=, &c, last_s = steady_s()](const Wavefield &field) mutable {
            const bool due = steady_s() - last_s > 60;
            if (field.step == c.steps || !(due || interrupted())) return;
            save_checkpoint(path, inputs, field, kept);
            last_s = steady_s();
          },
          true};
}

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
  std::vector<double> numbers = {double(gather.samples), gather.dt,       gather.start,
                                 gather.source.x,        gather.source.y, gather.source.z};
  for (const Position &p : gather.receivers) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  return hash_of_all(numbers, std::array{hash_on_all_cores(gather.values.data(),
                                                           gather.values.size() * sizeof(float))});
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
