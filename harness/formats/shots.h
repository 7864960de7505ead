// The shots of a file of traces.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/formats/traces.h"

namespace ladder {

struct ShotTraces {
  int number = 0;
  Position source;
  std::vector<std::size_t> traces;  // their numbers in the file, ascending
};

// Shots differ in their field record or in their source's place. They are numbered by field record
// where that is stated them apart, else from 1; in the order of their first traces.
std::vector<ShotTraces> shots_in(const std::vector<TraceHeader> &);

// The numbers of the traces of one shot: of the one that is wanted, or of the only one. Throws
// FileError with the list of the shots: several and none is wanted, or not the wanted one.
std::vector<std::size_t> traces_of_shot(const std::vector<TraceHeader> &, std::optional<int> wanted,
                                        const std::string &path);

}  // namespace ladder
