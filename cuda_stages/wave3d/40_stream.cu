// stream: the volume stays in memory of the host and passes through the device, several steps
// deeper in time each time.
// flags: -O3 -ftz=true
//
// Changes: fields and velocities stand in page-locked memory. Chunks of planes come to the device,
//   `steps` steps are made on their way, each M planes behind the one before, and both fields go
//   back; copies both ways run meanwhile.
// Order: window.cuh says which planes of which step when. Three streams: in, steps, out; each waits
//   for the chunk that it needs. A pass begins when the one before has gone out.
// Longer than a slide: the way of chunks between host and device is new: three streams, a window
//   and passes.
// Why: a volume need not fit the device. 12 bytes a point come and 8 go for each pass; at 55 GB/s
//   that is 0.22 ns a point, and a step at 4 TB/s takes 0.004: below 55 steps a pass the bus bounds
//   it, above it is what tma is.
// Expected: at 512^3 and half-length 8 on an H100 0.55 of tma: a pass of 32 steps takes 29 ms over
//   the bus and 25 on the device, and the first and the last chunks hide behind nothing; a volume
//   of any size that the host holds
// Launch: as tma; `chunk` planes, `steps` a pass, `window` planes on the device at most, as many as
//   fit unless given.
// Work per point: 16 bytes on the device if every value crosses once, 20 over the bus for each
//   pass, 2 operations a tap and 6 more.
// Run: ladder --case=two-layer-512 --stage=stream --steps=32 --window=300
#include "cuda_stages/wave3d/host_volume.cuh"
#include "cuda_stages/wave3d/slab_march.cuh"

namespace {

template <int M, int Lines>
__global__ __launch_bounds__(most_threads(M, Lines)) void stream_step(
    const __grid_constant__ Maps maps, const __grid_constant__ Step s, Slots slots,
    Stretches stretches, int origin) {
  march_slab<M, Lines>(
      maps, s, slots, stretches, [](float *cell, int, const Quad &made) { store_quad(cell, made); },
      origin);
}

// Receivers [first, first + count) of those sorted by plane.
__global__ void record_some(const float *p, const std::int64_t *places, const int *numbers,
                            int first, int count, std::int64_t shift, float *sample) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sample[numbers[first + i]] = p[places[first + i] - shift];
}

enum { knob_chunk = knob_ring + 1, knob_steps, knob_window };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), slots_(choose_slots(c, launch)), chunk_(launch.knob[knob_chunk][0]),
        steps_(launch.knob[knob_steps][0]), most_planes_(launch.knob[knob_window][0]),
        grid_(c, false), window_(choose_window(grid_, chunk_, steps_, most_planes_)),
        of_window_(grid_), receivers_(c, grid_), sponge_z_(c.sponge_z, c.nz, 1024),
        sponge_x_(c.sponge_x, c.nx, 1024), sponge_y_(c.sponge_y, c.ny, 1024),
        wavelets_(c.wavelets, std::size_t{1} * c.sources * c.steps),
        traces_(nullptr, 0, (c.steps + std::size_t{1}) * c.receivers + 1),
        places_(receivers_.places), numbers_(receivers_.numbers),
        columns_(blocks_for(grid_, slots_.z, slots_.x, c.ny)),
        sources_(c, dim3(slots_.z, slots_.x, c.ny), columns_, dim3(0, 0, 0)),
        host_(c, grid_), device_{DeviceBuffer<float>(grid_.plane * window_),
                                 DeviceBuffer<float>(grid_.plane * window_),
                                 DeviceBuffer<float>(grid_.plane * window_)} {
    of_window_.ny = window_;
    with_half_length(c.half_length, [&](auto m) {
      kernel_ = slots_.lines == 2 ? stream_step<m, 2> : stream_step<m, 1>;
    });
    must_allow_shared(kernel_, slots_.bytes());
    for (const auto &array : device_)
      CHECK(cudaMemset(array, 0, grid_.plane * window_ * sizeof(float)));
    for (int k = 0; k <= grid_.m; ++k) {
      taps_.z[k] = c.taps_z[grid_.m + k];
      taps_.x[k] = c.taps_x[grid_.m + k];
      taps_.y[k] = c.taps_y[grid_.m + k];
    }
    for (int now : {0, 1}) {
      const int framed = slots_.x + 2 * slots_.frame_x;
      maps_[now] = {tensor_map(device_[now], of_window_, slots_.pitch(), framed),
                    tensor_map(device_[1 - now], of_window_, slots_.z, slots_.x),
                    tensor_map(device_[HostVolume::velocity], of_window_, slots_.z, slots_.x)};
    }
    CHECK(cudaDeviceSynchronize());
  }

  void upload(const float *now, const float *before, int step) {
    now_ = 0, step_ = uploaded_ = step, fresh_ = true;
    host_.take_in(now_, now);
    host_.take_in(1 - now_, before);
  }

  void advance(int count) {
    refuse_if(count < 0 || count > case_.steps - step_,
              "asked for " + std::to_string(count) + " steps, and the case has " +
                  std::to_string(case_.steps - step_) + " left");
    while (count > 0) {
      const int steps = std::min(count, steps_);
      pass(steps);
      count -= steps;
    }
    CHECK(cudaDeviceSynchronize());
  }

  // The last sample is the field's; p(n-1) gets its second taper.
  void download(float *now, float *before, float *traces) {
    const std::size_t all = std::size_t(case_.receivers);
    if (const std::size_t known = all * (step_ - uploaded_); known > 0)
      CHECK(cudaMemcpy(traces + all * uploaded_, traces_ + all * uploaded_, known * sizeof(float),
                       cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < all; ++i)
      traces[all * step_ + receivers_.numbers[i]] = host_[now_][receivers_.places[i]];
    host_.hand_out(now_, now, false);
    host_.hand_out(1 - now_, before, !fresh_);
  }

  ladder_launch used() const {
    return {{{slots_.threads()},
             {slots_.z, slots_.x},
             {slots_.lines},
             {slots_.count},
             {chunk_},
             {steps_},
             {most_planes_ ? most_planes_ : window_}}};
  }

 private:
  void copy(int array, PlaneRange planes, int origin, cudaMemcpyKind kind, cudaStream_t stream) {
    float *const host = host_[array] + grid_.plane * planes.begin;
    float *const device = device_[array] + grid_.plane * (planes.begin - origin);
    const bool in = kind == cudaMemcpyHostToDevice;
    CHECK(cudaMemcpyAsync(in ? device : host, in ? host : device,
                          grid_.plane * planes.count() * sizeof(float), kind, stream));
  }

  // `steps` steps of the whole volume.
  void pass(int steps) {
    CHECK(cudaStreamWaitEvent(in_, gone_));  // the pass before this one has left
    int origin = 0;
    for (const ChunkWork &work : pass_of(grid_.ny, chunk_, steps, grid_.m, window_)) {
      if (work.moves) {
        CHECK(cudaStreamWaitEvent(compute_, gone_));
        for (const auto &array : device_)
          CHECK(cudaMemcpyAsync(array, array + grid_.plane * (work.kept.begin - origin),
                                grid_.plane * work.kept.count() * sizeof(float),
                                cudaMemcpyDeviceToDevice, compute_));
        CHECK(cudaEventRecord(moved_, compute_));
        CHECK(cudaStreamWaitEvent(in_, moved_));
      }
      origin = work.origin;
      for (int array : {0, 1, HostVolume::velocity})
        copy(array, work.comes, origin, cudaMemcpyHostToDevice, in_);
      CHECK(cudaEventRecord(came_, in_));
      CHECK(cudaStreamWaitEvent(compute_, came_));
      for (int s = 0; s < steps; ++s) make(work.makes[s], s, origin);
      CHECK(cudaEventRecord(made_, compute_));
      CHECK(cudaStreamWaitEvent(out_, made_));
      if (work.leaves.count() > 0)
        for (int field : {0, 1}) copy(field, work.leaves, origin, cudaMemcpyDeviceToHost, out_);
      CHECK(cudaEventRecord(gone_, out_));
    }
    step_ += steps;
    now_ = (now_ + steps) % 2;
    fresh_ = false;
  }

  // The planes of one step, number s of the pass.
  void make(PlaneRange planes, int s, int origin) {
    if (planes.count() <= 0) return;
    const int now = (now_ + s) % 2, n = step_ + s;
    const int first = receivers_.first[planes.begin], last = receivers_.first[planes.end];
    if (last > first)
      record_some<<<ceil_div(last - first, 256), 256, 0, compute_>>>(
          device_[now], places_, numbers_, first, last - first, grid_.plane * origin,
          traces_ + std::size_t{1} * n * case_.receivers);
    Grid here = of_window_;
    here.ny = std::min(window_, grid_.ny - origin);
    const Step step{here,
                    taps_,
                    device_[now],
                    device_[1 - now],
                    device_[HostVolume::velocity],
                    sponge_z_,
                    sponge_x_,
                    sponge_y_ + origin,
                    sources_.view(),
                    wavelets_,
                    nullptr,
                    nullptr,
                    n,
                    case_.steps,
                    0,
                    fresh_ && s == 0};
    const Stretches own{{planes.begin - origin, planes.end - origin}, {}, chunk_};
    kernel_<<<dim3(columns_.x, columns_.y, own.pieces()), slots_.threads(), slots_.bytes(),
              compute_>>>(maps_[now], step, slots_, own, origin);
    CHECK(cudaGetLastError());
  }

  void (*kernel_)(Maps, Step, Slots, Stretches, int) = nullptr;
  const ladder_wave &case_;
  const Slots slots_;
  const int chunk_, steps_, most_planes_;  // most_planes_: 0, what fits
  const Grid grid_;
  const int window_;
  Grid of_window_;
  const Receivers receivers_;
  const Table<float> sponge_z_, sponge_x_, sponge_y_, wavelets_, traces_;
  const Table<std::int64_t> places_;
  const Table<int> numbers_;
  const dim3 columns_;
  const SortedSources sources_;
  HostVolume host_;
  const DeviceBuffer<float> device_[3];  // the window of each of the host's arrays
  const Stream in_, compute_, out_;
  const Event came_, moved_, made_, gone_;
  Taps taps_{};
  Maps maps_[2];
  int now_ = 0, step_ = 0, uploaded_ = 0;
  bool fresh_ = true;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(threads, "threads a block; its tile sets them", "stream_step", 1, {0}, {32}, {512}),
    LADDER_KNOB(tile, "cells of a block, z by x", nullptr, 2, {64, 32}, {4, 1}, {240, 240}),
    LADDER_KNOB(lines, "lines of 4 cells a thread, 1 or 2", nullptr, 1, {1}, {1}, {2}),
    LADDER_KNOB(ring, "slots in shared memory", nullptr, 1, {0}, {3}, {most_slots}),
    LADDER_KNOB(chunk, "planes that come at once", nullptr, 1, {64}, {1}, {65536}),
    LADDER_KNOB(steps, "steps of a pass", nullptr, 1, {32}, {1}, {1024}),
    LADDER_KNOB(window, "planes on the device at most, or what fits", nullptr, 1, {0}, {1},
                {1 << 30})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "tma",
    .change = "the volume stays with the host and passes through the device, 32 steps a pass",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};

#include "cuda_stages/wave3d/40_stream.counts.cuh"
