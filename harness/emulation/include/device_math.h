// Arithmetic that CUDA has in the global namespace and C++ has not.
#pragma once
#include <cstdint>
// libstdc++'s special functions of the host are more text than the rest of <cmath>.
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#include <math.h>
#include <stdlib.h>

#include <bit>
#include <cmath>

#define LADDER_MIN_MAX(result, one, other) \
  constexpr result min(one a, other b) {   \
    using R = result;                      \
    return R(b) < R(a) ? R(b) : R(a);      \
  }                                        \
  constexpr result max(one a, other b) {   \
    using R = result;                      \
    return R(a) < R(b) ? R(b) : R(a);      \
  }
LADDER_MIN_MAX(int, int, int)
LADDER_MIN_MAX(unsigned, unsigned, unsigned)
LADDER_MIN_MAX(unsigned, int, unsigned)
LADDER_MIN_MAX(unsigned, unsigned, int)
LADDER_MIN_MAX(long, long, long)
LADDER_MIN_MAX(long, long, int)
LADDER_MIN_MAX(long, int, long)
LADDER_MIN_MAX(unsigned long, unsigned long, unsigned long)
LADDER_MIN_MAX(unsigned long, long, unsigned long)
LADDER_MIN_MAX(unsigned long, unsigned long, long)
LADDER_MIN_MAX(long long, long long, long long)
LADDER_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
#undef LADDER_MIN_MAX
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
inline double min(float a, double b) { return fmin(a, b); }
inline double max(float a, double b) { return fmax(a, b); }
inline double min(double a, float b) { return fmin(a, b); }
inline double max(double a, float b) { return fmax(a, b); }

inline float rsqrtf(float x) { return 1 / sqrtf(x); }
inline double rsqrt(double x) { return 1 / ::sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1 / cbrtf(x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
inline float __fdividef(float a, float b) { return a / b; }
inline float fdividef(float a, float b) { return a / b; }
inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
inline float sinpif(float x) { return float(::sin(3.14159265358979323846 * x)); }
inline float cospif(float x) { return float(::cos(3.14159265358979323846 * x)); }
// The C library declares functions of these names.
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
#define __sincosf(x, s, c) sincosf(x, s, c)

#define LADDER_ROUNDED(letter, type, root, fma_)                   \
  inline type __##letter##add_rn(type a, type b) { return a + b; } \
  inline type __##letter##sub_rn(type a, type b) { return a - b; } \
  inline type __##letter##mul_rn(type a, type b) { return a * b; } \
  inline type __##letter##div_rn(type a, type b) { return a / b; } \
  inline type __##letter##rcp_rn(type a) { return 1 / a; }         \
  inline type __##letter##sqrt_rn(type a) { return root(a); }
LADDER_ROUNDED(f, float, sqrtf, fmaf)
LADDER_ROUNDED(d, double, ::sqrt, ::fma)
#undef LADDER_ROUNDED
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return ::fma(a, b, c); }

inline int __float2int_rn(float x) { return int(lrintf(x)); }
inline int __float2int_rz(float x) { return int(x); }
inline int __float2int_rd(float x) { return int(floorf(x)); }
inline int __float2int_ru(float x) { return int(ceilf(x)); }
inline unsigned __float2uint_rn(float x) { return unsigned(llrintf(x)); }
inline unsigned __float2uint_rz(float x) { return unsigned(x); }
inline float __int2float_rn(int x) { return float(x); }
inline float __uint2float_rn(unsigned x) { return float(x); }
inline float __double2float_rn(double x) { return float(x); }
inline int __double2int_rn(double x) { return int(lrint(x)); }
inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(unsigned(x)) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  unsigned result = 0;
  for (int k = 0; k < 32; ++k) result |= (x >> k & 1u) << (31 - k);
  return result;
}
inline int __mul24(int a, int b) { return a * b; }
inline unsigned __umul24(unsigned a, unsigned b) { return a * b; }
inline int __mulhi(int a, int b) { return int((long long)a * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return unsigned((unsigned long long)a * b >> 32);
}
inline unsigned __sad(int a, int b, unsigned c) { return c + unsigned(a < b ? b - a : a - b); }
