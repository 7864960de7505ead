/* Plug-ins whose table is wrong or misleads: each sets fields of it anew. */
#include "../loop_plugin.h"

/* Guard: the loader looks for every entry. */
#define no_destroy .destroy = NULL
/* Guard: the loader looks for the words. */
#define no_expectation .expectation = NULL
/* Was built for another version of the contract. Guard: the loader compares the version. */
#define other_abi .abi_version = LADDER_ABI_VERSION + 1
/* Solves a problem that this program does not have. Guard: the loader looks for the problem. */
#define other_problem .problem = "chess"
/* Declares more knobs than a launch can hold. Guard: the loader counts them. */
#define too_many_knobs .knobs = LADDER_MOST_KNOBS + 1
/* Errs in nothing, but calls itself as a stage of this build does.
 * Guard: the loader gives it another name; it would be taken for that stage, in tables and as a
 * parent. */
#define takes_a_name .name = "fortran", .parent = NULL
/* Gives the convolution and the time loop: which of the two would be timed?
 * Guard: the loader wants one or the other. */
#define both_entries                                                                          \
  .create = allocate, .destroy = release, .entries = &(const ladder_wave_entries) {           \
    .laplacian = honest_laplacian, .upload = upload, .advance = advance, .download = download \
  }

static inline ladder_status fails(ladder_state *s, const float *p, float *lap) {
  return LADDER_FAILED;
}
static inline const char *lines(const ladder_state *s) {
  return "this\nc-O3  0.10 ms  300.00x  right\x1b[0m";
}
static inline const char *none(const ladder_state *s) { return NULL; }
/* Fails, and says why in several lines and colours.
 * Guard: messages of plug-ins are shown in one line, without what moves a cursor. */
#define fails_in_two_lines LAPLACIAN(fails), .last_error = lines
/* Fails without words. Guard: a status without words is reported without them. */
#define says_nothing LAPLACIAN(fails), .last_error = none

/* Has a knob `shots`, and computes one of the eight that it says.
 * Guard: a plug-in's run counts as one, since the others' results are nowhere to be seen. */
#define one_shot_of_eight KNOB("shots", "shots at once", 8, 64)
/* Errs in nothing, but its texts write a row of the table themselves, colour it and turn letters
 * round.
 * Guard: texts of plug-ins are shown in one line, without what moves a cursor. */
#define names_a_row                                                               \
  .name = "names-a-row\nc-O3  0.10 ms  300.00x  right\x1b[31m\r\xe2\x80\xae\xff", \
  .change = "is\nnew<b>|\x1b]0;title\a", .expectation = "line\xe2\x80\xa8two",    \
  KNOB("kn\nob", "a\tunit\x1b[2K", 1, 2)

BAD_STAGE_WITH(LAPLACIAN(honest_laplacian), CHOSEN);
