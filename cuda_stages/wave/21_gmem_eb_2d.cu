// gmem-eb-2d: global memory, explicit borders, 2-D copies.
//
// Changes: cudaMemcpy2D in the place of cudaMemcpy, a row for each column of cells, as the padding
//   of the next stage will need it.
// Why: it does not help; it shows what 2-D copies cost. The rows lie without gaps on both sides, so
//   a driver may see that they are one piece. The thesis found the difference almost negligible.
// Expected: no change: rows without gaps are one piece to the driver
// Launch: blocks of `threads` along the whole array, so that a warp reads 32 neighbours in z.
// Run: ladder --stage=gmem-eb-2d --threads=1024
#include "cuda_stages/wave/entries.cuh"

namespace {

struct Grid {
  int nz, nx, ny, m;
};

__global__ void convolve(Grid g, const float *taps_z, const float *taps_x, const float *taps_y,
                         const float *p, float *lap) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= g.nz * g.nx * g.ny) return;
  const int iz = i % g.nz, ix = i / g.nz % g.nx, iy = i / g.nz / g.nx;
  float sum = 0.0f;
  for (int k = max(-g.m, -iz); k <= min(g.m, g.nz - 1 - iz); ++k) sum += taps_z[g.m + k] * p[i + k];
  for (int k = max(-g.m, -ix); k <= min(g.m, g.nx - 1 - ix); ++k)
    sum += taps_x[g.m + k] * p[i + k * g.nz];
  if (g.ny > 1)
    for (int k = max(-g.m, -iy); k <= min(g.m, g.ny - 1 - iy); ++k)
      sum += taps_y[g.m + k] * p[i + k * g.nz * g.nx];
  lap[i] = sum;
}

enum { knob_threads };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : case_(c), grid_{c.nz, c.nx, c.ny, c.half_length}, block_(launch.knob[knob_threads][0]),
        cells_(c.nz * c.nx * c.ny), taps_(2 * c.half_length + 1), taps_z_(taps_), taps_x_(taps_),
        taps_y_(taps_), p_(cells_), lap_(cells_) {}

  void laplacian(const float *p, float *lap) {
    const std::size_t row = case_.nz * sizeof(float), rows = std::size_t(case_.nx) * case_.ny;
    CHECK(cudaMemcpy2D(p_, row, p, row, row, rows, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_z_, case_.taps_z, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_x_, case_.taps_x, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(taps_y_, case_.taps_y, taps_ * sizeof(float), cudaMemcpyHostToDevice));
    convolve<<<ceil_div(cells_, block_.x), block_>>>(grid_, taps_z_, taps_x_, taps_y_, p_, lap_);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(lap, row, lap_, row, row, rows, cudaMemcpyDeviceToHost));
  }

  ladder_launch used() const { return {{{static_cast<int>(block_.x)}}}; }

 private:
  const ladder_wave &case_;
  const Grid grid_;
  const dim3 block_;
  const int cells_, taps_;
  const DeviceBuffer<float> taps_z_, taps_x_, taps_y_, p_, lap_;
};

const ladder_knob knobs[] = {LADDER_KNOB(threads, "threads a block, along the whole array",
                                         "convolve", 1, {1024}, {1}, {1024})};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "gmem-eb",
                .change = "2-D copies instead of 1-D copies", CUDA_KNOBS(knobs),
                CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/20_gmem_eb.counts.cuh"
