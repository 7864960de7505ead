// The stages that run on the host, as parameters of tests. Those whose directives GCC compiles for
// a GPU have their loops on the host as well: each is a library of its own, which exports a second
// table.
#pragma once
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "harness/bench/registry/registry.h"

namespace ladder {

// The library that a stage of this build is in; NULL where that is the program.
inline void *library_of(const StageEntry &entry) {
  Dl_info where{};
  if (!dladdr(reinterpret_cast<void *>(entry.stage->create), &where)) return nullptr;
  void *library = dlopen(where.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  return library && dlsym(library, "ladder_on_host") ? library : nullptr;
}

inline std::vector<StageEntry> stages_with_offload(const std::string &ladder) {
  std::vector<StageEntry> all;
  for (const auto &entry : built_in_stages())
    if (entry.ladder == ladder && entry.stage->device == LADDER_ON_CUDA && library_of(entry))
      all.push_back(entry);
  return all;
}

inline std::vector<StageEntry> stages_on_host(const std::string &ladder) {
  std::vector<StageEntry> all;
  for (const auto &entry : stages_with_offload(ladder))
    all.push_back({static_cast<const ladder_stage *>(dlsym(library_of(entry), "ladder_on_host")),
                   entry.file, "", ""});
  for (const auto &entry : built_in_stages())
    if (entry.ladder == ladder && entry.stage->device == LADDER_ON_HOST) all.push_back(entry);
  return all;
}

// GoogleTest finds it by the type's namespace; without it a parameter is shown as raw bytes.
inline void PrintTo(const StageEntry &entry, std::ostream *out) { *out << entry.name(); }

inline std::string name_of_stage(const testing::TestParamInfo<StageEntry> &info) {
  std::string name = info.param.name();
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace ladder
