// An executable graph that destroys itself.
#pragma once
#include "cuda_stages/shared/streams.cuh"

namespace {

struct GraphExec {
  GraphExec() = default;
  ~GraphExec() {
    if (exec) (void)cudaGraphExecDestroy(exec);
  }
  GraphExec(const GraphExec &) = delete;
  GraphExec &operator=(const GraphExec &) = delete;
  cudaGraphExec_t exec = nullptr;
};

}  // namespace
