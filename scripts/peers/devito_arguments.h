/* What Devito's generated function is called with, by the names of its parameters: CALL_KERNEL,
 * which devito_code.py writes from the generated code, asks for ARG_<parameter>. They are
 * valid where `s` is the state, `c` its case, `count` the steps to take, `threads` and `timers`
 * those of the call. */
#ifndef LADDER_DEVITO_ARGUMENTS_H
#define LADDER_DEVITO_ARGUMENTS_H

#define ARG_u &s->u.object
#define ARG_v2dt2 &s->v2dt2.object
#define ARG_sponge_x &s->sponge_x.object
#define ARG_sponge_y &s->sponge_y.object
#define ARG_sponge_z &s->sponge_z.object
#define ARG_src &s->src.object
#define ARG_src_gridpoints &s->src_places.object
#define ARG_src_interp_coeffs &s->src_weights.object
#define ARG_rec &s->rec.object
#define ARG_rec_gridpoints &s->rec_places.object
#define ARG_rec_interp_coeffs &s->rec_weights.object
/* Devito's x is the slowest axis: y of a volume, else x. */
#define ARG_x_m 0
#define ARG_x_M (DEVITO_VOLUME ? c->ny : c->nx) - 1
#define ARG_y_m 0
#define ARG_y_M (DEVITO_VOLUME ? c->nx : c->nz) - 1
#define ARG_z_m 0
#define ARG_z_M c->nz - 1
#define ARG_h_x 1.0F
#define ARG_h_y 1.0F
#define ARG_h_z 1.0F
#define ARG_p_src_m 0
#define ARG_p_src_M c->sources - 1
#define ARG_p_rec_m 0
#define ARG_p_rec_M c->receivers - 1
#define ARG_time_m s->step
#define ARG_time_M s->step + count - 1
#define ARG_nthreads threads
#define ARG_nthreads_nonaffine threads
#define ARG_x0_blk0_size s->used.knob[1][1]
#define ARG_y0_blk0_size s->used.knob[1][0]
#define ARG_timers &timers

#endif
