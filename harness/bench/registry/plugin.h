// Loads a stage that somebody else built.
#pragma once
#include <string>
#include <string_view>

#include "harness/bench/registry/registry.h"

namespace ladder {

// Loads it into this process, where its constructors run. For the child that runs it, and for
// commands that neither judge nor time. Throws FileError: not there, not loadable, without the
// symbol, of another ABI version, or with entries missing. The library stays loaded until the
// program ends.
StageEntry load_plugin(const std::string &path);

// What it calls itself, in one word; not as a stage of this build, whose row and children it would
// be taken for.
std::string name_of_plugin(std::string_view);

// The same table as a child process read it: nothing of the plug-in is in this process, and the
// entries of the table fail when they are called. Throws FileError also when that child crashes or
// does not come back.
StageEntry describe_plugin(const std::string &path);

// The side of that child: loads the plug-in and says its table, or why there is none.
void say_table(const std::string &path);

}  // namespace ladder
