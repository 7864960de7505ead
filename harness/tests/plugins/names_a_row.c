/* Errs in nothing, but its texts write a row of the table themselves, colour it and turn letters
 * round.
 * Guard: texts of plug-ins are shown in one line, without what moves a cursor. */
#include "bad_plugin.h"

static const ladder_knob knob = {"kn\nob", "a\tunit\x1b[2K", NULL, 1, {1, 0}, {1, 0}, {2, 0}};

static ladder_status one(const ladder_state *s, ladder_launch *used) {
  (void)s;
  used->knob[0][0] = 1;
  return LADDER_OK;
}
BAD_STAGE_WITH(LAPLACIAN(honest_laplacian),
               .name = "names-a-row\nc-O3  0.10 ms  300.00x  right\x1b[31m\r\xe2\x80\xae\xff",
               .change = "is\nnew<b>|\x1b]0;title\a", .expectation = "line\xe2\x80\xa8two",
               .launch_used = one, .knobs = 1, .knob = &knob);
