// What a thread of the stages from `wide` on does with a plane as it comes: `arrive` explains the
// idea with one cell a thread, here a thread has `Lines` lines of 4 cells. For each of its cells it
// keeps the values of the last M planes and the sums of the last M planes, which the planes to come
// complete.
#pragma once
#include "cuda_stages/wave3d/pieces.cuh"

namespace {

struct alignas(16) Quad {
  float c[4];
};

__host__ __device__ inline Quad load_quad(const float *p) {
  return *reinterpret_cast<const Quad *>(p);
}
__host__ __device__ inline void store_quad(float *p, const Quad &q) {
  *reinterpret_cast<Quad *>(p) = q;
}

// The cells before and behind the 4 of a thread that it loads with them, so that it loads whole
// quads.
__host__ __device__ constexpr int frame_along_z(int m) { return (m + 3) / 4 * 4; }

template <int M, int Lines>
struct Sums {
  Quad value[M][Lines] = {};  // [k]: of the plane that came k + 1 planes ago
  Quad sum[M][Lines] = {};    // what L p has there so far

  // A plane comes. p points to the first cell of the thread in it, lines are `pitch` apart. Now L p
  // is complete in the plane that came M planes ago; its value and sum are handed out.
  template <typename Taps>
  __host__ __device__ void take(const float *p, int pitch, const Taps &taps,
                                Quad (&old_value)[Lines], Quad (&old_sum)[Lines]) {
    Quad now[Lines], lap[Lines];
    along_z_and_x(p, pitch, taps, now, lap);
    pass_on(taps, now, lap, old_value, old_sum);
  }

  // As if a plane of zeros came.
  template <typename Taps>
  __host__ __device__ void take_nothing(const Taps &taps, Quad (&old_value)[Lines],
                                        Quad (&old_sum)[Lines]) {
    const Quad zero[Lines] = {};
    Quad lap[Lines] = {};
    pass_on(taps, zero, lap, old_value, old_sum);
  }

  // The taps along y: a plane with the values `now` comes, of which `lap` is known along z and x.
  template <typename Taps>
  __host__ __device__ void pass_on(const Taps &taps, const Quad (&now)[Lines], Quad (&lap)[Lines],
                                   Quad (&old_value)[Lines], Quad (&old_sum)[Lines]) {
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float c = now[i].c[j];
        float mine = fmaf(taps.y[0], c, lap[i].c[j]);
#pragma unroll
        for (int k = 1; k <= M; ++k) mine = fmaf(taps.y[k], value[k - 1][i].c[j], mine);
        old_sum[i].c[j] = fmaf(taps.y[M], c, sum[M - 1][i].c[j]);
        old_value[i].c[j] = value[M - 1][i].c[j];
#pragma unroll
        for (int k = M - 1; k > 0; --k) {
          sum[k][i].c[j] = fmaf(taps.y[k], c, sum[k - 1][i].c[j]);
          value[k][i].c[j] = value[k - 1][i].c[j];
        }
        sum[0][i].c[j] = mine;
        value[0][i].c[j] = c;
      }
  }

 private:
  // The taps of the centre stay apart: their sum would be rounded the same way in every cell at
  // every step, and such an error grows with the square of the steps.
  template <typename Taps>
  __host__ __device__ static void along_z_and_x(const float *p, int pitch, const Taps &taps,
                                                Quad (&now)[Lines], Quad (&lap)[Lines]) {
    constexpr int F = frame_along_z(M);
#pragma unroll
    for (int i = 0; i < Lines; ++i) {
      float line[2 * F + 4];
#pragma unroll
      for (int q = 0; q < 2 * F + 4; q += 4) {
        const Quad quad = load_quad(p + i * pitch - F + q);
#pragma unroll
        for (int j = 0; j < 4; ++j) line[q + j] = quad.c[j];
      }
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        now[i].c[j] = line[F + j];
        lap[i].c[j] = taps.z[0] * line[F + j];
#pragma unroll
        for (int k = 1; k <= M; ++k) {
          lap[i].c[j] = fmaf(taps.z[k], line[F + j - k], lap[i].c[j]);
          lap[i].c[j] = fmaf(taps.z[k], line[F + j + k], lap[i].c[j]);
        }
      }
    }
#pragma unroll
    for (int x = -M; x < Lines + M; ++x) {
      const Quad quad =
          x >= 0 && x < Lines ? now[x < 0 || x >= Lines ? 0 : x] : load_quad(p + x * pitch);
#pragma unroll
      for (int i = 0; i < Lines; ++i) {
        const int k = x < i ? i - x : x - i;
        if (k > M) continue;
#pragma unroll
        for (int j = 0; j < 4; ++j) lap[i].c[j] = fmaf(taps.x[k], quad.c[j], lap[i].c[j]);
      }
    }
  }
};

// The cells of a thread, `Lines` lines of 4 along z: what is left of a step when L p is known. No
// idea of a stage.

template <int Lines>
struct OwnCells {
  int iz, ix;         // the first one
  Quad taper[Lines];  // of z and x; 0 outside the grid

  __device__ OwnCells(const Step &s, int iz, int ix) : iz(iz), ix(ix) {
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const bool inside = iz + j >= 0 && iz + j < s.g.nz && ix + i >= 0 && ix + i < s.g.nx;
        taper[i].c[j] = inside ? s.sponge_z[iz + j] * s.sponge_x[ix + i] : 0.0f;
      }
  }

  // p(n+1) in plane iy. settled: p(n-1) has been tapered twice already.
  __device__ void finish(const Step &s, int iy, int n, bool settled, SourcesOnTheWay &sources,
                         const Quad (&now)[Lines], const Quad (&before)[Lines],
                         const Quad (&v2dt2)[Lines], const Quad (&lap)[Lines],
                         Quad (&next)[Lines]) const {
    const float sponge_y = s.sponge_y[iy];
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float second = settled ? 1.0f : taper[i].c[j] * sponge_y;
        next[i].c[j] = stepped(now[i].c[j], before[i].c[j], second, v2dt2[i].c[j], lap[i].c[j]);
      }
    sources.in_plane(iy, n, [&](int z, int x, float pulse) {
#pragma unroll
      for (int i = 0; i < Lines; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          if (z == iz + j && x == ix + i) next[i].c[j] += pulse;
    });
#pragma unroll
    for (int i = 0; i < Lines; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) next[i].c[j] *= taper[i].c[j] * sponge_y;
  }
};

}  // namespace
