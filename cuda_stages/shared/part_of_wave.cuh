// A part of a wave's case between two places along an axis: a case of its own, with the sources and
// receivers that are in it. No maths here, and no idea of a stage.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/problems/wave/wave.h"

namespace {

using CellAxis = std::int32_t ladder_cell::*;  // &ladder_cell::x or &ladder_cell::y

// The places [begin, end) along an axis.
struct Stripe {
  CellAxis axis;
  int begin, end;
  bool has(const ladder_cell &cell) const { return cell.*axis >= begin && cell.*axis < end; }
};

inline std::vector<int> receivers_within(const ladder_wave &c, const Stripe &stripe) {
  std::vector<int> numbers;
  for (int i = 0; i < c.receivers; ++i)
    if (stripe.has(c.receiver_cells[i])) numbers.push_back(i);
  return numbers;
}

// Samples [first, end) of some receivers, [end][numbers], into those of the whole case.
inline void spread_samples(const float *own, const std::vector<int> &numbers, int first, int end,
                           const ladder_wave &c, float *traces) {
  for (std::size_t n = first; n < std::size_t(end); ++n)
    for (std::size_t i = 0; i < numbers.size(); ++i)
      traces[n * c.receivers + numbers[i]] = own[n * numbers.size() + i];
}

// What the part has of sources and receivers is copied; the rest points into the whole case. The
// class that derives from this moves it to where the part's memory begins, `shift` along the axis.
class PartOfWave {
 public:
  PartOfWave(const ladder_wave &c, const Stripe &stripe, int shift) : view_(c) {
    for (int i = 0; i < c.sources; ++i)
      if (ladder_cell at = c.source_cells[i]; stripe.has(at)) {
        at.*stripe.axis -= shift;
        sources_.push_back(at);
        const float *const wavelet = c.wavelets + std::size_t{1} * i * c.steps;
        wavelets_.insert(wavelets_.end(), wavelet, wavelet + c.steps);
      }
    for (const int i : receivers_within(c, stripe)) {
      receivers_.push_back(c.receiver_cells[i]);
      receivers_.back().*stripe.axis -= shift;
    }
    view_.sources = int(sources_.size()), view_.source_cells = sources_.data();
    view_.wavelets = wavelets_.data();
    view_.receivers = int(receivers_.size()), view_.receiver_cells = receivers_.data();
  }
  PartOfWave(const PartOfWave &) = delete;
  const ladder_wave &view() const { return view_; }

 protected:
  ladder_wave view_;

 private:
  std::vector<ladder_cell> sources_, receivers_;
  std::vector<float> wavelets_;
};

}  // namespace
