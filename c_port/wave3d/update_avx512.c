/* tile_step.h for processors with AVX-512: 16 sums of 16 floats, in half of the 32 registers. */
#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#include <immintrin.h>
enum { LANES = 16, TILE_X = 4, TILE_Y = 4 };
#define SHIFTED(low, high, k) ((lanes)_mm512_alignr_epi32((__m512i)(high), (__m512i)(low), k))
/* The numbers of 16 cells; values by them, from a register or from a table. */
#define NUMBERS(codes) _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(codes)))
#define FEW_CODED(codes, table) ((lanes)_mm512_permutexvar_ps(NUMBERS(codes), (__m512)(table)))
#define CODED(codes, value) ((lanes)_mm512_i32gather_ps(NUMBERS(codes), value, sizeof(float)))
#define UPDATE void ladder_wave3d_update_avx512
#include "c_port/wave3d/tile_step.h"
#endif
