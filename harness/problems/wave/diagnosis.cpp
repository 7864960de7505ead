#include "harness/problems/wave/diagnosis.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace ladder {
namespace {

// The share of the cells for which `expected(i)` is what the stage wrote, within the bound of cell
// i. Cells where it gives nothing to compare with (NaN) do not count.
double share(const GuardedBuffer<float> &lap, const Reference &truth,
             const std::function<double(std::size_t)> &expected) {
  std::size_t matched = 0, counted = 0;
  for (std::size_t i = 0; i < lap.size(); ++i) {
    const double value = expected(i);
    if (std::isnan(value)) continue;
    ++counted;
    matched += std::abs(double(lap[i]) - value) <= 2 * truth.bound[i];
  }
  return counted ? double(matched) / double(counted) : 0;
}

// The Laplacian of a stage that takes x for the fastest axis in what it reads and writes.
Reference transposed(const WaveCase &problem, const float *p) {
  WaveCase other = problem;
  std::swap(other.nz, other.nx);
  std::swap(other.dz, other.dx);
  std::swap(other.taps_z, other.taps_x);
  return reference(other, p);
}

}  // namespace

std::string diagnose(const WaveCase &problem, const float *p, const GuardedBuffer<float> &lap,
                     const Reference &truth) {
  const std::size_t cells = lap.size();
  const auto nz = static_cast<std::size_t>(problem.nz), nx = static_cast<std::size_t>(problem.nx);
  const auto cell = [&](std::size_t i) {
    return fmt::format("(z {}, x {}, y {})", i % nz, i / nz % nx, i / nz / nx);
  };
  std::size_t unwritten = 0, first_unwritten = 0, not_finite = 0, first_bad = 0, wrong = 0,
              first_wrong = 0;
  bool border_only = true;
  for (std::size_t i = cells; i-- > 0;) {
    if (lap.still_poisoned(i)) {
      ++unwritten;
      first_unwritten = i;
    } else if (!finite(lap[i])) {
      ++not_finite;
      first_bad = i;
    } else if (std::abs(double(lap[i]) - truth.lap[i]) <= truth.bound[i]) {
      continue;
    }
    ++wrong;
    first_wrong = i;
    border_only = border_only && problem.region_of(static_cast<std::int64_t>(i)) == 1;
  }
  if (unwritten == cells) return "it wrote nothing";
  if (unwritten)
    return fmt::format("{} of {} cells were not written, first {}", unwritten, cells,
                       cell(first_unwritten));
  if (not_finite)
    return fmt::format("{} cells are not finite, first {}", not_finite, cell(first_bad));

  const double most = 0.9;
  if (cells > 1 && nz != nx && nz > 1 && nx > 1) {
    const Reference other = transposed(problem, p);
    if (share(lap, other, [&](std::size_t i) { return other.lap[i]; }) >= most)
      return "the array is transposed: the stage treats x as the fastest axis, but z is";
    const std::size_t plane = nz * nx;
    if (share(lap, truth, [&](std::size_t i) {
          const std::size_t in = i % plane;
          return truth.lap[i - in + (in % nx) * nz + in / nx];
        }) >= most)
      return "the result is written transposed: z is the fastest axis";
  }
  if (share(lap, truth, [&](std::size_t i) { return -truth.lap[i]; }) >= most)
    return "the sign is wrong everywhere";
  const std::pair<const char *, std::size_t> strides[] = {{"z", 1}, {"x", nz}, {"y", nz * nx}};
  for (const auto &[axis, stride] : strides) {
    if (cells <= stride) continue;
    if (share(lap, truth,
              [&](std::size_t i) { return i >= stride ? truth.lap[i - stride] : NAN; }) >= most)
      return fmt::format("the result is shifted by one cell to larger {}", axis);
    if (share(lap, truth, [&](std::size_t i) {
          return i + stride < cells ? truth.lap[i + stride] : NAN;
        }) >= most)
      return fmt::format("the result is shifted by one cell to smaller {}", axis);
  }
  const std::string size = fmt::format(
      "{} of {} cells are wrong, first {}: {:.7g} instead of {:.7g}, off by more than {:.2g}",
      wrong, cells, cell(first_wrong), lap[first_wrong], truth.lap[first_wrong],
      truth.bound[first_wrong]);
  if (border_only && wrong < cells)
    return size + "; all of them within the half-length of a border: check the halo";
  return size;
}

}  // namespace ladder
