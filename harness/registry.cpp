#include "harness/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>

#include "harness/error.h"
#include "harness/plugin.h"

namespace ladder {

StageEntry find_stage(const std::string &wanted) {
  if (wanted.ends_with(".so")) return load_plugin(wanted);
  return find_among(built_in_stages(), unbuilt_stages(), wanted);
}

StageEntry find_among(const std::vector<StageEntry> &built,
                      const std::vector<UnbuiltStage> &unbuilt, const std::string &wanted) {
  std::vector<std::string> names;
  for (const auto &entry : built) {
    if (wanted == entry.stage->name) return entry;
    names.push_back(entry.name());
  }
  for (const auto &left_out : unbuilt)
    if (wanted == left_out.name)
      throw Error(Exit::nothing_ran,
                  fmt::format("stage '{}' is not in this build: {}", wanted, left_out.why));
  const auto near = nearest(wanted, names);
  throw UsageError(fmt::format("there is no stage '{}'; {}", wanted,
                               near.empty()
                                   ? std::string("`ladder list` shows all of them")
                                   : fmt::format("did you mean {}?", fmt::join(near, ", "))));
}

}  // namespace ladder

// For Fortran programs that pick a stage by name. NULL when there is none of that name.
extern "C" const ladder_stage *ladder_find_stage(const char *name) {
  for (const auto &entry : ladder::built_in_stages())
    if (std::strcmp(entry.stage->name, name) == 0) return entry.stage;
  return nullptr;
}
