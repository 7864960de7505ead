// The steps of a slab that is alone in its process, in two launches: the ends, which neighbours
// wait for, and the inside. How halos travel is the stage's own.
#pragma once
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/wave3d/rank_slab.cuh"
#include "cuda_stages/wave3d/slab_march.cuh"

namespace {

class OverlappingRank : public SlabStage<SlabKernel, RankSlab> {
 protected:
  OverlappingRank(const ladder_wave &c, const ladder_launch &launch)
      : SlabStage(c, launch, 2 * c.half_length,
                  [&](const Slots &slots) { return slab_kernel(c.half_length, slots); }),
        slab_(slabs_.slab()), urgent_(slab_.device), m_(c.half_length) {}

  // The M planes at each end that has a neighbour, in the urgent stream. They read the inside of
  // the step before, and wait for it; the inside of this step reads the ends of the step before,
  // and waits for them.
  void make_ends() {
    if (slabs_.count() == 1) return;
    if (taken_ > 0) {
      CHECK(cudaStreamWaitEvent(slab_.stream, urgent_.made()));
      CHECK(cudaStreamWaitEvent(urgent_, slab_.done[(taken_ + 1) % 2]));
    }
    launch(slab_, {{slab_.planes.first(), inside()}, {inside_end(), slab_.planes.last()}, m_},
           urgent_);
  }
  // What is in the urgent stream so far is what the inside of the next step waits for.
  void ends_stand() {
    if (slabs_.count() > 1) CHECK(cudaEventRecord(urgent_.made(), urgent_));
  }
  void make_inside() {
    launch(slab_, {{inside(), inside_end()}, {}, planes_}, slab_.stream);
    CHECK(cudaEventRecord(slab_.done[taken_ % 2], slab_.stream));
  }
  void took_step() {
    slab_.run.took_steps(1);
    ++taken_;
  }

  Slab &slab_;
  const UrgentStream urgent_;

 private:
  int inside() const { return slab_.planes.first() + (slabs_.below() < 0 ? 0 : m_); }
  int inside_end() const { return slab_.planes.last() - (slabs_.above() < 0 ? 0 : m_); }

  const int m_;
  std::int64_t taken_ = 0;
};

}  // namespace
