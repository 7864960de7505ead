// pinned: the copies go through page-locked memory.
//
// Changes: the host takes p into the padded layout in page-locked memory, one copy without gaps
//   brings it to the device, and lap comes back alike. The kernels are those of smem.
// Why: from pageable memory the driver stages every copy itself, and row by row where rows have
//   gaps: over half of smem's time. A page-locked megabyte needs 23 us each way, and what remains
//   are two passes of the host over the field. To register the harness' own arrays would save those
//   too, but the contract lends them for one call: memory that is freed and mapped again at the
//   same address would still be registered, with the old pages behind it, and the device would read
//   those. Registering and undoing it in each call costs more than the passes.
// Expected: 0.45 ms a step on an H100, 0.6 times smem: copies 45 us, two passes of the host over
//   the field 130 us, the driver's own loops 250 us; the kernels do not change
// Launch: as smem.
// Run: ladder --stage=pinned --threads=128 --block=16x16
#include "cuda_stages/wave/padded.cuh"
#include "cuda_stages/wave/smem_operator.cuh"

namespace {

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : grid_(c), operator_(c, launch), p_(grid_.all()), lap_(grid_.all()), in_(grid_.all()),
        out_(grid_.all()) {
    CHECK(cudaMemset(lap_, 0, grid_.all() * sizeof(float)));
  }

  void laplacian(const float *p, float *lap) {
    const int columns = grid_.nx * grid_.ny;
    const std::size_t bytes = grid_.all() * sizeof(float);
    pack(grid_, 0, columns, p, in_);
    CHECK(cudaMemcpyAsync(p_, in_, bytes, cudaMemcpyHostToDevice));
    operator_.run(p_, lap_);
    CHECK(cudaMemcpyAsync(out_, lap_, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaDeviceSynchronize());
    unpack(grid_, 0, columns, out_, lap);
  }

  ladder_launch used() const { return operator_.used(); }

 private:
  const Padded grid_;
  const SmemOperator operator_;
  const DeviceBuffer<float> p_, lap_;
  const PinnedBuffer<float> in_, out_;  // the frames stay zero
};

const ladder_knob knobs[] = {SHARED_MEMORY_KNOBS(16)};

}  // namespace

LADDER_STAGE = {LADDER_WAVE_FRAME, .parent = "smem",
                .change = "copies through page-locked memory, the host packs and unpacks",
                CUDA_KNOBS(knobs), CUDA_ENTRIES(Stage)};

#include "cuda_stages/wave/26_smem.counts.cuh"
