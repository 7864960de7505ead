/* tile_step.h for processors with AVX2 and FMA: 8 sums of 8 floats, in half of the 16 registers. */
#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v3")
enum { LANES = 8, TILE_X = 4, TILE_Y = 2 };
#define UPDATE void ladder_wave3d_update_avx2
#include "c_port/wave3d/tile_step.h"
#endif
