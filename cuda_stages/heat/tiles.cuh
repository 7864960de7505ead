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
  int pitch, plane, first, spare;  // from `spare` on nobody reads
  __host__ __device__ explicit Tile(const Tiling &t)
      : pitch(t.z + 8), plane(pitch * (t.x + 2)), first(4 + pitch + plane),
        spare(plane * (t.y + 2)) {}
  __host__ __device__ int size() const { return spare + 12; }  // two a direction
  __host__ __device__ int bytes() const { return size() * 4; }
};

// A word to send or to receive: its slot, -1 if there is none, and the places of its cells.
struct Packet {
  int slot;
  unsigned short a, b, c;
};

// A block exchanges the outermost cells of its six sides with six neighbours. A slot is of the block that
// receives. Directions: down and up along z, then x, then y; d ^ 1 is the opposite of d.
struct Exchange {
  Tiling tiling;
  Tile tile;

  __host__ __device__ explicit Exchange(const Tiling &t) : tiling(t), tile(t) {}
  // Of a block; of all blocks.
  __host__ __device__ int words() const { return 2 * (words_of(0) + words_of(2) + words_of(4)); }
  __host__ __device__ int all() const { return tiling.tiles() * words(); }

  // Word number w of block b.
  __device__ Packet packet(int b, int w, bool receive) const {
    int d = 0, k = w;
    while (d < 6 && k >= words_of(d)) k -= words_of(d++);
    Packet packet = {-1, 0, 0, 0};
    if (d == 6) return packet;
    int at[3] = {b % tiling.nz, b / tiling.nz % tiling.nx, b / tiling.nz / tiling.nx};
    const int axis = d / 2, tiles = axis == 0 ? tiling.nz : axis == 1 ? tiling.nx : tiling.ny;
    at[axis] += d % 2 ? 1 : -1;
    if (at[axis] < 0 || at[axis] >= tiles) return packet;
    const int neighbour = at[0] + tiling.nz * (at[1] + tiling.nx * at[2]);
    int begin = 0;  // what goes in direction d arrives from the opposite one
    for (int before = 0; before < (receive ? d : d ^ 1); ++before) begin += words_of(before);
    packet.slot = (receive ? b : neighbour) * words() + begin + k;
    packet.a = place(d, 3 * k, receive);
    packet.b = place(d, 3 * k + 1, receive);
    packet.c = place(d, 3 * k + 2, receive);
    return packet;
  }

 private:
  // Cells of the side in direction d, along its faster axis and in all.
  __host__ __device__ int fast(int d) const { return d < 2 ? tiling.x : tiling.z; }
  __host__ __device__ int cells(int d) const { return fast(d) * (d < 4 ? tiling.y : tiling.x); }
  __host__ __device__ int words_of(int d) const { return (cells(d) + 2) / 3; }

  // Where cell i of direction d stands: inside the tile to send it, in the frame to receive it.
  __device__ unsigned short place(int d, int i, bool receive) const {
    if (i >= cells(d)) return tile.spare + 2 * d + i - cells(d);
    const int u = i % fast(d), v = i / fast(d);
    const int low = receive ? -1 : 0, high = receive ? 0 : -1;  // from the tile's ends
    const int edge = d % 2 ? (d < 2 ? tiling.z : d < 4 ? tiling.x : tiling.y) + high : low;
    const int z = d < 2 ? edge : u, x = d < 2 ? u : d < 4 ? edge : v, y = d < 4 ? v : edge;
    return tile.first + z + tile.pitch * x + tile.plane * y;
  }
};

// The words that a thread sends and receives at every exchange, kept in its registers: at most `Held` each way.
template <int Held>
class Halo {
 public:
  __device__ Halo(const Exchange &exchange, int block) {
#pragma unroll
    for (int h = 0; h < Held; ++h) {
      out_[h] = exchange.packet(block, threadIdx.x + h * blockDim.x, false);
      in_[h] = exchange.packet(block, threadIdx.x + h * blockDim.x, true);
    }
  }

  // Cells of p, all of which must stand, to the slots of this epoch.
  __device__ void send(Word *slots, const float *p, unsigned epoch) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (out_[h].slot >= 0)
        put(slots + out_[h].slot, {p[out_[h].a], p[out_[h].b], p[out_[h].c], epoch});
  }

  // Asks for the words, which may not have come yet.
  __device__ void look(const Word *slots) {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (in_[h].slot >= 0) got_[h] = get(slots + in_[h].slot);
  }

  // After a look: asks again until all words are of this epoch; then they stand in the frame of p, for this
  // thread.
  __device__ void receive(const Word *slots, float *p, unsigned epoch) {
    while (!arrived(epoch)) look(slots);
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (in_[h].slot >= 0) {
        p[in_[h].a] = got_[h].a;
        p[in_[h].b] = got_[h].b;
        p[in_[h].c] = got_[h].c;
      }
  }

 private:
  __device__ bool arrived(unsigned epoch) const {
    bool all = true;
#pragma unroll
    for (int h = 0; h < Held; ++h) all &= in_[h].slot < 0 || got_[h].epoch == epoch;
    return all;
  }

  Packet out_[Held], in_[Held];
  Word got_[Held];
};

}  // namespace
