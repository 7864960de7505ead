/* The physics of one column, for the host and the device. Levels count from 1, half levels too; a block of columns lies in
 * memory as in Fortran, the column fastest. */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__
#define ANYWHERE __host__ __device__ static inline
#else
#define ANYWHERE static inline
#endif

/* Components of Fortran's type(parameters), those of its component `ice` last. */
typedef struct {
  double gravity, cp, r_dry, r_vapour, l_vapour, l_ice, saturation[2], critical[2], conversion,
      evaporation, melting, mixing, least_cape[2];
  int newton, evaporates;
  double t_freeze, t_all_ice, ice_saturation[2], ice_critical;
} Parameters;

/* The arguments of moist_column. zt, zq, zl, zi and zgeo are work arrays (klon, klev). */
typedef struct {
  int sundqvist, kidia, kfdia, klon, klev, kstep;
  double pdt;
  Parameters par;
  double *tend_t, *tend_q, *tend_liquid, *tend_ice;
  const double *pt, *pq, *pl, *pi;
  double *pa;
  const double *pp, *pph, *pw, *pland;
  const int *ldsea;
  const float *paero, *pccn;
  int *ldcum, *ktype, *kbase, *ktop;
  double *prain, *psnow, *prain_sum, *psnow_sum, *pcond, *pevap, *pmelt, *pcape;
  float *prh, *ptau;
  int *kiter;
  double *penthalpy, *pwater;
  int *ldcold;
  const double *pcrit; /* null where it is not present */
  double *zt, *zq, *zl, *zi, *zgeo;
} Block;

/* The block of the arguments of the routine, whose names are those of the generated head. */
#define BLOCK_OF_ARGUMENTS()                                                                      \
  {                                                                                               \
    .sundqvist = cdscheme_len == 9 && cdscheme[0] == 's', .kidia = kidia, .kfdia = kfdia,         \
    .klon = klon, .klev = klev, .kstep = kstep, .pdt = pdt,                                       \
    .par = {.gravity = par_gravity,                                                               \
            .cp = par_cp,                                                                         \
            .r_dry = par_r_dry,                                                                   \
            .r_vapour = par_r_vapour,                                                             \
            .l_vapour = par_l_vapour,                                                             \
            .l_ice = par_l_ice,                                                                   \
            .saturation = {par_saturation[0], par_saturation[1]},                                 \
            .critical = {par_critical[0], par_critical[1]},                                       \
            .conversion = par_conversion,                                                         \
            .evaporation = par_evaporation,                                                       \
            .melting = par_melting,                                                               \
            .mixing = par_mixing,                                                                 \
            .least_cape = {par_least_cape[0], par_least_cape[1]},                                 \
            .newton = par_newton,                                                                 \
            .evaporates = par_evaporates,                                                         \
            .t_freeze = par_ice_t_freeze,                                                         \
            .t_all_ice = par_ice_t_all_ice,                                                       \
            .ice_saturation = {par_ice_saturation[0], par_ice_saturation[1]},                     \
            .ice_critical = par_ice_critical},                                                    \
    .tend_t = tend_t, .tend_q = tend_q, .tend_liquid = tend_liquid, .tend_ice = tend_ice,         \
    .pt = pt, .pq = pq, .pl = pl, .pi = pi, .pa = pa, .pp = pp, .pph = pph, .pw = pw,             \
    .pland = pland, .ldsea = ldsea, .paero = paero, .pccn = pccn, .ldcum = ldcum, .ktype = ktype, \
    .kbase = kbase, .ktop = ktop, .prain = prain, .psnow = psnow, .prain_sum = prain_sum,         \
    .psnow_sum = psnow_sum, .pcond = pcond, .pevap = pevap, .pmelt = pmelt, .pcape = pcape,       \
    .prh = prh, .ptau = ptau, .kiter = kiter, .penthalpy = penthalpy, .pwater = pwater,           \
    .ldcold = ldcold, .pcrit = pcrit                                                              \
  }

ANYWHERE double square(double x) { return x * x; }

ANYWHERE double liquid_share(double t, const Parameters *par) {
  return square(fmin(1.0, fmax(0.0, (t - par->t_all_ice) / (par->t_freeze - par->t_all_ice))));
}

ANYWHERE void saturation(double t, double p, double liquid, const Parameters *par, double *qs,
                         double *dqs) {
  const double *a = par->saturation, *b = par->ice_saturation, t0 = par->t_freeze;
  const double water = 611.21 * exp(a[0] * (t - t0) / (t - a[1]));
  const double ice = 611.21 * exp(b[0] * (t - t0) / (t - b[1]));
  const double e = liquid * water + (1 - liquid) * ice;
  const double de = liquid * water * a[0] * (t0 - a[1]) / square(t - a[1]) +
                    (1 - liquid) * ice * b[0] * (t0 - b[1]) / square(t - b[1]);
  const double ratio = par->r_dry / par->r_vapour;
  if (e < 0.4 * p) {
    *qs = ratio * e / (p - (1 - ratio) * e);
    *dqs = ratio * p * de / square(p - (1 - ratio) * e);
  } else {
    *qs = ratio * 0.4 / (1 - (1 - ratio) * 0.4);
    *dqs = 0;
  }
}

#define OF(array, jk) (b->array[(jl)-1 + (long)b->klon * ((jk)-1)])
#define COLUMN(array) (b->array[(jl)-1])

/* Returns how many levels of column jl were saturated. */
ANYWHERE int64_t one_column(const Block *b, int jl) {
  const Parameters *par = &b->par;
  const int klev = b->klev;
  const double pdt = b->pdt;
  int64_t saturated = 0;
  double qs, dqs;

  OF(prain, 1) = 0;
  OF(psnow, 1) = 0;
  for (int jk = 1; jk <= klev; ++jk) {
    OF(zt, jk) = OF(pt, jk);
    OF(zq, jk) = OF(pq, jk);
    OF(zl, jk) = OF(pl, jk);
    OF(zi, jk) = OF(pi, jk);
    OF(kiter, jk) = 0;
    OF(pcond, jk) = 0;
    OF(pevap, jk) = 0;
    OF(pmelt, jk) = 0;
  }

  /* 1. Geopotential. */
  OF(zgeo, klev) = par->r_dry * OF(zt, klev) * log(OF(pph, klev + 1) / OF(pp, klev));
  for (int jk = klev - 1; jk >= 1; --jk)
    OF(zgeo, jk) = OF(zgeo, jk + 1) + par->r_dry * 0.5 * (OF(zt, jk) + OF(zt, jk + 1)) *
                                          log(OF(pp, jk + 1) / OF(pp, jk));

  /* 2. The rising parcel. */
  const double h = par->cp * OF(zt, klev) + OF(zgeo, klev) + par->l_vapour * OF(zq, klev);
  double cape = 0;
  for (int jk = klev - 1; jk >= 2; --jk) {
    double parcel = (h - OF(zgeo, jk) - par->l_vapour * OF(zq, klev)) / par->cp;
    saturation(parcel, OF(pp, jk), 1.0, par, &qs, &dqs);
    if (OF(zq, klev) > qs)
      for (int jn = 1; jn <= par->newton; ++jn) {
        saturation(parcel, OF(pp, jk), 1.0, par, &qs, &dqs);
        parcel -= (par->cp * parcel + OF(zgeo, jk) + par->l_vapour * qs - h) /
                  (par->cp + par->l_vapour * dqs);
      }
    if (parcel > OF(zt, jk)) {
      cape += (parcel - OF(zt, jk)) / OF(zt, jk) * (OF(zgeo, jk - 1) - OF(zgeo, jk));
      if (!COLUMN(ldcum) && jk > COLUMN(kbase)) COLUMN(kbase) = jk;
      COLUMN(ktop) = jk;
    } else if (OF(pp, jk) < 0.7 * OF(pph, klev + 1)) {
      break;
    }
  }
  COLUMN(pcape) = cape;
  double least = par->least_cape[COLUMN(ldsea) ? 1 : 0];
  if (COLUMN(ldcum)) least *= 0.5;
  const bool convects = cape > least;
  COLUMN(ldcum) = convects;
  COLUMN(ktype) = convects ? 2 : 0;
  if (convects) {
    if (COLUMN(kbase) < COLUMN(ktop)) COLUMN(kbase) = COLUMN(ktop);
    if (COLUMN(kbase) > klev - 1) COLUMN(kbase) = klev - 1;
  }

  /* 3. Convective exchange. */
  if (convects)
    for (int jk = COLUMN(ktop); jk <= COLUMN(kbase); ++jk) {
      const double mass = OF(pph, jk + 1) - OF(pph, jk), lowest = OF(pph, klev + 1) - OF(pph, klev);
      const double exchange =
          fmin(0.02, par->mixing * pdt * fmin(1.0, cape / 1000)) * fmin(mass, lowest);
      const double ds = exchange *
                        (par->cp * (OF(zt, klev) - OF(zt, jk)) + OF(zgeo, klev) - OF(zgeo, jk)) /
                        par->cp;
      const double dq = exchange * (OF(zq, klev) - OF(zq, jk)),
                   dl = exchange * (OF(zl, klev) - OF(zl, jk));
      OF(zt, jk) += ds / mass;
      OF(zq, jk) += dq / mass;
      OF(zl, jk) += dl / mass;
      OF(zt, klev) -= ds / lowest;
      OF(zq, klev) -= dq / lowest;
      OF(zl, klev) -= dl / lowest;
    }

  /* 4. Condensation and precipitation. */
  double tau = 0;
  for (int jk = 1; jk <= klev; ++jk) {
    const double mass = (OF(pph, jk + 1) - OF(pph, jk)) / par->gravity;
    double t = OF(zt, jk), q = OF(zq, jk), l = OF(zl, jk), i = OF(zi, jk), cond = 0, move, change;

    const double share = liquid_share(t, par),
                 latent = share * par->l_vapour + (1 - share) * par->l_ice;
    for (int jn = 1; jn <= par->newton; ++jn) {
      saturation(t, OF(pp, jk), share, par, &qs, &dqs);
      change = fmax((q - qs) / (1 + latent / par->cp * dqs), -(l + i));
      if (change < 0) {
        const double dl = fmin(-change, l), di = -change - dl;
        l -= dl;
        i -= di;
        t -= (par->l_vapour * dl + par->l_ice * di) / par->cp;
      } else {
        l += share * change;
        i += (1 - share) * change;
        t += latent / par->cp * change;
      }
      q -= change;
      cond += change / pdt;
      OF(kiter, jk) = jn;
      if (change == 0 || fabs(change) < 1.0e-3 * qs * 1.0e-3) break;
    }
    OF(pcond, jk) = cond;

    if (t > par->t_freeze && i > 0)
      change = fmin(i, (t - par->t_freeze) * par->cp / (par->l_ice - par->l_vapour));
    else if (t < par->t_all_ice && l > 0)
      change = -l;
    else
      change = 0;
    l += change;
    i -= change;
    t -= change * (par->l_ice - par->l_vapour) / par->cp;
    double melt = change * mass / pdt;
    OF(ldcold, jk) = i > 0;

    saturation(t, OF(pp, jk), liquid_share(t, par), par, &qs, &dqs);
    const double rh = fmin(1.0, q / qs);
    OF(prh, jk) = (float)rh;
    if (l + i > 1.0e-9) {
      ++saturated;
      if (COLUMN(ktype) == 0 || COLUMN(ktype) == 2) COLUMN(ktype) += 1;
    }
    double crit = b->pcrit ? b->pcrit[jk - 1] : 0.8;
    if (OF(pw, jk) < 0) crit *= 1 - 0.1 * fmin(1.0, -OF(pw, jk));
    double cover = OF(pa, jk);
    if (rh >= 1) {
      cover = 1;
    } else if (rh > crit) {
      cover = 0.5 * cover + 0.5 * (1 - sqrt((1 - rh) / (1 - crit)));
    } else {
      cover *= 0.5;
      if (cover < 1.0e-3) cover = 0;
    }
    OF(pa, jk) = cover;

    double ccn = 0;
    for (int kind = 0; kind < 3; ++kind)
      ccn += (double)b->pccn[kind] * (double)OF(paero, jk + klev * kind);
    const double critical =
        (COLUMN(pland) * par->critical[0] + (1 - COLUMN(pland)) * par->critical[1]) *
        (1 + 0.2 * log(1 + ccn));
    const double rate = convects ? 2 * par->conversion : par->conversion;
    if (b->sundqvist)
      move = l * (1 - exp(-pdt * rate * (1 - exp(-square(l / critical)))));
    else
      move = fmax(0.0, l - critical) * (1 - exp(-pdt * rate));
    l -= move;
    double rain = OF(prain, jk) + move * mass / pdt;
    move = i * (1 - exp(-pdt * 2 * rate * (1 - exp(-square(i / par->ice_critical)))));
    i -= move;
    double snow = OF(psnow, jk) + move * mass / pdt;

    if (snow > 0 && t > par->t_freeze) {
      move = fmin(fmin(snow, par->melting * (t - par->t_freeze)),
                  (t - par->t_freeze) * par->cp / (par->l_ice - par->l_vapour) * mass / pdt);
      snow -= move;
      rain += move;
      t -= move * pdt / mass * (par->l_ice - par->l_vapour) / par->cp;
      melt += move;
    }

    if (par->evaporates && rain > 0 && rh < 0.95) {
      move = (1 - cover) * par->evaporation * (1 - rh) * sqrt(rain) * mass / 1000;
      move =
          fmin(fmin(move, rain), 0.5 * (qs - q) / (1 + par->l_vapour / par->cp * dqs) * mass / pdt);
      if (move > 0) {
        rain -= move;
        q += move * pdt / mass;
        t -= move * pdt / mass * par->l_vapour / par->cp;
        OF(pevap, jk) = move;
      }
    }
    tau += cover * mass * (150 * l + 60 * i) * (1 + 0.3 * log(1 + ccn));
    OF(pmelt, jk) = melt;
    OF(prain, jk + 1) = rain;
    OF(psnow, jk + 1) = snow;
    OF(zt, jk) = t;
    OF(zq, jk) = q;
    OF(zl, jk) = l;
    OF(zi, jk) = i;
  }

  /* 5. Tendencies, sums on the ground, budgets. */
  const double rain = OF(prain, klev + 1), snow = OF(psnow, klev + 1);
  COLUMN(prain_sum) += rain * pdt;
  COLUMN(psnow_sum) += snow * pdt;
  double water = (rain + snow) * pdt, enthalpy = -(par->l_vapour * rain + par->l_ice * snow) * pdt;
  COLUMN(ptau) = (float)tau;
  if (b->kstep == 1 && !convects) COLUMN(ktop) = klev;
  for (int jk = 1; jk <= klev; ++jk) {
    const double dt = OF(zt, jk) - OF(pt, jk), dq = OF(zq, jk) - OF(pq, jk);
    const double dl = OF(zl, jk) - OF(pl, jk), di = OF(zi, jk) - OF(pi, jk);
    const double mass = (OF(pph, jk + 1) - OF(pph, jk)) / par->gravity;
    OF(tend_t, jk) += dt / pdt;
    OF(tend_q, jk) += dq / pdt;
    OF(tend_liquid, jk) += dl / pdt;
    OF(tend_ice, jk) += di / pdt;
    water += mass * (dq + dl + di);
    enthalpy += mass * (par->cp * dt - par->l_vapour * dl - par->l_ice * di);
  }
  COLUMN(pwater) = water;
  COLUMN(penthalpy) = enthalpy;
  return saturated;
}
