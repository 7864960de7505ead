// A plane in parts along x, one a device: each is a run of its own, whose frame holds the
// neighbour's columns where another part is. No maths here, and no idea of a stage.
#pragma once
#include "cuda_stages/shared/part_of_wave.cuh"
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave/stepped_run.cuh"

namespace {

class ColumnsCase : public PartOfWave {
 public:
  ColumnsCase(const ladder_wave &c, int begin, int end)
      : PartOfWave(c, {&ladder_cell::x, begin, end}, begin) {
    view_.nx = end - begin;
    view_.v2dt2 += std::size_t{1} * c.nz * begin;
    view_.sponge_x += begin;
  }
};

// Columns [begin, end) of the case on a device.
class Columns {
 public:
  Columns(const ladder_wave &c, int begin, int end, dim3 tile, int device)
      : device(device), whole_(c), stripe_{&ladder_cell::x, begin, end}, on_(device),
        part_(c, begin, end), run(part_.view(), aligned(part_.view()), tile), first_step(1) {
    on_.reset();
  }
  ~Columns() { (void)cudaSetDevice(device); }  // what it has is freed there

  // Of the arrays of the whole case, its own columns and those of p(n) next to them.
  void upload(const float *now, const float *before, int step) {
    const OnDevice on(device);
    const Padded &g = run.grid;
    run.upload(now + place_of(stripe_.begin), before + place_of(stripe_.begin), step);
    for (const int x : {stripe_.begin - g.m, stripe_.end})
      if (x >= 0 && x < whole_.nx)
        CHECK(cudaMemcpy2D(run.now + g.first + std::int64_t{x - stripe_.begin} * g.pz,
                           g.pz * sizeof(float), now + place_of(x), g.nz * sizeof(float),
                           g.nz * sizeof(float), g.m, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(first_step, &step, sizeof step, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());  // so few bytes may still be under way
  }
  void download(float *now, float *before, float *traces) {
    const OnDevice on(device);
    const int end = run.step + 1;
    std::vector<float> samples(std::size_t{1} * end * run.receivers + 1);
    run.download(now + place_of(stripe_.begin), before + place_of(stripe_.begin), samples.data());
    spread_samples(samples.data(), receivers_within(whole_, stripe_), run.uploaded, end, whole_,
                   traces);
  }
  // p(n), or the field that p(n+1) takes the place of.
  float *field(bool other) const { return other ? run.before : run.now; }

  const int device;

 private:
  std::size_t place_of(int x) const { return std::size_t{1} * whole_.nz * x; }

  const ladder_wave &whole_;
  const Stripe stripe_;
  HeldDevice on_;
  const ColumnsCase part_;

 public:
  SteppedRun run;
  const Stream stream;
  const Event done[2];                 // the step of this parity
  const DeviceBuffer<int> first_step;  // of a stretch of steps
};

// All parts, each of which reaches the memory of its neighbours.
class PartsAlongX : public Parts<Columns> {
 public:
  PartsAlongX(const ladder_wave &c, dim3 tile, int given) {
    refuse_if(c.ny > 1, "this stage does no volumes: take fused, graph or peer of wave3d");
    const int parts = choose_parts(given, c.nx, c.half_length, 2, "columns");
    const auto begin = [&](int part) { return int(std::int64_t{c.nx} * part / parts); };
    for (int part = 0; part < parts; ++part)
      parts_.push_back(
          std::make_unique<Columns>(c, begin(part), begin(part + 1), tile, device_of(part)));
    for (int part = 1; part < parts; ++part)
      connect(parts_[part - 1]->device, parts_[part]->device);
  }
  void upload(const float *now, const float *before, int step) {
    for (const auto &part : parts_) part->upload(now, before, step);
  }
  void download(float *now, float *before, float *traces) {
    for (const auto &part : parts_) part->download(now, before, traces);
  }
  void must_have_left(int count) const { parts_[0]->run.must_have_left(count); }
  // All parts have taken as many steps, and their p(n) is in the field of the same parity.
  void take_steps(int count) {
    for (const auto &part : parts_) part->run.take_steps(count);
  }
  bool fresh() const { return parts_[0]->run.fresh(); }
};

}  // namespace
