// naive: the document's propagation, and its naive imaging kernel, a loop over the offsets.
// flags: -O3 -ftz=true
//
// Changes: everything is computed on the device and stays there, the forward field at image times
//   too. A step is two kernels, propagation by blocks of 16 x 16 in shared memory and the injection
//   (document_step.cuh). At an image time a thread has one point and goes through all offsets.
// Longer than a slide: the whole file changes from C to CUDA.
// Why: the document's answer to the copies: fields never cross the bus, only the products do, once.
//   For a value of a gather the kernel reads one of each field and reads and writes the gather; its
//   threads read the fields again and again, but from caches, which the document's GPU did not
//   have.
// Expected: 26 ms for the document's case on an H100: 2000 steps of two kernels take 8 us each,
//   bound by their launches, and 100 image times 90 us each, 208 MB that no cache holds
// Launch: propagation 16 x 16 threads; imaging `block`, z by x, one point each, 16 x 16 as in the
//   document.
// Work per point: of a step 16 bytes, two operations a tap and 7 more; of an image time 8 bytes and
//   2 operations for each offset, if the fields come from a cache: 208 MB with 2 x 81 offsets on
//   400 x 400 cells.
// Run: ladder --case=imaging-document --stage=naive --block=16x16
#include "cuda_stages/imaging/document_step.cuh"

namespace {

// I(x, h_x): one point, all offsets whose two cells lie in the grid.
__global__ void image_x(Grid g, Products to, const float *forward, const float *backward) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (!g.has(iz, ix)) return;
  const int at = g.at(iz, ix), cell = iz + g.nz * ix;
  const int most = min(to.offsets_x, min(ix, g.nx - 1 - ix));
  for (int h = -most; h <= most; ++h)
    to.gather_x[cell + std::size_t{1} * g.cells() * (h + to.offsets_x)] +=
        forward[at + h * g.pitch] * backward[at - h * g.pitch];
}

// I(x, h_z).
__global__ void image_z(Grid g, Products to, const float *forward, const float *backward) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (!g.has(iz, ix)) return;
  const int at = g.at(iz, ix), cell = iz + g.nz * ix;
  const int most = min(to.offsets_z, min(iz, g.nz - 1 - iz));
  for (int h = -most; h <= most; ++h)
    to.gather_z[cell + std::size_t{1} * g.cells() * (h + to.offsets_z)] +=
        forward[at + h] * backward[at - h];
}

__global__ void image_zero(Grid g, Products to, const float *forward, const float *backward) {
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  if (!g.has(iz, ix)) return;
  const int at = g.at(iz, ix), cell = iz + g.nz * ix;
  to.image[cell] += forward[at] * backward[at];
  to.illumination[cell] += forward[at] * forward[at];
}

enum { knob_block };

class Stage : public ShotStage</*KeepsBackward=*/false> {
 public:
  Stage(const ladder_imaging &c, const ladder_launch &launch)
      : ShotStage(c), block_(block_of(launch.knob[knob_block])) {}

  void advance(int count) {
    for (const int end = done_ + count; done_ < end; ++done_) {
      if (done_ < shot_.steps) {
        document_forward(shot_, done_ + 1);
        continue;
      }
      const int n = 2 * shot_.steps - done_;
      document_backward(shot_, n);
      if (shot_.is_image_time(n)) add_image(shot_.forward(n), shot_.backward(n));
    }
    CHECK(cudaDeviceSynchronize());
  }

  ladder_launch used() const {
    return {{{static_cast<int>(block_.x), static_cast<int>(block_.y)}}};
  }

 private:
  void add_image(const float *forward, const float *backward) const {
    const Grid &g = shot_.grid;
    const dim3 blocks(ceil_div(g.nz, block_.x), ceil_div(g.nx, block_.y));
    image_zero<<<blocks, block_>>>(g, shot_.products, forward, backward);
    image_x<<<blocks, block_>>>(g, shot_.products, forward, backward);
    image_z<<<blocks, block_>>>(g, shot_.products, forward, backward);
    CHECK(cudaGetLastError());
  }

  const dim3 block_;
};

const ladder_knob knobs[] = {LADDER_KNOB(block, "threads an imaging block, z by x", "image_", 2,
                                         {16, 16}, {1, 1}, {1024, 1024})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "c-omp",
    .change = "on the device as in the document: 16 x 16 blocks, and a loop over h for each point",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
