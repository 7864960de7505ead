/* Entries of a stage in addition to those of its table, of a struct that its problem declares: what
 * the harness asks of few stages. A stage without any exports none. C99 and C++. */
#ifndef LADDER_EXTENSION_H
#define LADDER_EXTENSION_H

#include "harness/stage.h"

typedef const void *ladder_extension;

/* LADDER_EXTENSION = &entries; in the file of a stage, behind its table. */
#define LADDER_EXTENSION_JOIN_WORDS(a, b) a##b
#define LADDER_EXTENSION_JOIN(a, b) LADDER_EXTENSION_JOIN_WORDS(a, b)
#define LADDER_EXTENSION_SYMBOL LADDER_EXTENSION_JOIN(LADDER_STAGE_SYMBOL, _extension)
#define LADDER_EXTENSION                               \
  LADDER_EXTERN __attribute__((visibility("default"))) \
  const ladder_extension LADDER_EXTENSION_SYMBOL;      \
  const ladder_extension LADDER_EXTENSION_SYMBOL

#endif
