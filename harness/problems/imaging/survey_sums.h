/* What a stage of `imaging` may export as its LADDER_EXTENSION: the products of a survey's shots
 * are summed where they are made, and fetched when they are asked for. C99 and C++.
 *
 * Sums are double: each is the one before plus the product of the next shot, in the order of the
 * shots, as the harness adds them where products are copied. So both give the same bits. */
#ifndef LADDER_IMAGING_SURVEY_SUMS_H
#define LADDER_IMAGING_SURVEY_SUMS_H

#include "harness/extension.h"
#include "harness/problems/imaging/imaging.h"

/* What is summed of the products. */
typedef struct ladder_imaging_part {
  int32_t nz, nx;    /* [cells] of the grid */
  int32_t top, left; /* the first of them */
  int32_t step;      /* of a gather one plane in so many, offset 0 among them */
} ladder_imaging_part;

typedef struct ladder_imaging_sums ladder_imaging_sums; /* the stage's own */

/* The case that `of_shot` gets. */
typedef struct ladder_imaging_shot {
  ladder_imaging imaging; /* the first, so that it is seen as one */
  ladder_imaging_sums *sums;
} ladder_imaging_shot;

/* Image, gather in x, gather in z, illumination: [h][x][z] of the part, on the host. A gather whose
 * largest offset is 0 is not summed: NULL. */
#define LADDER_IMAGING_SUMS 4

/* A slant stack of the gather in x, by harness/problems/imaging/slant.h. */
typedef struct ladder_imaging_slants {
  int32_t angles;
  double dz, dx;         /* spacings [m] */
  const double *slopes;  /* [angles] tangents */
  const double *divisor; /* [nx][nz] of each plane, before it is stacked; NULL: none */
} ladder_imaging_slants;

typedef struct ladder_imaging_survey {
  /* The stage for a shot: its create gets a ladder_imaging_shot. Its download adds the products to
   * the sums and returns none. Where a product has values that are not finite it fails, and adds
   * nothing. */
  const ladder_stage *of_shot;
  /* Sums that are zero, for shots on this grid. On failure *sums is left NULL. */
  ladder_status (*open)(const ladder_imaging *, const ladder_imaging_part *,
                        ladder_imaging_sums **sums);
  void (*close)(ladder_imaging_sums *); /* accepts NULL */
  /* Why the last call failed; of a failed open when sums is NULL. Never NULL. */
  const char *(*last_error)(const ladder_imaging_sums *sums);
  ladder_status (*put)(ladder_imaging_sums *, const double *const sums[LADDER_IMAGING_SUMS]);
  ladder_status (*get)(ladder_imaging_sums *, double *const sums[LADDER_IMAGING_SUMS]);
  /* to: [angles][nx][nz] */
  ladder_status (*slant)(ladder_imaging_sums *, const ladder_imaging_slants *, double *to);
} ladder_imaging_survey;

#endif
