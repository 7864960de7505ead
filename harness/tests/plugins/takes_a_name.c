/* Errs in nothing, but calls itself as a stage of this build does.
 * Guard: the loader gives it another name; it would be taken for that stage, in tables and as a
 * parent. */
#include "bad_plugin.h"

BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), .name = "fortran", .parent = NULL);
