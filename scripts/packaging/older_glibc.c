// Two functions of glibc 2.35 and 2.36, for a program that also runs with glibc 2.34: the linker's
// --wrap puts these in their place (harness/cmake/wheel.cmake).
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

__asm__(".symver hypot_of_2_2_5, hypot@GLIBC_2.2.5");
double hypot_of_2_2_5(double, double);

double __wrap_hypot(double x, double y) { return hypot_of_2_2_5(x, y); }

// libstdc++'s std::random_device calls it, and it cannot fail.
uint32_t __wrap_arc4random(void) {
  uint32_t number;
  if (getentropy(&number, sizeof number) != 0) abort();
  return number;
}
