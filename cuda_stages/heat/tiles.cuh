// How the field is divided among blocks that keep it, how a block's tile stands in shared memory, and which cells it
// sends to which neighbour and receives from it. No maths here.
#pragma once
#include <vector>

#include "cuda_stages/heat/field.cuh"
#include "cuda_stages/shared/messages.cuh"

namespace {

// Tiles of z by x by y cells, equal, and how many there are along each axis. The last ones may reach beyond the
// grid: there all is zero and stays so.
struct Tiling {
  int z, x, y;
  int nz, nx, ny;
  __host__ __device__ int tiles() const { return nz * nx * ny; }
};

inline Tiling tiling_of(const Grid &g, int z, int x, int y) {
  return {z, x, y, ceil_div(g.nz, z), ceil_div(g.nx, x), ceil_div(g.ny, y)};
}

// A tile with its frame of one cell. Lines begin at 16 bytes, so the frame along z is 4 cells of which one is
// used. Cell (z, x, y) of the tile stands at first + z + pitch * x + plane * y.
struct Tile {
  int pitch, plane, first, size;
  __host__ __device__ explicit Tile(const Tiling &t)
      : pitch(t.z + 8), plane(pitch * (t.x + 2)), first(4 + pitch + plane),
        size(plane * (t.y + 2)) {}
  __host__ __device__ int bytes() const { return size * 4; }
};

// What a thread exchanges with a neighbour: three cells of a side there, and the three beyond them back.
struct Packet {
  int slot;                // of the word that is sent; -1 if there is no neighbour
  unsigned short a, b, c;  // places of the cells in the tile
  short beyond;            // from a cell to the one beyond it, in the frame
};

// A block exchanges the outermost cells of its six sides with six neighbours. Word w of a block goes in
// direction d, and word w of its slots comes from there. Directions: down and up along z, then x, then y;
// d ^ 1 is the opposite of d.
struct Exchange {
  Tiling tiling;
  Tile tile;

  __host__ __device__ explicit Exchange(const Tiling &t) : tiling(t), tile(t) {}
  // Of a block; of all blocks.
  __host__ __device__ int words() const { return begin(6); }
  __host__ __device__ int all() const { return tiling.tiles() * words(); }

  // Word number w of block b.
  __device__ Packet packet(int b, int w) const {
    int d = 0;
    while (d < 6 && w >= begin(d + 1)) ++d;
    if (d == 6) return {-1, 0, 0, 0, 0};
    int at[3] = {b % tiling.nz, b / tiling.nz % tiling.nx, b / tiling.nz / tiling.nx};
    const int axis = d / 2, tiles = axis == 0 ? tiling.nz : axis == 1 ? tiling.nx : tiling.ny;
    const int stride = axis == 0 ? 1 : axis == 1 ? tile.pitch : tile.plane;
    at[axis] += d % 2 ? 1 : -1;
    if (at[axis] < 0 || at[axis] >= tiles) return {-1, 0, 0, 0, 0};
    const int neighbour = at[0] + tiling.nz * (at[1] + tiling.nx * at[2]), k = w - begin(d);
    return {neighbour * words() + begin(d ^ 1) + k, place(d, 3 * k), place(d, 3 * k + 1),
            place(d, 3 * k + 2), static_cast<short>(d % 2 ? stride : -stride)};
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

  // Where cell i of side d stands; the last word of a side may have its last cell more than once.
  __device__ unsigned short place(int d, int i) const {
    i = min(i, cells(d) - 1);
    const int u = i % fast(d), v = i / fast(d);
    const int edge = d % 2 ? (d < 2 ? tiling.z : d < 4 ? tiling.x : tiling.y) - 1 : 0;
    const int z = d < 2 ? edge : u, x = d < 2 ? u : d < 4 ? edge : v, y = d < 4 ? v : edge;
    return static_cast<unsigned short>(tile.first + z + tile.pitch * x + tile.plane * y);
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

  // Cells of p, all of which must stand, to the slots of this epoch.
  __device__ void send(Word *slots, const float *p, unsigned epoch) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h))
        put(slots + packet_[h].slot, {p[packet_[h].a], p[packet_[h].b], p[packet_[h].c], epoch});
  }

  // Asks for the words, which may not have come yet.
  __device__ void look(const Word *slots) {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h)) got_[h] = get(slots + own_ + h * blockDim.x);
  }

  // After a look: asks again until all words are of this epoch; then they stand in the frame of p, for this
  // thread.
  __device__ void receive(const Word *slots, float *p, unsigned epoch) {
    while (!arrived(epoch)) look(slots);
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (exists(h)) {
        float *const frame = p + packet_[h].beyond;
        frame[packet_[h].a] = got_[h].a;
        frame[packet_[h].b] = got_[h].b;
        frame[packet_[h].c] = got_[h].c;
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
