// Stage cuda of moist_column (moist_column.f90:14).
// parent: original
// change: CUDA, a thread a column
// expectation: ten times slower at 32 columns, where 36 copies and one warp take longer than the whole call; faster beyond 10000 columns
// flags: -O3 -std=c++20
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "moist_column.h"
#include "one_column.h"

namespace {

// A thread a column.
__global__ void columns_of(Block block, unsigned long long *saturated) {
  const int jl = block.kidia + blockIdx.x * blockDim.x + threadIdx.x;
  if (jl <= block.kfdia)
    atomicAdd(saturated, static_cast<unsigned long long>(one_column(&block, jl)));
}

// One piece of device memory, kept from call to call; arguments take their room of it in turn.
struct Copy {
  void *host, *device;
  size_t bytes;
};
Copy written[64];
int copies = 0;
char *memory = nullptr;
size_t used = 0, held = 0;

void *room(size_t bytes) {
  void *at = memory + used;
  used += (bytes + 255) / 256 * 256;
  return at;
}

// The argument's pointer becomes one to the device; what the routine writes goes back later.
template <class T>
void on_device(T *&argument, size_t count) {
  T *made = static_cast<T *>(room(count * sizeof(T)));
  cudaMemcpy((void *)made, argument, count * sizeof(T), cudaMemcpyHostToDevice);
  if (!std::is_const_v<T>) written[copies++] = {(void *)argument, (void *)made, count * sizeof(T)};
  argument = made;
}

void back_to_host() {
  for (int i = 0; i < copies; ++i)
    cudaMemcpy(written[i].host, written[i].device, written[i].bytes, cudaMemcpyDeviceToHost);
}

}  // namespace

extern "C" void stage(const char *cdscheme,  // cdscheme, in
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
                      double *tend_t,          // tend%t(:, :), inout, NULL where it is absent
                      int64_t tend_t_l1,       // lower bound of axis 1
                      int64_t tend_t_n1,       // extent of axis 1
                      int64_t tend_t_l2,       // lower bound of axis 2
                      int64_t tend_t_n2,       // extent of axis 2
                      double *tend_q,          // tend%q(:, :), inout, NULL where it is absent
                      int64_t tend_q_l1,       // lower bound of axis 1
                      int64_t tend_q_n1,       // extent of axis 1
                      int64_t tend_q_l2,       // lower bound of axis 2
                      int64_t tend_q_n2,       // extent of axis 2
                      double *tend_liquid,     // tend%liquid(:, :), inout, NULL where it is absent
                      int64_t tend_liquid_l1,  // lower bound of axis 1
                      int64_t tend_liquid_n1,  // extent of axis 1
                      int64_t tend_liquid_l2,  // lower bound of axis 2
                      int64_t tend_liquid_n2,  // extent of axis 2
                      double *tend_ice,        // tend%ice(:, :), inout, NULL where it is absent
                      int64_t tend_ice_l1,     // lower bound of axis 1
                      int64_t tend_ice_n1,     // extent of axis 1
                      int64_t tend_ice_l2,     // lower bound of axis 2
                      int64_t tend_ice_n2,     // extent of axis 2
                      const double *pt,        // pt(klon, klev), in
                      const double *pq,        // pq(klon, klev), in
                      const double *pl,        // pl(klon, klev), in
                      const double *pi,        // pi(klon, klev), in
                      double *pa,              // pa(klon, klev), inout
                      const double *pp,        // pp(klon, klev), in
                      const double *pph,       // pph(klon, klev + 1), in
                      const double *pw,        // pw(klon, klev), in
                      const double *pland,     // pland(klon), in
                      const int32_t *ldsea,    // ldsea(klon), in
                      const float *paero,      // paero(klon, klev, 3), in
                      const float *pccn,       // pccn(3), in
                      int32_t *ldcum,          // ldcum(klon), inout
                      int32_t *ktype,          // ktype(klon), out
                      int32_t *kbase,          // kbase(klon), inout
                      int32_t *ktop,           // ktop(klon), inout
                      double *prain,           // prain(klon, klev + 1), out
                      double *psnow,           // psnow(klon, klev + 1), out
                      double *prain_sum,       // prain_sum(klon), inout
                      double *psnow_sum,       // psnow_sum(klon), inout
                      double *pcond,           // pcond(klon, klev), out
                      double *pevap,           // pevap(klon, klev), out
                      double *pmelt,           // pmelt(klon, klev), out
                      double *pcape,           // pcape(klon), out
                      float *prh,              // prh(klon, klev), out
                      float *ptau,             // ptau(klon), out
                      int32_t *kiter,          // kiter(klon, klev), out
                      int64_t *ksaturated,     // ksaturated, inout
                      double *penthalpy,       // penthalpy(klon), out
                      double *pwater,          // pwater(klon), out
                      int32_t *ldcold,         // ldcold(klon, klev), out
                      const double *pcrit) {   // pcrit(klev), in, NULL where it is absent
  Block block = BLOCK_OF_ARGUMENTS();
  const size_t plane = size_t(klon) * klev, halves = plane + klon, columns = klon;
  const size_t wanted = 36 * halves * sizeof(double) + 64 * 256;
  if (wanted > held) {
    cudaFree(memory);
    cudaMalloc(&memory, held = wanted);
  }
  used = 0, copies = 0;
  on_device(block.tend_t, plane), on_device(block.tend_q, plane),
      on_device(block.tend_liquid, plane), on_device(block.tend_ice, plane);
  on_device(block.pt, plane), on_device(block.pq, plane), on_device(block.pl, plane),
      on_device(block.pi, plane);
  on_device(block.pa, plane), on_device(block.pp, plane), on_device(block.pph, halves),
      on_device(block.pw, plane);
  on_device(block.pland, columns), on_device(block.ldsea, columns),
      on_device(block.paero, 3 * plane), on_device(block.pccn, 3);
  on_device(block.ldcum, columns), on_device(block.ktype, columns), on_device(block.kbase, columns),
      on_device(block.ktop, columns);
  on_device(block.prain, halves), on_device(block.psnow, halves),
      on_device(block.prain_sum, columns), on_device(block.psnow_sum, columns);
  on_device(block.pcond, plane), on_device(block.pevap, plane), on_device(block.pmelt, plane),
      on_device(block.pcape, columns);
  on_device(block.prh, plane), on_device(block.ptau, columns), on_device(block.kiter, plane),
      on_device(block.penthalpy, columns);
  on_device(block.pwater, columns), on_device(block.ldcold, plane);
  if (block.pcrit) on_device(block.pcrit, klev);
  double *work = static_cast<double *>(room(5 * plane * sizeof *work));
  block.zt = work, block.zq = work + plane, block.zl = work + 2 * plane,
  block.zi = work + 3 * plane, block.zgeo = work + 4 * plane;
  unsigned long long *saturated = reinterpret_cast<unsigned long long *>(ksaturated);
  on_device(saturated, 1);

  const int threads = 32;
  columns_of<<<(kfdia - kidia + threads) / threads, threads>>>(block, saturated);
  back_to_host();
}
