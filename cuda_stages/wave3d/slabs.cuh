// A volume in slabs along y, one a device: the way of a volume there and back. No maths here, and
// no idea of a stage.
#pragma once
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/wave3d/slab.cuh"

namespace {

class Slabs : public Parts<Slab> {
 public:
  // `least` planes of a part.
  Slabs(const ladder_wave &c, const Slots &slots, const std::int32_t *devices, int least)
      : case_(c) {
    const int parts = choose_parts(devices[0], c.ny, least);
    for (int part = 0; part < parts; ++part) {
      const SlabPlanes planes = slab_planes(c, part, parts);
      parts_.push_back(std::make_unique<Slab>(c, planes, c.v2dt2 + first_of(planes.shift()), slots,
                                              device_of(part)));
    }
  }
  void upload(const float *now, const float *before, int step) {
    for (const auto &slab : parts_) {
      const std::size_t at = first_of(slab->planes.shift());
      slab->upload(now + at, before + at, step);
    }
  }
  void download(float *now, float *before, float *traces) {
    for (const auto &slab : parts_) {
      const std::size_t at = first_of(slab->planes.begin);
      const std::vector<float> samples = slab->download(now + at, before + at);
      spread_samples(samples.data(), receivers_within(case_, stripe_of(slab->planes)),
                     slab->run.first_sample(), slab->run.end_of_samples(), case_, traces);
    }
  }
  // start(part, n) starts step n of a part; then join(n) starts what all parts do together.
  template <typename Start, typename Join>
  void advance(int count, Start start, Join join) {
    parts_[0]->run.must_have_left(count);
    take_steps(count, start, join, [](Slab &slab) { slab.run.took_steps(1); });
  }
  template <typename Start>
  void advance(int count, Start start) {
    advance(count, start, [](std::int64_t) {});
  }

  std::vector<int> devices() const {
    std::vector<int> all;
    for (int part = 0; part < std::min(count(), device_count()); ++part)
      all.push_back(device_of(part));
    return all;
  }
  std::array<std::int32_t, 2> used() const { return {count()}; }

 private:
  std::size_t first_of(int plane) const { return std::size_t{1} * case_.nz * case_.nx * plane; }

  const ladder_wave &case_;
};

}  // namespace
