// A slab of a volume along y on one device: a case of its own with the M planes that it needs of its neighbours, its halos.
// No maths here, and no idea of a stage.
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
  int shift() const { return begin - below; }  // the plane of the case that is the slab's first
};
inline SlabPlanes slab_planes(const ladder_wave &c, int part, int parts) {
  const int begin = int(std::int64_t{c.ny} * part / parts),
            end = int(std::int64_t{c.ny} * (part + 1) / parts);
  return {begin, end, part > 0 ? c.half_length : 0, part < parts - 1 ? c.half_length : 0};
}

// Which of the case's receivers are in the slab's own planes.
inline std::vector<int> receivers_of_slab(const ladder_wave &c, const SlabPlanes &planes) {
  std::vector<int> numbers;
  for (int i = 0; i < c.receivers; ++i)
    if (c.receiver_cells[i].y >= planes.begin && c.receiver_cells[i].y < planes.end)
      numbers.push_back(i);
  return numbers;
}

// Samples [first, end) of some receivers, [end][numbers], into those of the whole case.
inline void spread_samples(const float *own, const std::vector<int> &numbers, int first, int end,
                           const ladder_wave &c, float *traces) {
  for (std::size_t n = first; n < std::size_t(end); ++n)
    for (std::size_t i = 0; i < numbers.size(); ++i)
      traces[n * c.receivers + numbers[i]] = own[n * numbers.size() + i];
}

// The case of a slab: what it has of sources and receivers is copied, the rest points into the whole case. `v2dt2` is that
// of the slab's own planes and its halos.
class SlabCase {
 public:
  SlabCase(const ladder_wave &c, const SlabPlanes &planes, const float *v2dt2) : view_(c) {
    const int shift = planes.shift();
    view_.ny = planes.all();
    view_.v2dt2 = v2dt2;
    view_.sponge_y += shift;
    for (int i = 0; i < c.sources; ++i)
      if (ladder_cell at = c.source_cells[i]; at.y >= planes.begin && at.y < planes.end) {
        at.y -= shift;
        sources_.push_back(at);
        const float *const wavelet = c.wavelets + std::size_t{1} * i * c.steps;
        wavelets_.insert(wavelets_.end(), wavelet, wavelet + c.steps);
      }
    for (const int i : receivers_of_slab(c, planes)) {
      receivers_.push_back(c.receiver_cells[i]);
      receivers_.back().y -= shift;
    }
    view_.sources = int(sources_.size()), view_.source_cells = sources_.data();
    view_.wavelets = wavelets_.data();
    view_.receivers = int(receivers_.size()), view_.receiver_cells = receivers_.data();
  }
  SlabCase(const SlabCase &) = delete;
  const ladder_wave &view() const { return view_; }

 private:
  ladder_wave view_;
  std::vector<ladder_cell> sources_, receivers_;
  std::vector<float> wavelets_;
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
  // The own planes, and the samples of the own receivers, which are returned: [end_of_samples][receivers].
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

}  // namespace
