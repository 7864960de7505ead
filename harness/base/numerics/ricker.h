// The Ricker wavelet of a source, or its integral over time, as the document on migration takes it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

class Section;

struct Ricker {
  double peak = 0;   // [Hz]
  double delay = 0;  // [s] of the wavelet's peak, where its integral is zero
  bool integral = false;

  std::vector<float> samples(std::int32_t count, double dt) const;
  double largest_at() const;      // [s]
  double energy(double t) const;  // the square of its value, not scaled
  std::string words() const;
};

// Of "ricker:HZ" or "ricker:HZ,DELAY", ":integral" behind it; none of what is neither. Without a
// delay it is 1.2 / HZ.
std::optional<Ricker> ricker_asked(const std::string &text);
// The key `signal` of a case, "ricker" or "integral". Throws FileError: another word.
bool takes_integral(Section &);

}  // namespace ladder
