/* Does not tell what launch it used.
 * Guard: the probe asks, and takes no other status than LADDER_OK. */
#include "bad_plugin.h"

static ladder_status hide(const ladder_state *s, ladder_launch *used) {
  (void)s, (void)used;
  return LADDER_FAILED;
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .launch_used = hide);
