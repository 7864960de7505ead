/* Who is notified while a driver or an oracle of a problem runs. C99 and C++. */
#ifndef LADDER_OBSERVER_H
#define LADDER_OBSERVER_H

#include <stdint.h>

/* All entries may be NULL or 0. */
typedef struct ladder_observer {
  void *context;
  /* The problem's first array after every `interval` steps, after each of the steps `due`, and
   * after the last: float from a driver, double from an oracle; valid during the call alone. */
  void (*checkpoint)(void *context, int32_t step, const void *now);
  /* Around every call of a computing entry of the stage: 1 before, 0 after. */
  void (*stage_call)(void *context, int32_t entering);
  const volatile int32_t
      *stop;          /* not zero: the driver returns LADDER_STOPPED before the next step */
  int32_t interval;   /* [steps] 0: no checkpoints but those that are due */
  int32_t dues;       /* how many steps are due */
  const int32_t *due; /* [dues] in ascending order */
  /* What of the driver is timed: from 1 to 0. A driver that never calls it is timed from its first
   * to its last instruction. */
  void (*clock)(void *context, int32_t running);
} ladder_observer;

#endif
