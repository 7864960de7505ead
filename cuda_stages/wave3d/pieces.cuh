// How a field is cut for blocks that march along y: tiles of z by x cells, and pieces of so many
// planes. No maths here.
#pragma once
#include <climits>
#include <cmath>

#include "cuda_stages/wave3d/run.cuh"

namespace {

// As many planes as let the device be done soonest, at most `most`; or `given`. Blocks that are at
// once on the device begin together, and each takes in M planes before it makes the first one, and
// M behind its last one. The host of `ladder predict` chooses by the same rule, for a device that
// need not be there.
inline int planes_of_piece(int given, const Grid &g, int z, int x, double at_once, int most) {
  if (given) return given;
  const double tiles = double(ceil_div(g.nz, z)) * ceil_div(g.nx, x);
  int best = std::min(g.ny, most);
  double least = 0;
  for (int pieces = ceil_div(g.ny, most); pieces <= g.ny; ++pieces) {
    const int planes = ceil_div(g.ny, pieces);
    const double cost = std::ceil(tiles * ceil_div(g.ny, planes) / at_once) * (planes + 2 * g.m);
    if (least == 0 || cost < 0.99 * least) best = planes, least = cost;
    if (planes < 4) break;
  }
  return best;
}

// Short pieces keep neighbours together: what one of them loads, the other one finds in the
// second-level cache. And multiprocessors are not equally fast: the fast ones take more pieces. But
// each takes in 2M planes more than it makes.
constexpr int short_piece = 64;
inline int most_planes(const Grid &g) { return g.m <= 4 ? short_piece : g.ny; }

// The planes that piece `piece` makes, [begin, end), and those that come: a plane makes that M
// planes before complete.
struct Piece {
  int begin, end, first, last;
  __device__ Piece(const Grid &g, int planes, int piece)
      : begin(piece * planes), end(min(g.ny, begin + planes)), first(max(0, begin - g.m)),
        last(end - 1 + g.m) {}
  __device__ Piece(int begin, int end, int m)
      : begin(begin), end(end), first(max(0, begin - m)), last(end - 1 + m) {}
};

// The sources of a block that marches along y, by y: asked for one plane after the other.
class SourcesOnTheWay {
 public:
  __device__ explicit SourcesOnTheWay(const Step &s) : SourcesOnTheWay(s, s.sources.of_block()) {}
  // `shift`: the plane of the whole case that is plane 0 here.
  __device__ SourcesOnTheWay(const Step &s, int2 own, int shift = 0)
      : s_(s), at_(own.x), end_(own.y), shift_(shift) {
    look();
  }
  // Calls add(z, x, pulse) for each source in plane iy, the pulse being that of step n.
  template <typename Add>
  __device__ void in_plane(int iy, int n, Add add) {
    for (; y_ <= iy; ++at_, look()) {
      const Source &source = s_.sources.source[at_];
      if (y_ == iy) add(source.z, source.x, s_.pulse(source, n));
    }
  }

 private:
  __device__ void look() { y_ = at_ < end_ ? s_.sources.source[at_].y - shift_ : INT_MAX; }

  const Step &s_;
  int at_, end_, shift_, y_;
};

}  // namespace
