// How many planes a thread that marches along y computes. No maths here.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

inline int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

// As many as let the device be done soonest, or `given`: blocks that are at once on the device
// begin together, and each reads two planes more than it computes. Not fewer than 4, and at most
// `most`, so that no few blocks are the last to end, and so that small blocks cannot drift far
// apart. The host of `ladder predict` chooses by the same rule, for a device that need not be
// there.
inline int planes_of_piece(int given, const Grid &g, const dim3 &cells_of_block, double at_once,
                           int most = 128) {
  if (given) return given;
  const double of_plane =
      double(ceil_div(g.nz, cells_of_block.x)) * ceil_div(g.nx, cells_of_block.y);
  int best = std::min(g.ny, most);
  double least = 0;
  for (int pieces = 1; pieces <= g.ny; ++pieces) {
    const int planes = ceil_div(g.ny, pieces);
    if (planes > most) continue;
    if (planes < 4) break;
    const double cost = std::ceil(of_plane * ceil_div(g.ny, planes) / at_once) * (planes + 2);
    if (least == 0 || cost < least) best = planes, least = cost;
  }
  return best;
}

// How many blocks of a kernel are on the device at once.
template <typename Kernel>
double blocks_at_once(Kernel kernel, const dim3 &block, int shared_bytes = 0) {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block.x * block.y,
                                                      shared_bytes));
  return double(std::max(blocks, 1)) * device_attribute(cudaDevAttrMultiProcessorCount);
}

// The planes of piece `piece` that change: [first, end).
struct Piece {
  int first, end;
  __device__ Piece(const Grid &g, int planes, int piece)
      : first(max(1, piece * planes)), end(min(g.ny - 1, (piece + 1) * planes)) {}
};

// Many steps a launch, as fused-graph explains: the same for the stages after it.

class GraphRun {
 public:
  // Starts a step from buffer k of the field into the other one.
  using Launch = std::function<void(cudaStream_t, int k)>;

  GraphRun(int length, Launch launch) : length_(length), launch_(std::move(launch)) {
    for (int k : {0, 1}) capture(graphs_[k], k);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void advance(Field &field, int count) {
    for (; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[field.which()].exec, stream_));
      if (length_ % 2) field.swap();
    }
    for (; count > 0; --count, field.swap()) launch_(stream_, field.which());
    CHECK(cudaStreamSynchronize(stream_));
  }

  int length() const { return length_; }

 private:
  void capture(GraphExec &graph, int k) {
    ::capture(graph, stream_, [&] {
      for (int i = 0; i < length_; ++i) launch_(stream_, (k + i) % 2);
    });
  }

  const int length_;  // steps of a graph
  const Launch launch_;
  const Stream stream_;
  GraphExec graphs_[2];  // either buffer may be T(n) when a graph begins
};

}  // namespace
