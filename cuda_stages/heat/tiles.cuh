// How the field is divided among blocks that keep it, how a block's tile is laid out in shared
// memory, and which cells it sends to which neighbour and receives from it. No maths here.
#pragma once
#include <vector>

#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/messages.cuh"

namespace {

// Tiles of z by x by y cells, equal, and how many there are along each axis. The last ones may
// reach beyond the
// grid: there all is zero and stays so.
struct Tiling {
  int z, x, y;
  int nz, nx, ny;
  __host__ __device__ int tiles() const { return nz * nx * ny; }
};

// The sides of a tile where the compiler knows them, so that places in it are constants; 0 where it
// does not.
template <int Z, int X, int Y>
struct Sides {
  __device__ static Tiling of(Tiling t) {
    if (Z > 0) t.z = Z, t.x = X, t.y = Y;
    return t;
  }
  static bool are(const Tiling &t) { return t.z == Z && t.x == X && t.y == Y; }
};

inline Tiling tiling_of(const Grid &g, int z, int x, int y) {
  return {z, x, y, ceil_div(g.nz, z), ceil_div(g.nx, x), ceil_div(g.ny, y)};
}

// A tile in shared memory. Its lines have a frame of one line along x and y: cell (z, x, y) of the
// tile is at first + z + pitch * x + plane * y. What is beyond its ends along z is stored
// separately, a value for each line in the order of the lines, and so do its own first and last
// cells along z: side by side, where the ends of lines would meet in few banks. What is beyond the
// sides along x and y is in the frame or, where a stage wants it, apart too, in the order of the
// side's cells. d: down and up along z, then x, then y.
struct Tile {
  int pitch, plane, first;
  int lines, end, side_x,
      side_y;  // sizes: of all lines; of the values at one end; of a side along x and y

  __host__ __device__ explicit Tile(const Tiling &t)
      : pitch(t.z), plane(pitch * (t.x + 2)), first(pitch + plane), lines(plane * (t.y + 2)),
        end((t.x * t.y + 3) / 4 * 4), side_x(t.z * t.y), side_y(t.z * t.x) {}
  __host__ __device__ int own_end(int d) const { return lines + d * end; }
  __host__ __device__ int beyond_end(int d) const { return lines + (2 + d) * end; }
  __host__ __device__ int beyond_side(int d) const {
    return lines + 4 * end + (d < 4 ? (d - 2) * side_x : 2 * side_x + (d - 4) * side_y);
  }
  // With the frame; with all sides apart.
  __host__ __device__ int size() const { return beyond_side(2); }
  __host__ __device__ int size_apart() const { return beyond_side(6); }
};

// What a thread exchanges with a neighbour: three cells of a side there, and the three beyond them
// back.
struct Packet {
  int slot;                  // of the word that is sent; -1 if there is no neighbour
  unsigned short from[3];    // places of the cells in the tile
  unsigned short beyond[3];  // and of those beyond them
};

// A block exchanges the outermost cells of its six sides with six neighbours. Word w of a block
// goes in direction d, and word w of its slots comes from there. Directions: down and up along z,
// then x, then y; d ^ 1 is the opposite of d.
struct Exchange {
  Tiling tiling;
  Tile tile;
  bool apart;  // what is beyond the sides along x and y is stored separately

  __host__ __device__ explicit Exchange(const Tiling &t, bool apart = false)
      : tiling(t), tile(t), apart(apart) {}
  // Of a block; of all blocks.
  __host__ __device__ int words() const { return begin(6); }
  __host__ __device__ int all() const { return tiling.tiles() * words(); }

  // Word number w of block b.
  __device__ Packet packet(int b, int w) const {
    int d = 0;
    while (d < 6 && w >= begin(d + 1)) ++d;
    if (d == 6) return {-1};
    int at[3] = {b % tiling.nz, b / tiling.nz % tiling.nx, b / tiling.nz / tiling.nx};
    const int axis = d / 2, tiles = axis == 0 ? tiling.nz : axis == 1 ? tiling.nx : tiling.ny;
    at[axis] += d % 2 ? 1 : -1;
    if (at[axis] < 0 || at[axis] >= tiles) return {-1};
    const int neighbour = at[0] + tiling.nz * (at[1] + tiling.nx * at[2]), k = w - begin(d);
    Packet packet = {neighbour * words() + begin(d ^ 1) + k};
    for (int i = 0; i < 3; ++i) {
      // The last word of a side may have its last cell more than once.
      const int cell = min(3 * k + i, cells(d) - 1);
      packet.from[i] = d < 2 ? tile.own_end(d) + cell : place(d, cell);
      packet.beyond[i] =
          d < 2   ? tile.beyond_end(d) + cell
          : apart ? tile.beyond_side(d) + cell
                  : place(d, cell) + (d % 2 ? 1 : -1) * (d < 4 ? tile.pitch : tile.plane);
    }
    return packet;
  }

 private:
  // Cells of the side in direction d, along its faster axis and in all.
  __host__ __device__ int fast(int d) const { return d < 2 ? tiling.x : tiling.z; }
  __host__ __device__ int cells(int d) const { return fast(d) * (d < 4 ? tiling.y : tiling.x); }
  // The first word of direction d.
  __host__ __device__ int begin(int d) const {
    int words = 0;
    for (int before = 0; before < d; ++before) words += (cells(before) + 2) / 3;
    return words;
  }

  // The position of cell i of a side along x or y.
  __device__ int place(int d, int i) const {
    const int z = i % tiling.z, v = i / tiling.z, last = (d < 4 ? tiling.x : tiling.y) - 1;
    const int edge = d % 2 ? last : 0, x = d < 4 ? edge : v, y = d < 4 ? v : edge;
    return tile.first + z + tile.pitch * x + tile.plane * y;
  }
};

// The words that a thread exchanges, kept in its registers: at most `Held` each way.
template <int Held>
class Halo {
 public:
  __device__ Halo(const Exchange &exchange, int block)
      : own_(block * exchange.words() + threadIdx.x) {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      packet_[h] = exchange.packet(block, threadIdx.x + h * blockDim.x);
  }

  // Cells of p, all of which must be complete, to the slots of this epoch.
  __device__ void send(Word *slots, const float *p, unsigned epoch) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h))
        put(slots + packet_[h].slot,
            {p[packet_[h].from[0]], p[packet_[h].from[1]], p[packet_[h].from[2]], epoch});
  }

  // Asks for the words, which may not have come yet.
  __device__ void look(const Word *slots) {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h)) got_[h] = get(slots + own_ + h * blockDim.x);
  }

  // After a look: asks again for the words that are missing, all at once, until all are of this
  // epoch; then they stand beyond the sides in p, for this thread.
  __device__ void receive(const Word *slots, float *p, unsigned epoch) {
    while (!arrived(epoch)) {
#pragma unroll
      for (int h = 0; h < Held; ++h)
        if (exists(h) && got_[h].epoch != epoch) got_[h] = get(slots + own_ + h * blockDim.x);
    }
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h)) {
        p[packet_[h].beyond[0]] = got_[h].a;
        p[packet_[h].beyond[1]] = got_[h].b;
        p[packet_[h].beyond[2]] = got_[h].c;
      }
  }

 private:
  __device__ bool exists(int h) const { return packet_[h].slot >= 0; }
  __device__ bool arrived(unsigned epoch) const {
    bool all = true;
#pragma unroll
    for (int h = 0; h < Held; ++h) all &= !exists(h) || got_[h].epoch == epoch;
    return all;
  }

  const int own_;  // the first slot of this thread's words
  Packet packet_[Held];
  Word got_[Held];
};

}  // namespace
