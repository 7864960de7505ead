/* (v dt)^2 of LANES cells: as values, or by codes, of which few fit a register. Included by
 * tile_step.h; a processor that looks numbers up defines CODED and FEW_CODED. */
enum speeds { AS_VALUES, AS_CODES, AS_FEW_CODES };
#ifndef CODED
__attribute__((always_inline)) static inline lanes CODED(const unsigned char *codes,
                                                         const float *value) {
  lanes all;
#pragma GCC unroll 16
  for (int k = 0; k < LANES; ++k) all[k] = value[codes[k]];
  return all;
}
#define FEW_CODED(codes, table) CODED(codes, (const float *)&(table))
#endif
