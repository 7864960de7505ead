// Velocities whose bytes are in another order than the file or the command line says.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// What to do, where all values are velocities with their bytes swapped; empty where they are not.
// "'vp.rsf': ..." of the file at `path`.
std::string advice_on_byte_order(const std::string &path, const std::vector<float> &values);

}  // namespace ladder
