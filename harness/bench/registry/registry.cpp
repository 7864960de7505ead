#include "harness/bench/registry/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "harness/base/error.h"
#include "harness/base/nearest.h"

namespace ladder {
namespace {

std::vector<StageEntry> &all_stages() {
  static std::vector<StageEntry> all = stages_of_build();
  return all;
}

std::vector<UnbuiltStage> &all_left_out() {
  static std::vector<UnbuiltStage> all = left_out_of_build();
  return all;
}

}  // namespace

const std::vector<StageEntry> &built_in_stages() { return all_stages(); }

const std::vector<UnbuiltStage> &unbuilt_stages() { return all_left_out(); }

void add_stages(const std::vector<StageEntry> &stages, const std::vector<UnbuiltStage> &left_out) {
  all_stages().insert(all_stages().end(), stages.begin(), stages.end());
  all_left_out().insert(all_left_out().end(), left_out.begin(), left_out.end());
}

void replace_stages(const std::vector<StageEntry> &stages,
                    const std::vector<UnbuiltStage> &left_out) {
  const auto forget = [](const std::string &ladder, const std::string &name) {
    std::erase_if(all_stages(),
                  [&](const auto &one) { return one.ladder == ladder && one.name() == name; });
    std::erase_if(all_left_out(),
                  [&](const auto &one) { return one.ladder == ladder && one.name == name; });
  };
  for (const auto &one : stages) forget(one.ladder, one.name());
  for (const auto &one : left_out) forget(one.ladder, one.name);
  add_stages(stages, left_out);
}

bool has_knob(const ladder_stage &stage, const std::string &name) {
  return std::any_of(stage.knob, stage.knob + stage.knobs,
                     [&](const ladder_knob &knob) { return knob.name == name; });
}

std::vector<std::string> ladders() {
  std::set<std::string> all;
  for (const auto &entry : built_in_stages()) all.insert(entry.ladder);
  return {all.begin(), all.end()};
}

StageEntry original_of(const std::string &ladder) {
  for (const auto &entry : built_in_stages())
    if (entry.ladder == ladder && !entry.stage->parent) return entry;
  throw FileError(fmt::format("this program has no ladder '{}'; it has {}", ladder,
                              fmt::join(ladders(), ", ")));
}

StageEntry find_stage(const std::string &wanted, const std::string &ladder,
                      StageEntry (*plugin)(const std::string &)) {
  if (wanted.ends_with(".so")) return plugin(wanted);
  if (wanted.ends_with(".cu"))
    throw UsageError(
        fmt::format("'{}' is a source, which `ladder verify` judges without a GPU; to "
                    "time it, compile it with nvcc into a plug-in",
                    wanted));
  return find_among(built_in_stages(), unbuilt_stages(), ladder, wanted);
}

StageEntry find_among(const std::vector<StageEntry> &built,
                      const std::vector<UnbuiltStage> &unbuilt, const std::string &ladder,
                      const std::string &wanted) {
  std::vector<std::string> names;
  for (const auto &entry : built) {
    if (entry.ladder != ladder) continue;
    if (wanted == entry.stage->name) return entry;
    names.push_back(entry.name());
  }
  for (const auto &left_out : unbuilt)
    if (ladder == left_out.ladder && wanted == left_out.name)
      throw Error(Exit::nothing_ran,
                  fmt::format("stage '{}' is not in this build: {}", wanted, left_out.why));
  for (const auto &entry : built)
    if (wanted == entry.stage->name)
      throw UsageError(
          fmt::format("stage '{}' belongs to the ladder '{}', but the case belongs to '{}'", wanted,
                      entry.ladder, ladder));
  const auto near = nearest(wanted, names);
  throw UsageError(fmt::format("there is no stage '{}'; {}", wanted,
                               near.empty()
                                   ? std::string("`ladder list` shows all of them")
                                   : fmt::format("did you mean {}?", fmt::join(near, ", "))));
}

}  // namespace ladder

// For Fortran programs that pick a stage of the usual ladder by name. NULL when there is none of
// that name.
extern "C" const ladder_stage *ladder_find_stage(const char *name) {
  for (const auto &entry : ladder::built_in_stages())
    if (entry.ladder == ladder::usual_ladder && std::strcmp(entry.stage->name, name) == 0)
      return entry.stage;
  return nullptr;
}
