// shared: the document's imaging kernel with both fields in shared memory.
// flags: -O3 -ftz=true
//
// Changes: a block takes 16 offsets for its points. It loads what they need of both fields, of 16 x
//   16 points 16 x 32 values each, into shared memory once, and goes through its offsets there.
// Longer than a slide: the document's imaging kernel is new, and its offsets are cut into blocks.
// Why: in the document it doubles the kernel's speed: of 4 accesses to global memory for a value of
//   a gather, two go to shared memory. Here a cache does that already, and what is left, one read
//   and one write of the gathers, is as much as before: nothing should change but the number of
//   blocks.
// Expected: within 10 % of naive on an H100, where the document gained a factor of 2: the gathers'
//   208 MB an image time stay, and caches served the fields before
// Launch: propagation 16 x 16 threads; imaging `block`, z by x, 16 x 16 as in the document and in
//   naive; a third axis of blocks goes over offsets.
// Work per point: of an image time 8 bytes and 2 operations for each offset; a quarter byte of the
//   fields.
// Run: ladder --case=imaging-document --stage=shared --block=16x16
#include "cuda_stages/imaging/document_step.cuh"

namespace {

constexpr int offsets_a_block = 16;  // the document's

// Along z: `block` points from z0 on with offsets h0 .. h0 + 15 need 15 points more of either
// field.
__global__ void image_z(Grid g, Products to, const float *forward, const float *backward) {
  extern __shared__ float both[];  // [2][blockDim.y][wide]
  constexpr int n = offsets_a_block;
  const int wide = blockDim.x + n;
  const int z0 = blockIdx.x * blockDim.x, h0 = blockIdx.z * n - to.offsets_z;
  const int ix = blockIdx.y * blockDim.y + threadIdx.y;
  float *f = both + threadIdx.y * wide, *b = f + blockDim.y * wide;
  const auto value = [&](const float *field, int z) {
    return z >= 0 && g.has(z, ix) ? field[g.at(z, ix)] : 0.0f;
  };
  for (int i = threadIdx.x; i < wide; i += blockDim.x) {
    f[i] = value(forward, z0 + h0 + i);
    b[i] = value(backward, z0 - h0 - n + i);
  }
  __syncthreads();
  const int iz = z0 + threadIdx.x;
  if (!g.has(iz, ix)) return;
  float *gather = to.gather_z + iz + g.nz * ix;
  for (int k = 0; k < n && h0 + k <= to.offsets_z; ++k)
    gather[std::size_t{1} * g.cells() * (h0 + k + to.offsets_z)] +=
        f[threadIdx.x + k] * b[threadIdx.x + n - k];
}

// Along x the same, with rows of z in place of columns.
__global__ void image_x(Grid g, Products to, const float *forward, const float *backward) {
  extern __shared__ float both[];  // [2][high][blockDim.x]
  constexpr int n = offsets_a_block;
  const int high = blockDim.y + n, row = blockDim.x;
  const int x0 = blockIdx.y * blockDim.y, h0 = blockIdx.z * n - to.offsets_x;
  const int iz = blockIdx.x * blockDim.x + threadIdx.x;
  float *f = both + threadIdx.x, *b = f + high * row;
  const auto value = [&](const float *field, int x) {
    return x >= 0 && g.has(iz, x) ? field[g.at(iz, x)] : 0.0f;
  };
  for (int i = threadIdx.y; i < high; i += blockDim.y) {
    f[i * row] = value(forward, x0 + h0 + i);
    b[i * row] = value(backward, x0 - h0 - n + i);
  }
  __syncthreads();
  const int ix = x0 + threadIdx.y;
  if (!g.has(iz, ix)) return;
  float *gather = to.gather_x + iz + g.nz * ix;
  for (int k = 0; k < n && h0 + k <= to.offsets_x; ++k)
    gather[std::size_t{1} * g.cells() * (h0 + k + to.offsets_x)] +=
        f[(threadIdx.y + k) * row] * b[(threadIdx.y + n - k) * row];
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
      : ShotStage(c), block_(block_of(launch.knob[knob_block])),
        bytes_x_(2 * (block_.y + offsets_a_block) * block_.x * sizeof(float)),
        bytes_z_(2 * (block_.x + offsets_a_block) * block_.y * sizeof(float)) {
    allow(image_x, bytes_x_);
    allow(image_z, bytes_z_);
  }

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
  template <typename Kernel>
  static void allow(Kernel kernel, int bytes) {
    int most = 0;
    CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    refuse_if(bytes > most, "such a block needs " + std::to_string(bytes) +
                                " bytes of shared memory, and the device has " +
                                std::to_string(most));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  }

  void add_image(const float *forward, const float *backward) const {
    const Grid &g = shot_.grid;
    const Products &to = shot_.products;
    const auto blocks = [&](int offsets) {
      return dim3(ceil_div(g.nz, block_.x), ceil_div(g.nx, block_.y),
                  ceil_div(offsets, offsets_a_block));
    };
    image_zero<<<blocks(1), block_>>>(g, to, forward, backward);
    image_x<<<blocks(2 * to.offsets_x + 1), block_, bytes_x_>>>(g, to, forward, backward);
    image_z<<<blocks(2 * to.offsets_z + 1), block_, bytes_z_>>>(g, to, forward, backward);
    CHECK(cudaGetLastError());
  }

  const dim3 block_;
  const int bytes_x_, bytes_z_;  // of shared memory
};

const ladder_knob knobs[] = {LADDER_KNOB(block, "threads an imaging block, z by x", "image_", 2,
                                         {16, 16}, {1, 1}, {1024, 1024})};

}  // namespace

LADDER_STAGE = {
    LADDER_IMAGING_FRAME, .parent = "naive",
    .change = "the document's imaging kernel: both fields in shared memory, 16 offsets a block",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
