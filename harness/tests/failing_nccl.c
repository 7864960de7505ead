/* NCCL, but on rank $FAILING_RANK the $FAILING_GROUP-th group of messages fails. Loaded in place of
 * libnccl.so.2; the library itself is $REAL_NCCL. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char bytes[128];
} unique_id;

static void *entry(const char *name) {
  static void *library = NULL;
  if (!library) library = dlopen(getenv("REAL_NCCL"), RTLD_NOW | RTLD_LOCAL);
  void *found = library ? dlsym(library, name) : NULL;
  if (!found) abort();
  return found;
}

static int fails_now(void) {
  static int groups = 0;
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  return rank && strcmp(rank, getenv("FAILING_RANK")) == 0 &&
         ++groups == atoi(getenv("FAILING_GROUP"));
}

const char *ncclGetErrorString(int result) {
  return ((const char *(*)(int))entry("ncclGetErrorString"))(result);
}
int ncclCommInitAll(void **all, int count, const int *devices) {
  return ((int (*)(void **, int, const int *))entry("ncclCommInitAll"))(all, count, devices);
}
int ncclGetUniqueId(unique_id *id) { return ((int (*)(unique_id *))entry("ncclGetUniqueId"))(id); }
int ncclCommInitRank(void **made, int ranks, unique_id id, int rank) {
  return ((int (*)(void **, int, unique_id, int))entry("ncclCommInitRank"))(made, ranks, id, rank);
}
int ncclCommGetAsyncError(void *made, int *state) {
  return ((int (*)(void *, int *))entry("ncclCommGetAsyncError"))(made, state);
}
int ncclCommAbort(void *made) { return ((int (*)(void *))entry("ncclCommAbort"))(made); }
int ncclGroupStart(void) {
  return fails_now() ? 2 /* ncclSystemError */ : ((int (*)(void))entry("ncclGroupStart"))();
}
int ncclGroupEnd(void) { return ((int (*)(void))entry("ncclGroupEnd"))(); }
int ncclSend(const void *from, size_t count, int type, int to, void *made, void *stream) {
  return ((int (*)(const void *, size_t, int, int, void *, void *))entry("ncclSend"))(
      from, count, type, to, made, stream);
}
int ncclRecv(void *into, size_t count, int type, int from, void *made, void *stream) {
  return ((int (*)(void *, size_t, int, int, void *, void *))entry("ncclRecv"))(into, count, type,
                                                                                from, made, stream);
}
