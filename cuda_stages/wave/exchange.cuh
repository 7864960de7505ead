// What a tile in shared memory looks like, and which of its cells a block sends to which neighbour
// and receives from it. No maths here.
#pragma once
#include "cuda_stages/shared/messages.cuh"
#include "cuda_stages/wave/entries.cuh"
#include "cuda_stages/wave/tiles.cuh"

namespace {

// Columns of `pitch` values that begin at 16 bytes, `halo` of them before the first and behind the
// last; cell (z, x) of the tile is at first + z + pitch * x.
struct Tile {
  int pitch, first, spare;  // from `spare` on nobody reads
  __host__ __device__ static constexpr int frame(int halo) { return (halo + 3) / 4 * 4; }
  __host__ __device__ Tile(const Tiling &t, int halo)
      : pitch(t.z + 2 * frame(halo)), first(frame(halo) + pitch * halo),
        spare(pitch * (t.x + 2 * halo)) {}
  __host__ __device__ int size() const { return spare + 16; }  // two a direction
};

// A word to send or to receive: its slot, -1 if there is none, and the places of its cells.
struct Packet {
  int slot;
  unsigned short a, b, c;
};

// A block exchanges strips `halo` deep with its four neighbours over sides, and squares of `corner`
// cells with the four over corners. A slot is of the block that receives.
struct Exchange {
  Tiling tiling;
  int halo, corner;
  Tile tile;
  unsigned without = 0;  // a bit for each direction in which no words go

  __host__ __device__ Exchange(const Tiling &t, int halo, int corner)
      : tiling(t), halo(halo), corner(corner), tile(t, halo) {}
  // Of a block; of all blocks; shared memory for two buffers.
  __host__ __device__ int words() const {
    return 2 * (words_of(0) + words_of(2)) + (corner ? 4 * words_of(4) : 0);
  }
  __host__ __device__ int all() const { return tiling.tiles() * words(); }
  __host__ __device__ int bytes() const { return 2 * tile.size() * 4; }

  // Word number w of block b.
  __device__ Packet to_send(int b, int w) const { return packet(b, w, false); }
  __device__ Packet to_receive(int b, int w) const { return packet(b, w, true); }

  // Directions: above, below, left, right, then corners; d ^ 1 is the opposite of d.
  __host__ __device__ static int step_z(int d) {
    return d == 0 || d == 4 || d == 6 ? -1 : d == 1 || d == 5 || d == 7 ? 1 : 0;
  }
  __host__ __device__ static int step_x(int d) {
    return d == 2 || d == 4 || d == 7 ? -1 : d == 3 || d == 5 || d == 6 ? 1 : 0;
  }
  // Cells of what goes in direction d, along z and along x.
  __host__ __device__ int cells_z(int d) const {
    return d >= 4 ? corner : d >= 2 ? tiling.z : halo;
  }
  __host__ __device__ int cells_x(int d) const {
    return d >= 4 ? corner : d >= 2 ? halo : tiling.x;
  }
  __host__ __device__ int words_of(int d) const { return (cells_z(d) * cells_x(d) + 2) / 3; }

  __host__ __device__ Packet packet(int b, int w, bool receive) const {
    const int directions = corner ? 8 : 4;
    int d = 0, k = w;
    while (d < directions && k >= words_of(d)) k -= words_of(d++);
    Packet packet = {-1, 0, 0, 0};
    if (d == directions || without >> d & 1) return packet;
    const int z = b % tiling.nz + step_z(d), x = b / tiling.nz + step_x(d);
    if (z < 0 || z >= tiling.nz || x < 0 || x >= tiling.nx) return packet;
    int begin = 0;  // what goes in direction d arrives from the opposite one
    for (int before = 0; before < (receive ? d : d ^ 1); ++before) begin += words_of(before);
    packet.slot = (receive ? b : z + tiling.nz * x) * words() + begin + k;
    packet.a = place(d, 3 * k, receive);
    packet.b = place(d, 3 * k + 1, receive);
    packet.c = place(d, 3 * k + 2, receive);
    return packet;
  }

  // The position of cell i of direction d: inside the tile to send it, in the halo to receive it.
  __host__ __device__ unsigned short place(int d, int i, bool receive) const {
    const int cz = cells_z(d), cx = cells_x(d);
    if (i >= cz * cx) return tile.spare + 2 * d + i - cz * cx;
    const int begin_z = begin(step_z(d), cz, tiling.z, receive);
    const int begin_x = begin(step_x(d), cx, tiling.x, receive);
    return tile.first + begin_z + i % cz + tile.pitch * (begin_x + i / cz);
  }
  __host__ __device__ static int begin(int step, int cells, int tile_cells, bool receive) {
    if (step < 0) return receive ? -cells : 0;
    if (step > 0) return receive ? tile_cells : tile_cells - cells;
    return 0;
  }
};

// The words that a thread sends and receives at every exchange, kept in its registers.

// A thread has at most `Held` words each way.
template <int Held>
class Halo {
 public:
  __device__ Halo(const Exchange &exchange, int block) {
#pragma unroll
    for (int h = 0; h < Held; ++h) {
      out_[h] = exchange.to_send(block, threadIdx.x + h * blockDim.x);
      in_[h] = exchange.to_receive(block, threadIdx.x + h * blockDim.x);
    }
  }

  // Cells of p, all of which must be complete, to the slots of this epoch.
  __device__ void send(Word *slots, const float *p, unsigned epoch) const {
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (out_[h].slot >= 0)
        put(slots + out_[h].slot, {p[out_[h].a], p[out_[h].b], p[out_[h].c], epoch});
  }

  // Waits for all words of this epoch; then they are in the halo of p, for this thread.
  __device__ void receive(const Word *slots, float *p, unsigned epoch) const {
    Word got[Held];
    bool waiting = true;
    while (waiting) {
      waiting = false;
#pragma unroll
      for (int h = 0; h < Held; ++h)
        if (in_[h].slot >= 0) got[h] = get(slots + in_[h].slot);
#pragma unroll
      for (int h = 0; h < Held; ++h) waiting |= in_[h].slot >= 0 && got[h].epoch != epoch;
    }
#pragma unroll
    for (int h = 0; h < Held; ++h)
      if (in_[h].slot >= 0) {
        p[in_[h].a] = got[h].a;
        p[in_[h].b] = got[h].b;
        p[in_[h].c] = got[h].c;
      }
  }

 private:
  Packet out_[Held], in_[Held];
};

}  // namespace
