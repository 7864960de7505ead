// general: insulated sides, a conductivity of each axis and a map of it.
// flags: -O3 -ftz=true
//
// Changes: a cell's neighbours come with a weight: the harmonic mean of the two conductivities,
//   times the factor of the axis. Beyond an insulated side the neighbour is the cell itself. A flux
//   along y is computed once: what leaves a cell enters the next.
// Longer than a slide: sides, axes and a map are three ideas of one problem; a stage that has one
//   alone would solve no case that somebody has.
// Why: no step is expected to be faster. This is what a case costs that is not plain. The march
//   keeps the conductivity of the plane below in a register, as it does the temperature.
// Expected: without a map 1.1 times the time of march, with one 1.5 times at 512^3, where 12 bytes
//   a point cross instead of 8: 220 Gpoint/s on an H100; at 128^3 twice: five divisions a cell
// Launch: as march.
// Work per point: 12 bytes if every value crosses once and there is a map, 45 operations.
// Run: ladder --case=heat-rods --stage=general --block=64x8 --planes=4
#include "cuda_stages/heat/marching.cuh"

namespace {

struct Sides {
  bool low, high;  // insulated

  __host__ __device__ bool keep(int i, int n) const {
    return (i == 0 && !low) || (i == n - 1 && !high);
  }
};

struct Materials {
  Sides z, x, y;
  float factor_z, factor_x, factor_y;

  explicit Materials(const ladder_heat &c)
      : factor_z(c.factor), factor_x(c.factor), factor_y(c.factor) {
    z = x = y = {false, false};
    if (!c.general) return;
    const ladder_heat_general &g = *c.general;
    const auto sides = [&](int axis) {
      return Sides{g.insulated[axis][0] != 0, g.insulated[axis][1] != 0};
    };
    z = sides(0), x = sides(1), y = sides(2);
    factor_z = g.factor[0], factor_x = g.factor[1], factor_y = g.factor[2];
  }
};

// A cell's temperature and conductivity.
template <bool Map>
struct Cell {
  float t, k;

  __device__ Cell(const float *__restrict__ now, const float *__restrict__ map, std::int64_t at)
      : t(now[at]), k(Map ? map[at] : 1.0f) {}
  __device__ float flux_from(const Cell &other) const {
    const float between = other.t - t;
    return Map ? 2.0f * k * other.k / (k + other.k) * between : between;
  }
};

template <bool Map>
__global__ void march_general(Grid g, Materials m, int planes, const float *__restrict__ map,
                              const float *__restrict__ now, float *__restrict__ next) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  const int first = max(m.y.low ? 0 : 1, int(blockIdx.z) * planes);
  const int end = min(m.y.high ? g.ny : g.ny - 1, (int(blockIdx.z) + 1) * planes);
  if (iz >= g.nz || ix >= g.nx || m.z.keep(iz, g.nz) || m.x.keep(ix, g.nx) || first >= end) return;
  const std::int64_t plane = g.plane();
  const std::int64_t left = ix > 0 ? g.pitch : 0, right = ix < g.nx - 1 ? g.pitch : 0;
  const int low = iz > 0, high = iz < g.nz - 1;
  std::int64_t at = g.at(iz, ix, first);
  using Here = Cell<Map>;
  Here centre(now, map, at);
  float from_below = centre.flux_from(Here(now, map, first > 0 ? at - plane : at));
#pragma unroll 4
  for (int iy = first; iy < end; ++iy, at += plane) {
    const Here above(now, map, iy < g.ny - 1 ? at + plane : at);
    const float from_above = centre.flux_from(above);
    const float z =
        centre.flux_from(Here(now, map, at - low)) + centre.flux_from(Here(now, map, at + high));
    const float x =
        centre.flux_from(Here(now, map, at - left)) + centre.flux_from(Here(now, map, at + right));
    next[at] =
        centre.t + (m.factor_z * z + m.factor_x * x + m.factor_y * (from_below + from_above));
    from_below = -from_above;
    centre = above;
  }
}

enum { knob_block, knob_planes, knob_steps };

class Stage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : materials_(c), field_(Grid(c)), block_(block_of(launch.knob[knob_block])) {
    if (c.general && c.general->conductivity) {
      map_.emplace(field_.grid.all());
      CHECK(cudaMemcpy(*map_, c.general->conductivity, field_.grid.all() * sizeof(float),
                       cudaMemcpyHostToDevice));
      kernel_ = march_general<true>;
    }
    must_allow(kernel_, block_);
    planes_ = planes_of_piece(launch.knob[knob_planes][0], field_.grid, block_,
                              blocks_at_once(kernel_, block_));
    blocks_ = blocks_for(field_.grid, block_.x, block_.y, planes_);
    graph_.emplace(launch.knob[knob_steps][0],
                   [this](cudaStream_t stream, int k) { step(stream, k); });
  }

  void upload(const float *now) { field_.upload(now); }
  void advance(int count) { graph_->advance(field_, count); }
  void download(float *now) { field_.download(now); }

  ladder_launch used() const {
    return {
        {{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {planes_}, {graph_->length()}}};
  }

 private:
  void step(cudaStream_t stream, int k) const {
    kernel_<<<blocks_, block_, 0, stream>>>(field_.grid, materials_, planes_,
                                            map_ ? static_cast<float *>(*map_) : nullptr,
                                            field_.buffer(k), field_.buffer(1 - k));
    CHECK(cudaGetLastError());
  }

  const Materials materials_;
  Field field_;
  std::optional<DeviceBuffer<float>> map_;
  void (*kernel_)(Grid, Materials, int, const float *, const float *,
                  float *) = march_general<false>;
  const dim3 block_;
  int planes_;
  dim3 blocks_;
  std::optional<GraphRun> graph_;
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "march_general", 2, {64, 8}, {1, 1},
                {1024, 1024}),
    LADDER_KNOB(planes, "planes of a piece along y", nullptr, 1, {0}, {1}, {65536}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "march",
                .change = "insulated sides, a conductivity of each axis, a map of it",
                CUDA_KNOBS(knobs), GENERAL_ENTRIES(Stage)};

#include "cuda_stages/heat/32a_general.counts.cuh"
