#include "harness/bench/registry/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/floating_point.h"
#include "harness/base/hash.h"
#include "harness/problem.h"

namespace ladder {
namespace {

// Why the table of a stage cannot be used; empty when it can. Nothing behind abi_version is read
// before that version is known to be ours.
std::string defect(const ladder_stage &stage) {
  if (stage.abi_version != LADDER_ABI_VERSION)
    return fmt::format(
        "it was built for version {} of the contract, but this program has version {}: build it "
        "again with this program's stage.h",
        stage.abi_version, LADDER_ABI_VERSION);
  if (!stage.problem || !stage.name || clean_text(stage.name).empty() || !stage.change ||
      !stage.expectation)
    return "problem, name, change and expectation must be given";
  const Problem *problem = problem_named(stage.problem);
  if (!problem) return fmt::format("its problem '{}' is unknown to this program", stage.problem);
  if (!stage.create || !stage.launch_used || !stage.last_error || !stage.destroy)
    return "create, launch_used, last_error and destroy must be given";
  if (!stage.entries) return "entries must be given";
  if (const std::string why = problem->defect(stage); !why.empty()) return why;
  if (stage.knobs < 0 || stage.knobs > LADDER_MOST_KNOBS || (stage.knobs > 0 && !stage.knob))
    return fmt::format("it declares {} knobs, but 0 to {} are possible", stage.knobs,
                       LADDER_MOST_KNOBS);
  return "";
}

// A table whose texts can be shown.
struct Cleaned {
  explicit Cleaned(const ladder_stage &foreign) : stage(foreign) {
    for (const char **name : {&stage.problem, &stage.parent}) clean(*name, clean_name);
    clean(stage.name, name_of_plugin);
    for (const char **text : {&stage.change, &stage.expectation}) clean(*text, clean_text);
    for (int k = 0; k < stage.knobs; ++k) {
      knobs[k] = foreign.knob[k];
      clean(knobs[k].name, clean_name);
      clean(knobs[k].unit, clean_text);
    }
    stage.knob = knobs;
  }
  Cleaned(const Cleaned &) = delete;
  void clean(const char *&text, std::string (*made_clean)(std::string_view)) {
    if (text) text = texts.emplace_back(made_clean(text)).c_str();
  }

  std::deque<std::string> texts;
  ladder_knob knobs[LADDER_MOST_KNOBS] = {};
  ladder_stage stage;
};

std::deque<Cleaned> cleaned;  // entries point to them until the program ends

// A function of the C library that the plug-in exports in its place; empty: none. What is loaded
// after it could call that one: a clock, a comparison, a write.
std::string name_in_place_of_ours(void *library, const void *own) {
  Dl_info plugin{}, found{};
  if (!dladdr(own, &plugin)) return "";
  for (const char *name : {"clock_gettime", "gettimeofday", "clock", "time", "times", "memcmp",
                           "read", "write", "send", "recv", "dlopen", "dlsym", "exit", "_exit"}) {
    const void *at = dlsym(library, name);
    if (at && dladdr(at, &found) && found.dli_fbase == plugin.dli_fbase) return name;
  }
  return "";
}

}  // namespace

std::string name_of_plugin(std::string_view text) {
  std::string name = clean_name(text);
  const auto is_built_in = [&](const StageEntry &one) { return one.name() == name; };
  return std::ranges::any_of(stages_of_build(), is_built_in) ? "plugin-" + name : name;
}

StageEntry load_plugin(const std::string &path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) throw FileError(fmt::format("plug-in '{}' does not exist", path));
  if (!fs::is_regular_file(path, ignored))
    throw FileError(fmt::format("plug-in '{}' is not a file", path));
  // dlopen searches the system's folders for a name without a slash.
  const std::string full = fs::absolute(path).string();
  const FloatingPoint floating_point;  // libraries of -ffast-math change it when they are loaded
  void *library = dlopen(full.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::string why = dlerror();
    if (const auto at = why.find(full + ": "); at == 0) why = why.substr(full.size() + 2);
    throw FileError(fmt::format("plug-in '{}' cannot be loaded: {}", path, why));
  }
  const auto *stage = static_cast<const ladder_stage *>(dlsym(library, "ladder_plugin_stage"));
  // A library of this build whose directives are for a GPU: its loops on the host.
  if (!stage) stage = static_cast<const ladder_stage *>(dlsym(library, "ladder_on_host"));
  if (!stage)
    throw FileError(
        fmt::format("plug-in '{}' does not export 'ladder_plugin_stage': define it with "
                    "LADDER_STAGE of stage.h",
                    path));
  if (const std::string why = defect(*stage); !why.empty())
    throw FileError(fmt::format("plug-in '{}' is refused: {}", path, why));
  ladder_stage &clean = cleaned.emplace_back(*stage).stage;
  const auto *counts =
      static_cast<const ladder_counts *>(dlsym(library, "ladder_plugin_stage_counts"));
  StageEntry entry{&clean, clean_text(fs::path(path).filename().string()),
                   "",     hash_of_file(path),
                   true,   path,
                   "",     counts};
  entry.finding = reinterpret_cast<const char *(*)()>(dlsym(library, "ladder_emulation_finding"));
  if (!dlsym(library, "ladder_count_launch") && !dlsym(library, "ladder_accesses_are_seen"))
    entry.from_kernels = reinterpret_cast<std::size_t (*)(const void *, const void *, std::size_t)>(
        dlsym(library, "ladder_emulation_from_kernels"));
  entry.emulated = entry.finding != nullptr;
  if (entry.emulated) clean.page_locked = 0;  // there is no device to lock them for
  if (const std::string name = name_in_place_of_ours(library, stage); !name.empty())
    entry.meddles = fmt::format(
        "it exports '{}', a function of the C library: make a function of its own of that name "
        "static, or rename it",
        name);
  if (dlsym(library, "ladder_accesses_are_seen")) entry.raced = path;
  return entry;
}

}  // namespace ladder
