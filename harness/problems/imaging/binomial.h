/* Binomial checkpoints: which states of a chain of parts are kept so that the parts can be gone
 * through from the last to the first with the fewest computed again. After A. Griewank and A.
 * Walther, "Algorithm 799: revolve", ACM Transactions on Mathematical Software 26 (2000) 19-45.
 * Integers alone; C99 and C++.
 *
 * A chain of `length` parts begins in a state that is kept in slot 0. Part k can be recorded when
 * the state before it is there, and the state before a part is reached from any earlier one by
 * computing the parts between. */
#ifndef LADDER_BINOMIAL_H
#define LADDER_BINOMIAL_H

#include <stdint.h>

#define LADDER_MOST_CHECKPOINTS 1000

/* States are kept as on a stack: slot i holds the state before part at[i], and at[] rises. */
typedef struct ladder_checkpoints {
  int32_t slots; /* 1 to LADDER_MOST_CHECKPOINTS, that of the beginning included */
  int32_t taken;
  int32_t at[LADDER_MOST_CHECKPOINTS];
} ladder_checkpoints;

/* (slots + times)! / (slots! times!): the longest chain of which no part is computed more than
 * `times` times before it is recorded. At most `limit`. */
static inline int64_t ladder_longest_chain(int32_t slots, int32_t times, int64_t limit) {
  int64_t length = 1;
  if (slots < 0 || times < 0) return 0;
  for (int32_t k = 1; k <= times && length < limit; ++k) length = length * (slots + k) / k;
  return length < limit ? length : limit;
}

/* How often a part of the chain is computed at most, before it is recorded. */
static inline int32_t ladder_most_repetitions(int32_t length, int32_t slots) {
  int32_t times = 0;
  while (ladder_longest_chain(slots, times, length) < length) ++times;
  return times;
}

/* How many parts are computed in all before they are recorded; each is recorded once more. The
 * least possible. */
static inline int64_t ladder_repeated_parts(int32_t length, int32_t slots) {
  const int32_t times = ladder_most_repetitions(length, slots);
  return (int64_t)times * length - ladder_longest_chain(slots + 1, times - 1, INT64_MAX);
}

static inline void ladder_checkpoints_begin(ladder_checkpoints *c, int32_t slots) {
  c->slots = slots;
  c->taken = 1;
  c->at[0] = 0;
}

/* Gives up the states behind part `wanted`, which none needs that comes later. What remains last is
 * to be restored. */
static inline void ladder_checkpoints_release(ladder_checkpoints *c, int32_t wanted) {
  while (c->at[c->taken - 1] > wanted) --c->taken;
}

/* Up to which part to compute from the state that was kept last, on the way to `wanted`: the state
 * before it is to be kept, unless it is `wanted` itself. */
static inline int32_t ladder_checkpoints_next(const ladder_checkpoints *c, int32_t wanted) {
  const int32_t from = c->at[c->taken - 1], length = wanted + 1 - from;
  const int32_t slots = c->slots - c->taken + 1; /* with that of `from` */
  if (length < 2 || slots < 2) return wanted;
  const int32_t times = ladder_most_repetitions(length, slots);
  /* The parts before the new state can be gone through with `times`, those behind it with a slot
   * less. */
  const int64_t before = ladder_longest_chain(slots, times - 2, length),
                behind = length - ladder_longest_chain(slots - 1, times, length);
  const int64_t step = before > behind ? before : behind;
  return from + (int32_t)(step > 1 ? step : 1);
}

/* Keeps the state before part `at` in the slot that is returned. */
static inline int32_t ladder_checkpoints_keep(ladder_checkpoints *c, int32_t at) {
  c->at[c->taken] = at;
  return c->taken++;
}

#endif
