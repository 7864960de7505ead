// What the scheme does to plane waves: their phase velocity on the grid.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "harness/problems/wave/wave_case.h"

namespace ladder {

// Of waves of a range of wavelengths, over the case's slowest and fastest velocity and the
// directions along the axes and the diagonals.
struct Dispersion {
  double low_hz = 0, high_hz = 0;   // of these waves
  double cells_per_wavelength = 0;  // of the shortest, along the axis with the largest spacing
  double slow = 0, fast = 0;        // the least and the largest error, as a fraction
  double of_space = 0;              // the worst of the operator alone, without the time step
  // The larger of the two, with its sign: negative is too slow.
  double worst() const { return -slow > fast ? slow : fast; }
};

// A plane wave exp(i (k x - w t)) put into p(n+1) = 2 p(n) - p(n-1) + (v dt)^2 L p(n) gives
//   4 sin^2(w dt / 2) = -(v dt)^2 S(k),   S(k) the sum over the axes of the transform of the taps,
// hence the phase velocity w / k (Alford, Kelly and Boore, 1974, for second and fourth order). Its
// relative error, for |k| [radians per metre] in the direction (z, x, y) of length 1. dt = 0: of
// space alone.
struct Direction {
  double z = 0, x = 0, y = 0;
};
double phase_velocity_error(const WaveCase &, double velocity, double dt, double k,
                            const Direction &);

// Along the axes that the case has, and along all diagonals between them.
std::vector<Direction> directions(const WaveCase &);

// The largest spacing of the axes that the case has. [m]
double coarsest_spacing(const WaveCase &);

// Of the waves of the case's own band. What is shorter than two cells is no wave on the grid and
// left out.
Dispersion dispersion(const WaveCase &);
// Of wavenumbers [radians per metre] that are the same at all velocities.
Dispersion dispersion_of_wavenumbers(const WaveCase &, double low, double high);

// Shorter windowed operators are poor for every alpha and beta.
inline constexpr int least_windowed_half_length = 4;
// Above this a command warns.
inline constexpr double much_dispersion = 0.005;
// The warning with what to do, or nothing.
std::string dispersion_warning(const WaveCase &, const Dispersion &);

// The derivation is in harness/bench/verify/ROUNDING.md. It depends on the case and on the
// largest |p| anywhere in the grid at each step so far, not on the values in one place.
std::function<double(const Peaks &)> rounding_of_wave(const WaveCase &);

// A case of the wave in words, a line each.

// Its size, and its operator's limit.
std::vector<std::string> words_of_grid(const WaveCase &);
// What its operator does to these waves, and a warning where that is much; none where there are no
// waves.
std::vector<std::string> words_of_waves(const WaveCase &, const Dispersion &);

// "windowed operator of half-length 8 (alpha 0.5, beta 6)".
std::string operator_text(const WaveCase &);
// "1.6 to 17.7 Hz, at least 4.2 cells a wavelength: phase velocity off by up to +0.21 %".
std::string waves_text(const Dispersion &);

// [cells] above the first row. All rows above it are zero: for an operator of half-length 1 that is
// a zero in the row above; a longer one has as many such rows as its half-length, and its waves are
// reflected as if the zero were nearer: of long waves at p(z) = z + place, the solution of L p = 0
// that grows evenly with depth. Waves of four cells have it within 0.02 cells of there.
double free_surface_place(int half_length, const std::vector<float> &taps);

// Of the case's top; 0 where it has none: the top absorbs, or there is no depth.
double free_surface_place(const WaveCase &);

}  // namespace ladder
