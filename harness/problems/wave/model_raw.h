// The unit of a model's velocities.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/velocity_unit.h"
#include "harness/problems/wave/model.h"

namespace ladder {

// [m/s] outside is no rock and no sea
inline constexpr float least_velocity = 100, most_velocity = 12000;

// As it is asked for, as the file states it, or as its values make likely, which is noted. Throws
// FileError where several are.
VelocityUnit unit_of(const ModelRequest &, const std::string &stated, const std::vector<float> &,
                     std::vector<std::string> &notes);

// Velocities whose bytes are in another order than the file or the command line says.

// What to do, where all values are velocities with their bytes swapped; empty where they are not.
// "'vp.rsf': ..." of the file at `path`.
std::string advice_on_byte_order(const std::string &path, const std::vector<float> &values);

}  // namespace ladder
