// Where the columns of a model lie that are traces of a file.
#pragma once
#include <vector>

#include "harness/formats/traces.h"

namespace ladder {

struct ColumnsOfTraces {
  std::vector<double> x, y;  // [m] of the columns of a line, and of the lines
  int byte = 0;              // of the trace header where the places are; 0: they are nowhere
};

// Brings the traces into the order of their places, x fastest. Traces without places stay in the
// order of the file, and so do those whose places form neither a line nor a grid, which a note
// says. Throws FileError where two are at one place.
ColumnsOfTraces place_columns(Traces &);

}  // namespace ladder
