// zero-copy: no copies; the kernels read and write page-locked memory of the host.
//
// Changes: p is read over the bus by the kernels themselves, by the block as it fills its shared
//   memory; the kernel of the last axis writes lap to the host. Only the sum between two kernels
//   stays on the device.
// Why: a copy must end before a kernel begins, whereas here the bus works while others compute, and
//   a copy's start-up is gone. Against it: every kernel fetches the field again, a block of 16 x 16
//   with its halo of M = 8 twice what it computes, and nothing keeps it near.
// Expected: within 10 % of pinned on an H100: the kernels take 80 us instead of 7, for p crosses
//   the bus 2.6 times, and 45 us of copies go
// Launch: as pinned, but not its --block=16x16: blocks of 32 x 32 fetch 1.5 times what they compute
//   over the bus, 16 x 16 twice.
// Run: ladder --stage=zero-copy --threads=128 --block=32x32
#include "cuda_stages/wave/padded.cuh"
#include "cuda_stages/wave/shared_memory.cuh"

namespace {

__global__ void convolve_major_strip(Padded g, const float *p, float *lap) {
  convolve_strip(g, 0, g.all(), p, lap);
}

__global__ void convolve_minor_x(Padded g, const float *p, const float *lap, float *out) {
  convolve_block(g, taps_x, {0, g.nx, g.pz}, {0, g.ny, g.pz * g.px}, p, lap, out);
}

__global__ void convolve_minor_y(Padded g, const float *p, const float *lap, float *out) {
  convolve_block(g, taps_y, {0, g.ny, g.pz * g.px}, {0, g.nx, g.pz}, p, lap, out);
}

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), launch_(grid_, launch, convolve_minor_x, convolve_minor_y), lap_(grid_.all()),
        in_(grid_.all()), out_(grid_.all()) {
    copy_taps(c);
    CHECK(cudaMemset(lap_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    const int columns = grid_.nx * grid_.ny;
    const bool volume = grid_.ny > 1;
    pack(grid_, 0, columns, p, in_);
    convolve_major_strip<<<launch_.strips(grid_.all()), launch_.threads, launch_.strip_bytes>>>(
        grid_, in_, lap_);
    CHECK(cudaGetLastError());
    convolve_minor_x<<<launch_.blocks(grid_.nx, grid_.ny), launch_.block, launch_.block_bytes>>>(
        grid_, in_, lap_, volume ? lap_ : out_);
    CHECK(cudaGetLastError());
    if (volume) {
      convolve_minor_y<<<launch_.blocks(grid_.ny, grid_.nx), launch_.block, launch_.block_bytes>>>(
          grid_, in_, lap_, out_);
      CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    unpack(grid_, 0, columns, out_, lap);
  }

  ladder_launch used() const { return launch_.used(); }

 private:
  const Padded grid_;
  const SharedMemoryLaunch launch_;
  const DeviceBuffer<float> lap_;       // between two kernels
  const PinnedBuffer<float> in_, out_;  // the frames stay zero
};

const ladder_knob knobs[] = {SHARED_MEMORY_KNOBS(32)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "pinned",
                .change = "no copies: kernels read and write memory of the host", CUDA_KNOBS(knobs),
                CUDA_ENTRIES(Stage)};
