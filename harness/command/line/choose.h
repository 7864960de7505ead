// What the options choose: stages with their launches, and cases.
#pragma once
#include <functional>

#include "harness/command/line/options.h"

namespace ladder {

// Loaded in the child that runs it (`worker`), and everywhere else described by such a child. Throws FileError.
StageEntry plugin_for(const std::string &command, const std::string &path);

// A stage by name, or a plug-in: loaded in the child that runs it (`worker`), and everywhere else described by such a
// child. Throws what find_stage does.
StageEntry stage_for(const std::string &command, const std::string &name,
                     const std::string &ladder);

// Throws UsageError for a knob that none of the chosen stages has, and for a value that no knob takes.
void check_knobs(const Options &);

// The stages of --stage (all when it is empty) with every combination of the knobs that were asked for.
// A knob applies to the stages that have it; one that no chosen stage has is refused. A combination that
// the declarations of a stage rule out is passed to `refused`, or thrown as UsageError without it.
std::vector<Choice> choose(const Options &,
                           const std::function<void(const std::string &)> &refused = {});

// Every combination of --half-length and --nt with the rest of the overrides.
std::vector<CaseOverrides> each_case(const Options &);
// The one case of a command that takes no lists. Throws UsageError.
CaseOverrides one_case(const Options &);

// How points are measured; `overrides` go to children, so that they build the same case.
How how_to_measure(const Options &, const CaseOverrides &overrides);

}  // namespace ladder
