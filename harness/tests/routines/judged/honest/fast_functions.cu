// change: Fast functions of the device, and products that are not fused
// flags: -O3 -use_fast_math -fmad=false
#include "rod.cuh"

STAGE { honest(n, rate, u, v, total); }
