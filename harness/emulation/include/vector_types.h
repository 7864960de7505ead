// CUDA's vector types and dim3.
#pragma once

struct alignas(2) char2 { signed char x, y; };
struct char3 { signed char x, y, z; };
struct alignas(4) char4 { signed char x, y, z, w; };

#define LADDER_VECTORS(name, type, of_two, of_four)             \
  struct name##1 { type x; };                                   \
  struct alignas(of_two) name##2 { type x, y; };                \
  struct name##3 { type x, y, z; };                             \
  struct alignas(of_four) name##4 { type x, y, z, w; };         \
  constexpr name##1 make_##name##1(type x) { return {x}; }      \
  constexpr name##2 make_##name##2(type x, type y) { return {x, y}; } \
  constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
LADDER_VECTORS(uchar, unsigned char, 2, 4)
LADDER_VECTORS(short, short, 4, 8)
LADDER_VECTORS(ushort, unsigned short, 4, 8)
LADDER_VECTORS(int, int, 8, 16)
LADDER_VECTORS(uint, unsigned, 8, 16)
LADDER_VECTORS(long, long, 16, 16)
LADDER_VECTORS(ulong, unsigned long, 16, 16)
LADDER_VECTORS(longlong, long long, 16, 16)
LADDER_VECTORS(ulonglong, unsigned long long, 16, 16)
LADDER_VECTORS(float, float, 8, 16)
LADDER_VECTORS(double, double, 16, 16)
#undef LADDER_VECTORS

constexpr char2 make_char2(signed char x, signed char y) { return {x, y}; }
constexpr char4 make_char4(signed char x, signed char y, signed char z, signed char w) {
  return {x, y, z, w};
}

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
