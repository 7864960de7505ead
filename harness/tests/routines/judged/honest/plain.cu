// A kernel a loop, a thread a turn.
// parent: original
// change: A kernel a loop, a thread a turn
// expectation: none
// flags: -O3
#include "rod.cuh"

STAGE { honest(n, rate, u, v, total); }
