// A slab of a volume along y on one device: a case of its own with the M planes that it needs of
// its neighbours, its halos. No maths here, and no idea of a stage.
#pragma once
#include "cuda_stages/shared/part_of_wave.cuh"
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/wave3d/slots.cuh"

namespace {

// The planes that a slab computes, counted in the whole case and in its own memory, and its halos.
struct SlabPlanes {
  int begin, end;                      // of the whole case
  int below, above;                    // planes of the halos; 0 at the ends of the volume
  int first() const { return below; }  // the own planes in the slab's memory: [first, last)
  int last() const { return below + end - begin; }
  int all() const { return last() + above; }
  int shift() const { return begin - below; }  // the plane of the case that is the slab's first
};
inline SlabPlanes slab_planes(const ladder_wave &c, int part, int parts) {
  const int begin = int(std::int64_t{c.ny} * part / parts),
            end = int(std::int64_t{c.ny} * (part + 1) / parts);
  return {begin, end, part > 0 ? c.half_length : 0, part < parts - 1 ? c.half_length : 0};
}

inline Stripe stripe_of(const SlabPlanes &planes) {
  return {&ladder_cell::y, planes.begin, planes.end};
}

// The case of a slab. `v2dt2` is that of the slab's own planes and its halos.
class SlabCase : public PartOfWave {
 public:
  SlabCase(const ladder_wave &c, const SlabPlanes &planes, const float *v2dt2)
      : PartOfWave(c, stripe_of(planes), planes.shift()) {
    view_.ny = planes.all();
    view_.v2dt2 = v2dt2;
    view_.sponge_y += planes.shift();
  }
};

// What a slab has on its device. Arrays of the host begin with its first plane.
class Slab {
 public:
  Slab(const ladder_wave &c, const SlabPlanes &planes, const float *v2dt2, const Slots &slots,
       int device)
      : device(device), planes(planes), on_(device), part_(c, planes, v2dt2),
        run(part_.view(), Grid(part_.view(), false), dim3(slots.z, slots.x, planes.all())),
        maps{maps_of(run, slots, 0), maps_of(run, slots, 1)} {
    on_.reset();
  }
  ~Slab() { (void)cudaSetDevice(device); }  // what it has is freed there

  // With halos.
  void upload(const float *now, const float *before, int step) {
    const OnDevice on(device);
    run.upload(now, before, step);
  }
  // The own planes, and the samples of the own receivers, which are returned:
  // [end_of_samples][receivers].
  std::vector<float> download(float *now, float *before) {
    const OnDevice on(device);
    std::vector<float> samples(std::size_t(run.end_of_samples()) * part_.view().receivers + 1);
    run.download_planes(planes.first(), planes.end - planes.begin, now, before, samples.data());
    return samples;
  }

  const int device;
  const SlabPlanes planes;

 private:
  HeldDevice on_;
  const SlabCase part_;

 public:
  Run run;
  const Maps maps[2];  // for a step from either field
  const Stream stream;
  Event done[2];  // the step of this parity, of what runs in the stream
};

// A volume in slabs along y, one a device: the way of a volume there and back.

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
