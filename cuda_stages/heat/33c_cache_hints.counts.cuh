// What a step of cache-hints does, for predictions (harness/counts.h).
#pragma once

LADDER_COUNTS = [](const void *the_case, const ladder_launch *launch, ladder_step_counts *step) {
  return count_broad(the_case, launch, step, "Wishes");
};
