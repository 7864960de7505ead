// The halo of a tile as lines: what crosses an edge at one place of it is a line of M values, which
// one thread of a block hands to one thread of the next block. No maths here.
//
// Line (side, at): cell i of it is the i-th from the edge, inside the tile; the neighbour's line of
// the opposite side with the same `at` is its continuation. Above and below, `at` counts along x;
// left and right, along z.
#pragma once
#include "cuda_stages/shared/messages.cuh"
#include "cuda_stages/wave/entries.cuh"
#include "cuda_stages/wave/tiles.cuh"

namespace {

enum Side { above, below, left, right, no_side };

struct Line {
  int side = no_side, at = 0;
};

// Columns of `pitch` values that begin at 16 bytes, `halo` zero ones before the first and behind
// the last, and between two columns zeros for both. The halo is never written: it is the border of
// the grid, and what a tile has of its neighbours does not come through here.
struct BareTile {
  int pitch, first, cells;
  __host__ __device__ static constexpr int frame(int halo) { return (halo + 3) / 4 * 4; }
  __host__ __device__ BareTile(const Tiling &t, int halo)
      : pitch((t.z + frame(halo)) | 4),  // an odd number of quads: fewer bank conflicts along x
        first(frame(halo) + pitch * halo), cells(frame(halo) + pitch * (t.x + 2 * halo)) {}
  __host__ __device__ int size() const { return (cells + 3) / 4 * 4; }
};

struct Lines {
  Tiling tiling;
  int halo;
  BareTile tile;

  __host__ __device__ Lines(const Tiling &t, int halo) : tiling(t), halo(halo), tile(t, halo) {}

  // Where both axes are cut, the lines of a corner are in one warp: half of the lanes have those
  // along z, half those along x, because they share their cells.
  __host__ __device__ bool corners() const { return tiling.nz > 1 && tiling.nx > 1; }
  __host__ __device__ int half_corner() const { return halo <= 8 ? 8 : 16; }
  __host__ __device__ int in_corners() const { return corners() ? 8 * half_corner() : 0; }
  // Threads that lines are dealt out to; some of those in corners have none.
  __host__ __device__ int threads() const {
    const int skipped = corners() ? 2 * halo : 0;
    return in_corners() + 2 * (tiling.x - skipped) + 2 * (tiling.z - skipped);
  }

  // The line that thread l has.
  __device__ Line of_thread(int l) const {
    Line line;
    if (l < 0) return line;
    if (l < in_corners()) {
      const int half = half_corner(), corner = l / (2 * half), k = l % half;
      const bool low = corner & 1, far = corner & 2;  // below, right
      if (k >= halo) return line;
      if (l % (2 * half) < half)
        line = {low ? below : above, far ? tiling.x - 1 - k : k};
      else
        line = {far ? right : left, low ? tiling.z - 1 - k : k};
    } else {
      l -= in_corners();
      const int skipped = corners() ? halo : 0;
      const int across = tiling.x - 2 * skipped, along = tiling.z - 2 * skipped;
      if (l < 2 * across)
        line = {l / across, skipped + l % across};
      else if (l < 2 * across + 2 * along)
        line = {left + (l - 2 * across) / along, skipped + (l - 2 * across) % along};
    }
    return line;
  }

  // The tile beyond the line, -1 if there is none.
  __device__ int neighbour(int block, const Line &line) const {
    const int z = block % tiling.nz + (line.side == below) - (line.side == above);
    const int x = block / tiling.nz + (line.side == right) - (line.side == left);
    const bool none = line.side == no_side || z < 0 || z >= tiling.nz || x < 0 || x >= tiling.nx;
    return none ? -1 : z + tiling.nz * x;
  }

  // Cell i of a line within its tile; from -1 on downwards, the neighbour's.
  __device__ int z(const Line &line, int i) const {
    return line.side == above ? i : line.side == below ? tiling.z - 1 - i : line.at;
  }
  __device__ int x(const Line &line, int i) const {
    return line.side == left ? i : line.side == right ? tiling.x - 1 - i : line.at;
  }

  // Words of three values.
  __host__ __device__ static constexpr int words(int halo) { return (halo + 2) / 3; }
  __host__ __device__ int lines() const { return 2 * (tiling.z + tiling.x); }
  __host__ __device__ int all() const { return tiling.tiles() * words(halo) * lines(); }
  // The first word that a block receives on a line; the others follow lines() apart.
  __device__ int slot(int block, const Line &line) const {
    const int before =
        line.side < left ? line.side * tiling.x : 2 * tiling.x + (line.side - left) * tiling.z;
    return block * words(halo) * lines() + before + line.at;
  }
  __device__ static Line opposite(const Line &line) { return {line.side ^ 1, line.at}; }

  // Shared memory: two buffers.
  __host__ __device__ int bytes() const { return 2 * tile.size() * int(sizeof(float)); }
};

// What a thread has of its line: its cells in the tile, and its words.
struct LineEnd {
  bool exists = false, along_z = false;
  bool crossed = false;      // by a line of the other axis, in the same warp
  int cell = 0, stride = 0;  // cell i is at cell + i * stride
  int in = 0, out = 0;       // its first words, among those of one epoch

  __device__ LineEnd(const Lines &lines, int block, const Line &line) {
    const int neighbour = lines.neighbour(block, line);
    if (neighbour < 0) return;
    exists = true;
    along_z = line.side == above || line.side == below;
    const int last = (along_z ? lines.tiling.x : lines.tiling.z) - 1;
    crossed = lines.corners() && (line.at < lines.halo || last - line.at < lines.halo);
    const bool backwards = line.side == below || line.side == right;
    cell = lines.tile.first + lines.z(line, 0) + lines.tile.pitch * lines.x(line, 0);
    stride = (along_z ? 1 : lines.tile.pitch) * (backwards ? -1 : 1);
    in = lines.slot(block, line);
    out = lines.slot(neighbour, Lines::opposite(line));
  }

  // A look at the words, which lie at `words` + in and `apart` from each other.
  template <int Count>
  __device__ void look(const Word *words, int apart, Word (&got)[Count]) const {
#pragma unroll
    for (int w = 0; w < Count; ++w) got[w] = get(words + in + w * apart);
  }

  // Looks again until all are of `epoch`; then they are the M values beyond the edge, the nearest
  // first.
  template <int M, int Count>
  __device__ void receive(const Word *words, int apart, unsigned epoch, Word (&got)[Count],
                          float (&halo)[M]) const {
    static_assert(Count == Lines::words(M));
    const auto complete = [&] {
      bool all = true;
#pragma unroll
      for (int w = 0; w < Count; ++w) all = all && got[w].epoch == epoch;
      return all;
    };
    while (!complete()) look(words, apart, got);
#pragma unroll
    for (int i = 0; i < M; ++i)
      halo[i] = i % 3 == 0 ? got[i / 3].a : i % 3 == 1 ? got[i / 3].b : got[i / 3].c;
  }

  // Puts the words of `epoch` there, from `words` + out for the neighbour, or + in for this thread.
  template <int M>
  __device__ static void send(Word *words, int apart, unsigned epoch, const float (&values)[M]) {
#pragma unroll
    for (int w = 0; w < Lines::words(M); ++w) {
      const int i = 3 * w;
      put(words + w * apart,
          {values[i], i + 1 < M ? values[i + 1] : 0.0f, i + 2 < M ? values[i + 2] : 0.0f, epoch});
    }
  }

  // The line's cells in a tile.
  template <int M>
  __device__ void load(const float *field, float (&values)[M]) const {
#pragma unroll
    for (int i = 0; i < M; ++i) values[i] = field[cell + i * stride];
  }
  template <int M>
  __device__ void store(const float (&values)[M], float *field) const {
#pragma unroll
    for (int i = 0; i < M; ++i) field[cell + i * stride] = values[i];
  }
};

}  // namespace
