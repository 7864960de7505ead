// What Fortran defines in the program, which fuzzers are built without: the window that a case file
// need not name, and wavelets, which no reader samples.
#include "harness/base/numerics/acoustic.h"

const double ladder_usual_alpha = 0.5, ladder_usual_beta = 6;
void ladder_ricker(int32_t, double, double, double, float *) {}
void ladder_ricker_integral(int32_t, double, double, double, float *) {}
