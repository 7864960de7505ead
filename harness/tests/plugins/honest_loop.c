/* Errs in nothing: what the plug-ins that own the time loop spoil must itself be right.
 * Guard: none may reject it. */
#include "loop_plugin.h"

BAD_LOOP(upload, advance, download);
