#ifdef LADDER_HAVE_MPI
#include "harness/base/clock.h"
#include "harness/bench/ranks/rank_events.h"
#include "harness/several_ranks.h"

namespace ladder {

// Never destroyed: rank 0 calls MPI while the program is ending.
MpiCalls &mpi_calls() {
  static MpiCalls &calls = *new MpiCalls;
  return calls;
}

namespace {

std::int64_t order_begin = 0;  // of the wait for an order that is under way

void keep(std::int64_t begin, std::int64_t order) {
  MpiCalls &calls = mpi_calls();
  if (!calls.kept) return;
  if (calls.spans.size() < MpiCalls::most)
    calls.spans.push_back({begin, steady_ns(), order});
  else
    ++calls.lost;
}

template <typename Call>
int timed(Call call) {
  const std::int64_t begin = steady_ns();
  const int status = call();
  keep(begin, 0);
  return status;
}

}  // namespace
}  // namespace ladder

// Those that stages of several ranks make to exchange data, and to agree. One thread of a rank
// calls at a time.
extern "C" {

int MPI_Startall(int count, MPI_Request messages[]) {
  return ladder::timed([&] { return PMPI_Startall(count, messages); });
}
int MPI_Waitall(int count, MPI_Request messages[], MPI_Status statuses[]) {
  return ladder::timed([&] { return PMPI_Waitall(count, messages, statuses); });
}
int MPI_Send(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm all) {
  return ladder::timed([&] { return PMPI_Send(from, count, type, to, tag, all); });
}
int MPI_Recv(void *into, int count, MPI_Datatype type, int from, int tag, MPI_Comm all,
             MPI_Status *status) {
  return ladder::timed([&] { return PMPI_Recv(into, count, type, from, tag, all, status); });
}
int MPI_Bcast(void *data, int count, MPI_Datatype type, int from, MPI_Comm all) {
  return ladder::timed([&] { return PMPI_Bcast(data, count, type, from, all); });
}
int MPI_Allreduce(const void *own, void *sum, int count, MPI_Datatype type, MPI_Op what,
                  MPI_Comm all) {
  return ladder::timed([&] { return PMPI_Allreduce(own, sum, count, type, what, all); });
}

// An order of rank 0 begins with the first and has come with a test that succeeds
// (harness/several_ranks.h).
int MPI_Ibcast(void *data, int count, MPI_Datatype type, int from, MPI_Comm all,
               MPI_Request *request) {
  ladder::order_begin = ladder::steady_ns();
  return PMPI_Ibcast(data, count, type, from, all, request);
}
int MPI_Test(MPI_Request *request, int *there, MPI_Status *status) {
  const int result = PMPI_Test(request, there, status);
  if (*there) ladder::keep(ladder::order_begin, 1);
  return result;
}

}  // extern "C"
#endif
