/* The entries of the contract around the original convolution on a team of threads, for the stages
 * `fortran-omp` of the ladders that start from it. No maths here. */
#include "c_port/shared/team.h"
#include "harness/problems/wave/wave.h"

void ladder_omp_laplacian(const ladder_wave *problem, const float *p, float *lap);

static ladder_status laplacian(ladder_state *state, const float *p, float *lap) {
  const ladder_status status = all_threads(state);
  if (status != LADDER_OK) return status;
  const int before = omp_get_max_threads();
  omp_set_num_threads(state->threads);
  ladder_omp_laplacian(state->the_case, p, lap);
  omp_set_num_threads(before);
  return LADDER_OK;
}

static const ladder_wave_entries entries = {.laplacian = laplacian};

#define TEAM_OF_CONVOLUTION LADDER_WAVE_FRAME, LADDER_WAVE_OPERATOR_WORK, TEAM_ENTRIES
