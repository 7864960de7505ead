/* The mode of floating point of a thread. */
#ifndef LADDER_FLOAT_MODE_H
#define LADDER_FLOAT_MODE_H

/* The driver flushes denormals in its own thread only; ahead of the wave the field is full of
 * them. */
#ifdef __SSE__
#include <xmmintrin.h>
static inline unsigned float_mode(void) { return _mm_getcsr(); }
static inline void set_float_mode(unsigned mode) { _mm_setcsr(mode); }
#else
static inline unsigned float_mode(void) { return 0; }
static inline void set_float_mode(unsigned mode) { (void)mode; }
#endif

#endif
