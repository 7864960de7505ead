// The frequencies that a signal holds.
#pragma once
#include <cstddef>

namespace ladder {

// From the lowest to the highest frequency at which the amplitude of the spectrum is at least a
// tenth of its largest. [Hz]; 0 to 0: not known.
struct Band {
  double low = 0, high = 0;
};

// Of a Ricker wavelet, whose amplitude spectrum goes as f^2 exp(-f^2 / peak^2), or of its integral
// over time.
Band band_of_ricker(double peak_hz, bool integral = false);

// Of `signals` signals of `samples` values each, one after the other, by their mean power spectrum.
// A jump at the first or the last value counts: before and behind it the signal is zero.
Band band_of(const float *values, std::size_t samples, std::size_t signals, double dt);

}  // namespace ladder
