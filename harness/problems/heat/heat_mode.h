// Modes of the discrete equation along one axis between two sides, each insulated or at zero.
#pragma once
#include <array>
#include <cmath>

namespace ladder {

// A sine from a side at zero, a cosine from an insulated one, whose wall is half a cell beyond its
// outermost cell. Between an insulated and a fixed side half waves are 0.5, 1.5, ...; else whole.
struct HeatMode {
  double phase;   // of all half waves
  double length;  // in cells
  bool cosine;

  double at(int i) const {
    return cosine ? std::cos(phase * (i + 0.5) / length) : std::sin(phase * i / length);
  }
  // Of minus the second difference.
  double eigenvalue() const { return 4 * std::pow(std::sin(phase / (2.0 * length)), 2); }
};

inline HeatMode heat_mode(const std::array<bool, 2> &insulated, int n, double half_waves) {
  return {std::acos(-1.0) * half_waves, n - 1 + 0.5 * (insulated[0] + insulated[1]), insulated[0]};
}

}  // namespace ladder
