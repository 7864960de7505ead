// change: A kernel a loop, a thread a turn
#include "rod.cuh"

STAGE { honest(n, rate, u, v, total); }
