// A field in slabs along y, one a device. Each is a case of its own whose outermost planes, where
// another slab is, are the neighbour's: cells that stay in a step, and that the neighbour replaces.
// No maths here, and no idea of a stage.
#pragma once
#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

class Slab {
 public:
  Slab(const ladder_heat &c, int multiple, int part, int parts)
      : device(device_of(part)), begin(int(std::int64_t{c.ny} * part / parts)),
        end(int(std::int64_t{c.ny} * (part + 1) / parts)), below(part > 0), above(part < parts - 1),
        on_(device), field(Grid(view(c), multiple)) {
    on_.reset();
  }
  ~Slab() { (void)cudaSetDevice(device); }  // what it has is freed there

  void upload(const float *now) {
    const OnDevice on(device);
    field.upload(now + std::size_t(field.grid.nz) * field.grid.nx * (begin - below));
  }
  void download(float *now) const {
    const OnDevice on(device);
    const Grid &g = field.grid;
    CHECK(cudaMemcpy2D(now + std::size_t(g.nz) * g.nx * begin, g.nz * sizeof(float),
                       field.now() + g.at(0, 0, below), g.pitch * sizeof(float),
                       g.nz * sizeof(float), std::size_t(g.nx) * (end - begin),
                       cudaMemcpyDeviceToHost));
  }

  const int device;
  const int begin, end;     // planes of the whole case that it computes
  const bool below, above;  // whether there is a slab: one plane of it is here too

 private:
  ladder_heat view(ladder_heat c) const {
    c.ny = end - begin + below + above;
    return c;
  }
  HeldDevice on_;

 public:
  Field field;
  const Stream stream;
  Event done[2];  // the step of this parity
};

class Slabs : public Parts<Slab> {
 public:
  Slabs(const ladder_heat &c, int multiple, int devices) {
    const int parts = choose_parts(devices, c.ny, 1);
    for (int part = 0; part < parts; ++part)
      parts_.push_back(std::make_unique<Slab>(c, multiple, part, parts));
  }
  void upload(const float *now) {
    for (const auto &slab : parts_) slab->upload(now);
  }
  void download(float *now) const {
    for (const auto &slab : parts_) slab->download(now);
  }
  // start(part, n) starts step n of a part.
  template <typename Start>
  void advance(int count, Start start) {
    take_steps(
        count, start, [](std::int64_t) {}, [](Slab &slab) { slab.field.swap(); });
  }
};

}  // namespace
