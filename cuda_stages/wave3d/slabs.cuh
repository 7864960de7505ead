// A volume in slabs along y, one a device: each is a case of its own with the M planes that it needs of its neighbours, its
// halos. The way of a volume there and back. No maths here, and no idea of a stage.
#pragma once
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
};
inline SlabPlanes slab_planes(const ladder_wave &c, int part, int parts) {
  const int begin = int(std::int64_t{c.ny} * part / parts),
            end = int(std::int64_t{c.ny} * (part + 1) / parts);
  return {begin, end, part > 0 ? c.half_length : 0, part < parts - 1 ? c.half_length : 0};
}

// The case of a slab: what it has of sources and receivers is copied, the rest points into the whole case.
class SlabCase {
 public:
  SlabCase(const ladder_wave &c, const SlabPlanes &planes) : view_(c) {
    const int shift = planes.begin - planes.below;
    view_.ny = planes.all();
    view_.v2dt2 += std::int64_t{c.nz} * c.nx * shift;
    view_.sponge_y += shift;
    const auto is_own = [&](const ladder_cell &at) {
      return at.y >= planes.begin && at.y < planes.end;
    };
    for (int i = 0; i < c.sources; ++i)
      if (ladder_cell at = c.source_cells[i]; is_own(at)) {
        at.y -= shift;
        sources_.push_back(at);
        const float *const wavelet = c.wavelets + std::size_t{1} * i * c.steps;
        wavelets_.insert(wavelets_.end(), wavelet, wavelet + c.steps);
      }
    for (int i = 0; i < c.receivers; ++i)
      if (ladder_cell at = c.receiver_cells[i]; is_own(at)) {
        at.y -= shift;
        receivers_.push_back(at);
        receiver_numbers.push_back(i);
      }
    view_.sources = int(sources_.size()), view_.source_cells = sources_.data();
    view_.wavelets = wavelets_.data();
    view_.receivers = int(receivers_.size()), view_.receiver_cells = receivers_.data();
  }
  SlabCase(const SlabCase &) = delete;
  const ladder_wave &view() const { return view_; }
  std::vector<int> receiver_numbers;  // in the whole case

 private:
  ladder_wave view_;
  std::vector<ladder_cell> sources_, receivers_;
  std::vector<float> wavelets_;
};

// What a slab has on its device.
class Slab {
 public:
  Slab(const ladder_wave &c, const Slots &slots, int part, int parts)
      : device(device_of(part)), planes(slab_planes(c, part, parts)), on_(device), part_(c, planes),
        run(part_.view(), Grid(part_.view(), false), dim3(slots.z, slots.x, planes.all())),
        maps{maps_of(run, slots, 0), maps_of(run, slots, 1)} {
    on_.reset();
  }
  ~Slab() { (void)cudaSetDevice(device); }  // what it has is freed there

  void download(float *now, float *before, float *traces, const ladder_wave &c) {
    const OnDevice on(device);
    const std::size_t at = std::size_t(planes.begin) * c.nz * c.nx;
    const auto &numbers = part_.receiver_numbers;
    std::vector<float> own(std::size_t(run.end_of_samples()) * numbers.size() + 1);
    run.download_planes(planes.first(), planes.end - planes.begin, now + at, before + at,
                        own.data());
    for (std::size_t n = run.first_sample(); n < std::size_t(run.end_of_samples()); ++n)
      for (std::size_t i = 0; i < numbers.size(); ++i)
        traces[n * c.receivers + numbers[i]] = own[n * numbers.size() + i];
  }
  void upload(const float *now, const float *before, int step, const ladder_wave &c) {
    const OnDevice on(device);
    const std::size_t at = std::size_t(planes.begin - planes.below) * c.nz * c.nx;
    run.upload(now + at, before + at, step);
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

class Slabs : public Parts<Slab> {
 public:
  // `least` planes of a part.
  Slabs(const ladder_wave &c, const Slots &slots, int devices, int least) : case_(c) {
    const int parts = choose_parts(devices, c.ny, least);
    for (int part = 0; part < parts; ++part)
      parts_.push_back(std::make_unique<Slab>(c, slots, part, parts));
  }
  void upload(const float *now, const float *before, int step) {
    for (const auto &slab : parts_) slab->upload(now, before, step, case_);
  }
  void download(float *now, float *before, float *traces) {
    for (const auto &slab : parts_) slab->download(now, before, traces, case_);
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

 private:
  const ladder_wave &case_;
};

}  // namespace
