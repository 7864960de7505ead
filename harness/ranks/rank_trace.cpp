#include "harness/ranks/rank_trace.h"

#ifndef LADDER_HAVE_MPI

namespace ladder {
void record_ranks() {}
void add_ranks(Timeline &) {}
}  // namespace ladder

#else

#include <cstring>
#include <fstream>
#include <limits>

#include "harness/ranks/mpi_calls.h"
#include "harness/several_ranks.h"

namespace ladder {
namespace {

// In the place of a stage's name, which is an identifier.
constexpr const char *record_word = "*record*", *tell_word = "*tell*";
constexpr int trace_tag = 7, answers = 16;  // answers of a clock: the fastest is taken

// What a rank says first.
struct RankHead {
  char boot[64];  // of the system: ranks of one have one clock
  std::int64_t spans, lost;
};

RankHead own_head() {
  RankHead head{};
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  std::getline(file, boot);
  std::strncpy(head.boot, boot.c_str(), sizeof head.boot - 1);
  head.spans = static_cast<std::int64_t>(mpi_calls().spans.size());
  head.lost = mpi_calls().lost;
  return head;
}

template <typename T>
void send_to(int rank, const T *from, std::size_t count = 1) {
  PMPI_Send(from, static_cast<int>(count * sizeof(T)), MPI_BYTE, rank, trace_tag, MPI_COMM_WORLD);
}
template <typename T>
void hear_from(int rank, T *into, std::size_t count = 1) {
  PMPI_Recv(into, static_cast<int>(count * sizeof(T)), MPI_BYTE, rank, trace_tag, MPI_COMM_WORLD,
            MPI_STATUS_IGNORE);
}

// How far a rank's clock is ahead of this one: it answers with its time, in the middle between question and answer.
std::int64_t clock_ahead(int rank) {
  std::int64_t ahead = 0, fastest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < answers; ++i) {
    const std::int64_t asked = rank_clock_ns();
    std::int64_t theirs = 0;
    send_to(rank, &asked);
    hear_from(rank, &theirs);
    const std::int64_t answered = rank_clock_ns();
    if (answered - asked >= fastest) continue;
    fastest = answered - asked;
    ahead = theirs - (asked + answered) / 2;
  }
  return ahead;
}

void tell_rank_0() {
  const MpiCalls &calls = mpi_calls();
  const RankHead head = own_head();
  send_to(0, &head);
  for (int i = 0; i < answers; ++i) {
    std::int64_t asked = 0;
    hear_from(0, &asked);
    const std::int64_t now = rank_clock_ns();
    send_to(0, &now);
  }
  send_to(0, calls.spans.data(), calls.spans.size());
}

std::vector<RankSpan> spans_of(int rank, Timeline &timeline) {
  RankHead head{};
  hear_from(rank, &head);
  const std::int64_t measured = clock_ahead(rank);
  const std::int64_t ahead = std::strcmp(head.boot, own_head().boot) == 0 ? 0 : measured;
  std::vector<RankSpan> spans(static_cast<std::size_t>(head.spans));
  hear_from(rank, spans.data(), spans.size());
  for (RankSpan &span : spans) span.begin -= ahead, span.end -= ahead;
  timeline.lost += head.lost;
  return spans;
}

int ranks_that_run() {
  int started = 0, count = 1;
  MPI_Initialized(&started);
  if (started) MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

}  // namespace

bool heard_of_trace(const std::string &name) {
  if (name == record_word) {
    mpi_calls().begin();
  } else if (name == tell_word) {
    mpi_calls().kept = false;
    tell_rank_0();
  } else {
    return false;
  }
  return true;
}

void record_ranks() {
  if (ranks_that_run() < 2) return;
  ladder_ranks_announce(record_word);
  mpi_calls().begin();
}

void add_ranks(Timeline &timeline) {
  const int ranks = ranks_that_run();
  if (ranks < 2) return;
  mpi_calls().kept = false;
  ladder_ranks_announce(tell_word);
  const std::size_t before = timeline.events.size();
  for (int rank = 1; rank < ranks; ++rank) add_rank(timeline, rank, spans_of(rank, timeline));
  if (timeline.events.size() == before) return;  // the stage is one of rank 0 alone
  timeline.lost += mpi_calls().lost;
  add_rank(timeline, 0, mpi_calls().spans);
}

}  // namespace ladder

#endif
