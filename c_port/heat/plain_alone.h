/* Unless the stage's file has defined TAKES_GENERAL, it refuses cases that are not plain. */
#include "harness/problems/heat/heat.h"

#ifndef TAKES_GENERAL
#define REFUSAL(the_case) \
  (((const ladder_heat *)(the_case))->general ? LADDER_HEAT_PLAIN_ALONE : NULL)
#endif
