// Words that go from a thread to the thread that has the neighbouring cells in another block: where
// they are, and how a thread sends and receives them. No maths here.
#pragma once
#include "cuda_stages/heat/patch.cuh"

namespace {

__host__ __device__ constexpr int words_of(int cells) { return (cells + 2) / 3; }

// How the sides of a block are divided into those of its threads' patches of 4 by x by y cells.
// Axes: z, x, y. A side has as many words as all its patches; the word number h of all patches are
// next to each other, so that a warp's accesses are.
struct WordPlaces {
  int patches[3], words[3];  // on a side across the axis, and of one of them

  __host__ __device__ WordPlaces(const Tiling &t, int x, int y)
      : patches{t.x / x * (t.y / y), t.z / 4 * (t.y / y), t.z / 4 * (t.x / x)},
        words{words_of(x * y), words_of(4 * y), words_of(4 * x)} {}
  __host__ __device__ int side(int axis) const { return patches[axis] * words[axis]; }
  // The first word of the low side; the high side is next.
  __host__ __device__ int begin(int axis) const {
    return (axis > 0 ? 2 * side(0) : 0) + (axis > 1 ? 2 * side(1) : 0);
  }
  __host__ __device__ int of_block() const { return begin(2) + 2 * side(2); }
};

// Whether no patch has two opposite sides with a neighbour each, which SideWords take for granted.
inline bool one_side_an_axis(const Tiling &t, int x, int y) {
  return (t.nz == 1 || t.z > 4) && (t.nx == 1 || t.x > x) && (t.ny == 1 || t.y > y);
}

// The words of one side of a thread's patch, `Cells` cells, which it exchanges with the thread on
// the other side. They have their places among those of the block that receives them, once for each
// parity of steps.
template <int Cells>
class SideWords {
 public:
  bool low = false, high = false;  // the side of the tile that the patch is at, if it has a
                                   // neighbour there

  // `at`: of the block along the axis, of `tiles`; `step`: blocks to the next one; `patch`: its
  // number on the side.
  __device__ void find(const WordPlaces &places, int axis, bool first, bool last, int patch, int at,
                       int tiles, int step) {
    low = first && at > 0, high = last && at < tiles - 1;
    apart_ = places.patches[axis];
    const int side = places.begin(axis) + patch, all = 2 * places.of_block(), block = blockIdx.x;
    own_ = block * all + side + (high ? places.side(axis) : 0);
    there_ = (block + (high ? step : -step)) * all + side + (high ? 0 : places.side(axis));
  }
  __device__ bool exists() const { return low || high; }

  // cell(i) to the thread there, as words of this epoch.
  template <typename Cell>
  __device__ void send(Word *slots, unsigned of_parity, unsigned epoch, Cell cell) const {
    Word *const to = slots + (there_ + of_parity);
    const auto value = [&](int i) { return i < Cells ? cell(i) : __uint_as_float(epoch); };
#pragma unroll
    for (int h = 0; h < count; ++h)
      put(to + h * apart_, {value(3 * h), value(3 * h + 1), value(3 * h + 2), epoch});
  }

  // Asks for the words, which may not have come yet.
  __device__ void look(const Word *slots, unsigned of_parity) {
    const Word *const from = slots + (own_ + of_parity);
#pragma unroll
    for (int h = 0; h < count; ++h) got_[h] = get(from + h * apart_);
  }
  // What the last word has no cell for is asked for too: of a word that is not used as a whole the
  // compiler loads the parts one by one.
  __device__ bool arrived(unsigned epoch) const {
    bool all = true;
#pragma unroll
    for (int h = 0; h < count; ++h) all &= got_[h].epoch == epoch;
#pragma unroll
    for (int i = Cells; i < 3 * count; ++i) all &= __float_as_uint(cell(i)) == epoch;
    return all;
  }
  // Of the cells on the other side, when all have arrived.
  __device__ float cell(int i) const {
    const Word &w = got_[i / 3];
    return i % 3 == 0 ? w.a : i % 3 == 1 ? w.b : w.c;
  }

 private:
  static constexpr int count = words_of(Cells);
  int apart_;
  unsigned own_, there_;
  Word got_[count];
};

// The words of a thread: of the cells of its patch that are on sides of its tile.
template <int X, int Y>
struct ThreadWords {
  SideWords<X * Y> ends;
  SideWords<4 * Y> of_x;
  SideWords<4 * X> of_y;

  __device__ ThreadWords(const Tiling &t, const OwnPatch<X, Y> &p) {
    const WordPlaces places(t, X, Y);
    const int b = blockIdx.x, at_z = b % t.nz, at_x = b / t.nz % t.nx, at_y = b / t.nz / t.nx;
    const int quad = p.z / 4, wide = p.x / X, deep = p.y / Y;
    ends.find(places, 0, p.computes && p.first, p.computes && p.last, wide + t.x / X * deep, at_z,
              t.nz, 1);
    of_x.find(places, 1, p.computes && p.x == 0, p.computes && p.x == t.x - X,
              quad + t.z / 4 * deep, at_x, t.nx, t.nz);
    of_y.find(places, 2, p.computes && p.y == 0, p.computes && p.y == t.y - Y,
              quad + t.z / 4 * wide, at_y, t.ny, t.nz * t.nx);
  }

  __device__ void send(Word *to, unsigned of_parity, unsigned epoch, const Quad (&p)[X][Y]) const {
    if (ends.exists())
      ends.send(to, of_parity, epoch, [&](int i) {
        const Quad &q = p[i % X][i / X];
        return ends.low ? q.c[0] : q.c[3];
      });
    if (of_x.exists()) {
      const auto send_x = [&](int x) {
        of_x.send(to, of_parity, epoch, [&](int i) { return p[x][i / 4].c[i % 4]; });
      };
      if (of_x.low)
        send_x(0);
      else
        send_x(X - 1);
    }
    if (of_y.exists()) {
      const auto send_y = [&](int y) {
        of_y.send(to, of_parity, epoch, [&](int i) { return p[i / 4][y].c[i % 4]; });
      };
      if (of_y.low)
        send_y(0);
      else
        send_y(Y - 1);
    }
  }

  // Asks for all words, which may not have come yet.
  __device__ void look(const Word *slots, unsigned of_parity) {
    if (ends.exists()) ends.look(slots, of_parity);
    if (of_x.exists()) of_x.look(slots, of_parity);
    if (of_y.exists()) of_y.look(slots, of_parity);
  }
  // After a look: asks again, all at once, for those of the sides of which a word is missing, until
  // all are of this epoch.
  __device__ void wait(const Word *slots, unsigned of_parity, unsigned epoch) {
    for (bool missing = true; missing;) {
      missing = false;
      const auto again = [&](auto &side) {
        if (!side.exists() || side.arrived(epoch)) return;
        side.look(slots, of_parity);
        missing = true;
      };
      again(ends), again(of_x), again(of_y);
    }
  }
};

// The sides of a tile that is as long as the grid along z, so that no words go there.
template <int Z, int X, int Y>
struct WholeLines {
  __device__ static Tiling of(Tiling t) {
    t = Sides<Z, X, Y>::of(t);
    t.nz = 1;
    return t;
  }
  static bool are(const Tiling &t) { return t.nz == 1 && Sides<Z, X, Y>::are(t); }
};

// T(n) of a tile, twice, with a frame of zeros.
__device__ inline void load_tile_twice(const KeptCase &r, const Exchange &e, const Origin &begin,
                                       float *field) {
  const Grid &g = r.g;
  const Tiling &t = e.tiling;
  const Tile &tile = e.tile;
  for (int i = threadIdx.x; i < tile.lines; i += blockDim.x) {
    const int z = i % tile.pitch, x = i / tile.pitch % (t.x + 2) - 1, y = i / tile.plane - 1;
    const int iz = begin.z + z, ix = begin.x + x, iy = begin.y + y;
    const bool own = x >= 0 && x < t.x && y >= 0 && y < t.y;
    field[i] = field[i + tile.lines] =
        own && iz < g.nz && ix < g.nx && iy < g.ny ? r.now[g.at(iz, ix, iy)] : 0.0f;
  }
}

// Gives each thread another patch along x, by two warps more for every patch along y. Every fourth
// warp is on the same scheduler, and of the warps with a side along x all would be on two of four.
template <int X, int Y>
__device__ inline void spread_over_schedulers(OwnPatch<X, Y> &p, const KeptCase &r,
                                              const Exchange &e, const float *field) {
  const Tiling &t = e.tiling;
  const int x = (p.x + 2 * 32 / (t.z / 4) * X * (p.y / Y)) % t.x, moved = x - p.x;
  p.x = x, p.ix += moved, p.place += moved * e.tile.pitch, p.of_ends += moved;
  p.changing = 0;
#pragma unroll
  for (int k = 0; k < Y; ++k)
#pragma unroll
    for (int i = 0; i < X; ++i) {
      if (p.ix + i > 0 && p.ix + i < r.g.nx - 1 && p.iy + k > 0 && p.iy + k < r.g.ny - 1)
        p.changing |= 1u << (i + X * k);
      p.own[i][k] = load_quad(field + p.place + i * e.tile.pitch + k * e.tile.plane);
    }
}

// The patch to the tile in shared memory, what other threads of the block read: not its lines in
// the middle.
template <int X, int Y>
__device__ inline void show_lines(const OwnPatch<X, Y> &p, const Tile &tile, float *field) {
  if (!p.computes) return;
#pragma unroll
  for (int k = 0; k < Y; ++k)
#pragma unroll
    for (int i = 0; i < X; ++i)
      if (i == 0 || i == X - 1 || k == 0 || k == Y - 1)
        store_quad(field + p.place + i * tile.pitch + k * tile.plane, p.own[i][k]);
}

}  // namespace
