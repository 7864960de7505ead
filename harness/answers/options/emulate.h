// CUDA stages on a machine without a GPU: harness/emulation/README.md.
#pragma once
#include <string>

#include "harness/base/line/command.h"

namespace ladder {

// Compiles the ladder's CUDA stages, or those that are asked for, for the host, and puts them into
// the registry. A name that ends in .cu is a plug-in's source and becomes the path of what it is
// compiled into. What cannot be emulated is left out with its reason.
void emulate_stages(const std::string &ladder, Names &stages);

}  // namespace ladder
