#include "harness/base/statistics/interval.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "harness/base/statistics/binomial.h"
#include "harness/base/statistics/median.h"

namespace ladder {
namespace {

constexpr int resamples = 4000;

class Random {  // splitmix64, the same everywhere
 public:
  std::size_t below(std::size_t count) {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return static_cast<std::size_t>((static_cast<unsigned __int128>(z) * count) >> 64);
  }

 private:
  std::uint64_t state_ = 1;
};

double resampled_median(const std::vector<double> &samples, std::vector<double> &room,
                        Random &random) {
  for (double &value : room) value = samples[random.below(samples.size())];
  return median(room);
}

// A value that the median of a resample may have, and how probable that is.
struct Weighted {
  double value, probability;
};

// The values that leave (1 - confidence) / 2 on either side.
Interval percentiles(std::vector<Weighted> &values, double confidence) {
  std::sort(values.begin(), values.end(),
            [](const Weighted &a, const Weighted &b) { return a.value < b.value; });
  const double tail = 0.5 * (1 - confidence);
  Interval interval{values.front().value, values.back().value};
  double below = 0, above = 0;
  for (auto one = values.begin(); one != values.end(); ++one) {
    interval.low = one->value;
    if ((below += one->probability) > tail) break;
  }
  for (auto one = values.rbegin(); one != values.rend(); ++one) {
    interval.high = one->value;
    if ((above += one->probability) > tail) break;
  }
  return interval;
}

// The distribution of the median of n draws from n sorted values. An even n has two middle draws:
// the i-th value is the lower and the j-th > i the upper when exactly half of the draws end at i
// and the other half begins at j; what is left of the lower one's probability falls on the upper
// being the same.
std::vector<Weighted> medians_of_resamples(std::vector<double> sorted) {
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size(), middle = (n + 1) / 2;
  std::vector<Weighted> medians;
  const double halves = std::lgamma(double(n) + 1) - 2 * std::lgamma(double(middle) + 1);
  const auto half_at = [&](std::size_t place) {  // log of P(half of the draws within, touching it)
    const double k = double(middle), m = double(n);
    return std::log(std::pow(double(place) / m, k) - std::pow(double(place - 1) / m, k));
  };
  std::vector<double> half(n + 1);
  for (std::size_t place = 1; place <= n; ++place) half[place] = half_at(place);
  for (std::size_t i = 1; i <= n; ++i) {
    double left = at_least(middle, i, n) - at_least(middle, i - 1, n);
    for (std::size_t j = i + 1; n % 2 == 0 && j <= n; ++j) {
      const double both = std::exp(halves + half[i] + half[n - j + 1]);
      medians.push_back({0.5 * (sorted[i - 1] + sorted[j - 1]), both});
      left -= both;
    }
    medians.push_back({sorted[i - 1], left});
  }
  return medians;
}

bool enough(const std::vector<double> &samples) { return samples.size() >= fewest_samples; }

}  // namespace

std::optional<Interval> median_interval(const std::vector<double> &samples, double confidence) {
  if (!enough(samples)) return std::nullopt;
  auto medians = medians_of_resamples(samples);
  return percentiles(medians, confidence);
}

std::optional<Interval> difference_interval(const std::vector<double> &a,
                                            const std::vector<double> &b, double confidence) {
  if (!enough(a) || !enough(b)) return std::nullopt;
  Random random;
  std::vector<double> room_a(a.size()), room_b(b.size());
  std::vector<Weighted> differences;
  for (int i = 0; i < resamples; ++i)
    differences.push_back(
        {resampled_median(b, room_b, random) - resampled_median(a, room_a, random),
         1.0 / resamples});
  return percentiles(differences, confidence);
}

}  // namespace ladder
