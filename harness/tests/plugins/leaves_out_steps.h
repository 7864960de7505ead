/* Which steps the plug-ins leave out that compute only where a proof by samples once looked: none
 * of a short run, and of a long one some stretches between its start and its end. Enough is left
 * out to be worth it. */
static inline int left_out(int step, int steps) {
  return steps > 50 && step >= 20 && step < steps - 20 && step / 12 % 3 == 1;
}
