// Stage c of moist_column (moist_column.f90:14).
// parent: original
// change: C, a column at a time; work values of a level stay in registers
// expectation: half as fast: the loop over columns is no longer innermost, so nothing is vectorised and each access is a stride of 32 columns
// flags: -O3 -march=native
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "moist_column.h"
#include "one_column.h"

void stage(const char *cdscheme,  // cdscheme, in
           int64_t cdscheme_len,
           int32_t kidia,                     // kidia, in
           int32_t kfdia,                     // kfdia, in
           int32_t klon,                      // klon, in
           int32_t klev,                      // klev, in
           int32_t kstep,                     // kstep, in
           double pdt,                        // pdt, in
           double par_gravity,                // par%gravity, in
           double par_cp,                     // par%cp, in
           double par_r_dry,                  // par%r_dry, in
           double par_r_vapour,               // par%r_vapour, in
           double par_l_vapour,               // par%l_vapour, in
           double par_l_ice,                  // par%l_ice, in
           const double *par_saturation,      // par%saturation(2), in
           const double *par_critical,        // par%critical(2), in
           double par_conversion,             // par%conversion, in
           double par_evaporation,            // par%evaporation, in
           double par_melting,                // par%melting, in
           double par_mixing,                 // par%mixing, in
           const double *par_least_cape,      // par%least_cape(2), in
           int32_t par_newton,                // par%newton, in
           int32_t par_evaporates,            // par%evaporates, in
           double par_ice_t_freeze,           // par%ice%t_freeze, in
           double par_ice_t_all_ice,          // par%ice%t_all_ice, in
           const double *par_ice_saturation,  // par%ice%saturation(2), in
           double par_ice_critical,           // par%ice%critical, in
           double *tend_t,                    // tend%t(:, :), inout, NULL where it is absent
           int64_t tend_t_l1,                 // lower bound of axis 1
           int64_t tend_t_n1,                 // extent of axis 1
           int64_t tend_t_l2,                 // lower bound of axis 2
           int64_t tend_t_n2,                 // extent of axis 2
           double *tend_q,                    // tend%q(:, :), inout, NULL where it is absent
           int64_t tend_q_l1,                 // lower bound of axis 1
           int64_t tend_q_n1,                 // extent of axis 1
           int64_t tend_q_l2,                 // lower bound of axis 2
           int64_t tend_q_n2,                 // extent of axis 2
           double *tend_liquid,               // tend%liquid(:, :), inout, NULL where it is absent
           int64_t tend_liquid_l1,            // lower bound of axis 1
           int64_t tend_liquid_n1,            // extent of axis 1
           int64_t tend_liquid_l2,            // lower bound of axis 2
           int64_t tend_liquid_n2,            // extent of axis 2
           double *tend_ice,                  // tend%ice(:, :), inout, NULL where it is absent
           int64_t tend_ice_l1,               // lower bound of axis 1
           int64_t tend_ice_n1,               // extent of axis 1
           int64_t tend_ice_l2,               // lower bound of axis 2
           int64_t tend_ice_n2,               // extent of axis 2
           const double *pt,                  // pt(klon, klev), in
           const double *pq,                  // pq(klon, klev), in
           const double *pl,                  // pl(klon, klev), in
           const double *pi,                  // pi(klon, klev), in
           double *pa,                        // pa(klon, klev), inout
           const double *pp,                  // pp(klon, klev), in
           const double *pph,                 // pph(klon, klev + 1), in
           const double *pw,                  // pw(klon, klev), in
           const double *pland,               // pland(klon), in
           const int32_t *ldsea,              // ldsea(klon), in
           const float *paero,                // paero(klon, klev, 3), in
           const float *pccn,                 // pccn(3), in
           int32_t *ldcum,                    // ldcum(klon), inout
           int32_t *ktype,                    // ktype(klon), out
           int32_t *kbase,                    // kbase(klon), inout
           int32_t *ktop,                     // ktop(klon), inout
           double *prain,                     // prain(klon, klev + 1), out
           double *psnow,                     // psnow(klon, klev + 1), out
           double *prain_sum,                 // prain_sum(klon), inout
           double *psnow_sum,                 // psnow_sum(klon), inout
           double *pcond,                     // pcond(klon, klev), out
           double *pevap,                     // pevap(klon, klev), out
           double *pmelt,                     // pmelt(klon, klev), out
           double *pcape,                     // pcape(klon), out
           float *prh,                        // prh(klon, klev), out
           float *ptau,                       // ptau(klon), out
           int32_t *kiter,                    // kiter(klon, klev), out
           int64_t *ksaturated,               // ksaturated, inout
           double *penthalpy,                 // penthalpy(klon), out
           double *pwater,                    // pwater(klon), out
           int32_t *ldcold,                   // ldcold(klon, klev), out
           const double *pcrit) {             // pcrit(klev), in, NULL where it is absent
  static double *work;
  static int64_t held;
  const int64_t plane = (int64_t)klon * klev;
  if (5 * plane > held) work = realloc(work, (held = 5 * plane) * sizeof *work);
  Block block = BLOCK_OF_ARGUMENTS();
  block.zt = work, block.zq = work + plane, block.zl = work + 2 * plane,
  block.zi = work + 3 * plane, block.zgeo = work + 4 * plane;

  int64_t saturated = 0;
  for (int jl = kidia; jl <= kfdia; ++jl) saturated += one_column(&block, jl);
  *ksaturated += saturated;
}
