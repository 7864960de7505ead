// All stages: those built in, in the order of their files, and plug-ins that were loaded.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/counts.h"
#include "harness/extension.h"
#include "harness/problem.h"
#include "harness/stage.h"
#include "harness/usual_ladder.h"

namespace ladder {

struct StageEntry {
  const ladder_stage *stage = nullptr;
  std::string file;   // relative to the root of the source, or the plug-in's file name
  std::string flags;  // that compiled it
  // Of all that is compiled into it (SHA-256, first 16 digits), or of the plug-in.
  std::string hash;
  bool plugin = false;
  std::string path = "";    // of a plug-in, as it was given; never recorded
  std::string ladder = "";  // its folder; of a plug-in empty: it joins any of its problem
  const ladder_counts *counts = nullptr;        // what it declares for predictions; none: nothing
  const ladder_extension *extension = nullptr;  // entries of its own, where it has any
  // A CUDA stage compiled for the host: it is proven and never timed. `raced` is its second shared
  // object, whose accesses to memory are watched; it runs on tiny cases.
  bool emulated = false;
  std::string raced = "";
  // What its kernels did that they must not, empty: nothing. Only where it is loaded.
  const char *(*finding)() = nullptr;
  // How many words of an array its kernels computed: harness/emulation/runtime/provenance.cpp.
  std::size_t (*from_kernels)(const void *now, const void *before, std::size_t words) = nullptr;
  // Of a plug-in: how it would change what the program calls; empty: it does not. Only where it is
  // loaded.
  std::string meddles = "";
  std::string name() const { return stage->name; }
  // Unique among all ladders; those of the usual one go without it.
  std::string full_name() const { return ladder == usual_ladder ? name() : ladder + "." + name(); }
};

bool has_knob(const ladder_stage &, const std::string &name);

// A stage file that this build left out.
struct UnbuiltStage {
  std::string ladder, name, file;
  std::string why;  // what was missing, and what to do
};

// Of the generated table.
const std::vector<StageEntry> &stages_of_build();
const std::vector<UnbuiltStage> &left_out_of_build();
// The same, with those of the ladder that add_stages added.
const std::vector<StageEntry> &built_in_stages();
const std::vector<UnbuiltStage> &unbuilt_stages();
// Of a ladder that is compiled apart from this program. Called once, before anything else is asked
// for.
void add_stages(const std::vector<StageEntry> &, const std::vector<UnbuiltStage> &);
// In place of those of the same names.
void replace_stages(const std::vector<StageEntry> &, const std::vector<UnbuiltStage> &);
std::string why_no_cuda();                            // of the whole build; empty where it has CUDA
StageEntry describe_plugin(const std::string &path);  // plugin.h
// The ladders of these stages, in alphabetical order.
std::vector<std::string> ladders();
// The stage without a parent that the others of the ladder are measured against. Throws FileError
// where this program has no such ladder.
StageEntry original_of(const std::string &ladder);

// A built-in stage of the ladder by name, or a plug-in by a path that ends in .so. Throws
// UsageError with the nearest names, FileError when the plug-in cannot be loaded or is of another
// ABI version.
StageEntry find_stage(const std::string &name_or_path, const std::string &ladder,
                      StageEntry (*plugin)(const std::string &path) = describe_plugin);
// A stage by name among those that are built; one that was left out is refused with its reason.
StageEntry find_among(const std::vector<StageEntry> &built,
                      const std::vector<UnbuiltStage> &left_out, const std::string &ladder,
                      const std::string &name);

// The ladder of an adopted routine: its stages are shared objects that scripts/build_ladder.py
// compiled and described.

struct AdoptedLadder {
  // Its stages' ladder; the folder's, unless this build has a ladder of that name.
  std::string name;
  std::filesystem::path folder;  // that `ladder adopt` made
  Json described;                // what scripts/adopting/manifest.py gives
};

// The file that is its case: FOLDER/ladder.toml.
inline constexpr const char *adopted_file = "ladder.toml";

// Adds its stages to those of this build. Throws FileError where the description is not usable.
const AdoptedLadder &add_adopted(const Json &described);
// The problem whose cases are recorded calls. Throws Error where this build has none.
const Problem &adopted_problem();
bool is_adopted(const ladder_stage &);
// NULL where none was added.
const AdoptedLadder *adopted_ladder();

}  // namespace ladder
