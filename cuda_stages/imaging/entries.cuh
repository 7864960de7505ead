// The entries of a CUDA stage of the ladder imaging. In addition to what stage_cuda.cuh says, a
// stage has
//   void upload(const float *now, const float *before);  // host arrays; all four block
//   void advance(int count);
//   void download(float *image, float *gather_x, float *gather_z, float *illumination);
//   // without buffers for copies
//   static ladder_imaging_memory memory(const ladder_imaging &, const ladder_launch &);
// and names LOOP_ENTRIES(Stage) in its table. No maths here.
#pragma once
#include <algorithm>
#include <vector>

#include "cuda_stages/shared/stage_cuda.cuh"
#include "harness/problems/imaging/imaging.h"

namespace {

template <typename Stage>
struct LoopEntries : FrameEntries<ladder_imaging, Stage> {
  using Frame = FrameEntries<ladder_imaging, Stage>;
  using Frame::guard;
  using Frame::of;

  static ladder_status upload(ladder_state *state, const float *now, const float *before) {
    return guard(of(state).error, [&] { of(state).stage.upload(now, before); });
  }
  static ladder_status advance(ladder_state *state, int32_t count) {
    return guard(of(state).error, [&] { of(state).stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *image, float *gather_x, float *gather_z,
                                float *illumination) {
    return guard(of(state).error,
                 [&] { of(state).stage.download(image, gather_x, gather_z, illumination); });
  }
  static ladder_status memory(const ladder_imaging *c, const ladder_launch *launch,
                              ladder_imaging_memory *all) {
    *all = Stage::memory(*c, *launch);
    return LADDER_OK;
  }
  static constexpr ladder_imaging_entries table = {
      .upload = upload, .advance = advance, .download = download, .memory = memory};
};

// `locked`: whether the run's arrays are page-locked.
#define LOOP_ENTRIES_WITH(Stage, locked)                           \
  .owns_time_loop = 1, .page_locked = locked, LADDER_IMAGING_WORK, \
  FRAME_ENTRIES(LoopEntries<Stage>), .entries = &LoopEntries<Stage>::table
#define LOOP_ENTRIES(Stage) LOOP_ENTRIES_WITH(Stage, 0)

// Where and what is injected into a field on the device, and the grid that it is laid out on.

// z fastest. A field has a frame of zeros, as wide as the operator reaches, so that no tap needs a
// test; products have none.
struct Grid {
  int nz, nx, m;
  int frame_z, pitch;  // columns begin `pitch` cells apart, and at 16 bytes

  explicit Grid(const ladder_imaging &c)
      : nz(c.nz), nx(c.nx), m(c.half_length), frame_z(ceil_div(c.half_length, 4) * 4),
        pitch(ceil_div(c.nz, 4) * 4 + 2 * frame_z) {}

  __host__ __device__ int cells() const { return nz * nx; }
  __host__ __device__ int all() const { return pitch * (nx + 2 * m); }  // with the frame
  __host__ __device__ int at(int iz, int ix) const { return frame_z + iz + pitch * (m + ix); }
  __host__ __device__ bool has(int iz, int ix) const { return iz < nz && ix < nx; }
};

// Values of the host, once and for all.
template <typename T>
class Uploaded {
 public:
  explicit Uploaded(const std::vector<T> &values)
      : buffer_(std::max<std::size_t>(1, values.size())) {
    if (values.empty()) return;
    CHECK(cudaMemcpy(buffer_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
  }
  operator const T *() const { return buffer_; }

 private:
  const DeviceBuffer<T> buffer_;
};

// What goes into a field: row n - 1 of `signal` at time n, each value into a cell of its own. For
// kernels that inject on the way there is a bit for each cell, which says whether something goes
// into it, and its column of `signal`.
struct Injected {
  int count;
  const int *places;     // [count] in the framed field
  const float *factors;  // [count] of the sponge
  const float *signal;   // [steps][count]
  const unsigned *bits;  // [nx][words] bit iz % 32 of word iz / 32
  const int *columns;    // [nx][nz]
  int words;
};

// Cells of sources or receivers, and what goes into them.
class Places {
 public:
  Places(const ladder_imaging &c, const ladder_place *cells, int count, const float *values,
         const Grid &g)
      : count(count), words(ceil_div(c.nz, 32)), places(places_of(cells, count, g)),
        factors(factors_of(c, cells, count)),
        signal(std::vector<float>(values, values + std::size_t{1} * count * c.steps)),
        bits(bits_of(c, cells, count)), columns(columns_of(c, cells, count)) {}
  Injected view() const { return {count, places, factors, signal, bits, columns, words}; }

 private:
  static std::vector<unsigned> bits_of(const ladder_imaging &c, const ladder_place *cells,
                                       int count) {
    const auto words = std::size_t(ceil_div(c.nz, 32));
    std::vector<unsigned> all(words * c.nx);
    for (int i = 0; i < count; ++i)
      all[words * cells[i].x + cells[i].z / 32] |= 1u << cells[i].z % 32;
    return all;
  }
  static std::vector<int> columns_of(const ladder_imaging &c, const ladder_place *cells,
                                     int count) {
    std::vector<int> all(std::size_t{1} * c.nz * c.nx, -1);
    for (int i = 0; i < count; ++i) all[cells[i].z + std::size_t{1} * c.nz * cells[i].x] = i;
    return all;
  }

  static std::vector<int> places_of(const ladder_place *cells, int count, const Grid &g) {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) all.push_back(g.at(cells[i].z, cells[i].x));
    return all;
  }
  static std::vector<float> factors_of(const ladder_imaging &c, const ladder_place *cells,
                                       int count) {
    std::vector<float> all;
    for (int i = 0; i < count; ++i) all.push_back(c.sponge_z[cells[i].z] * c.sponge_x[cells[i].x]);
    return all;
  }

  const int count, words;
  const Uploaded<int> places;
  const Uploaded<float> factors, signal;
  const Uploaded<unsigned> bits;
  const Uploaded<int> columns;
};

}  // namespace
