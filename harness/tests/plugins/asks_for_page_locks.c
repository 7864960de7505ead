/* Errs in nothing: asks for page-locked arrays, although it computes on the host.
 * Guard: none may reject it where there is a GPU; elsewhere it gets the reason why it cannot have
 * them. */
#include "loop_plugin.h"

BAD_LOOP(upload, advance, download, .page_locked = 1);
