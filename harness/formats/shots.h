// One shot out of a file that holds several.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/formats/traces.h"

namespace ladder {

// The numbers of the traces of one shot: of the one that is wanted, or of the only one. Shots differ in
// their field record or in their source's place. They are numbered by field record where that tells them
// apart, else from 1. Throws FileError with the list of the shots: several and none is wanted, or not
// the wanted one.
std::vector<std::size_t> traces_of_shot(const std::vector<TraceHeader> &, std::optional<int> wanted,
                                        const std::string &path);

}  // namespace ladder
