#include "harness/bench/ranks/ranks.h"

#ifndef LADDER_HAVE_MPI

namespace ladder {
void record_ranks(ladder_device) {}
void add_ranks(Timeline &, Tracer &, ladder_device) {}
}  // namespace ladder

#else

#include <fmt/ranges.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <sstream>

#include "harness/base/clock.h"
#include "harness/bench/ranks/rank_events.h"
#include "harness/several_ranks.h"

namespace ladder {
namespace {

// In the place of a stage's name, which is an identifier.
constexpr const char *record_word = "*record*", *record_device_word = "*record device*",
                     *tell_word = "*tell*";
constexpr int trace_tag = 7, answers = 16;  // answers of a clock: the fastest is taken

// What a rank says first.
struct RankHead {
  char boot[64];  // of the system: ranks of one have one clock
  std::int64_t spans, lost, events, names;
};

// Of a rank's own device, from its first run that is recorded to one that is not.
std::unique_ptr<Tracer> &own_tracer() {
  static std::unique_ptr<Tracer> tracer;
  return tracer;
}

// How far a clock, which answers with its time, is ahead of that of the calls of MPI: it answers in
// the middle between question and answer.
std::int64_t ahead(const std::function<std::int64_t(std::int64_t asked)> &clock) {
  std::int64_t ahead = 0, fastest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < answers; ++i) {
    const std::int64_t asked = steady_ns(), at = clock(asked), answered = steady_ns();
    if (answered - asked >= fastest) continue;
    fastest = answered - asked;
    ahead = at - (asked + answered) / 2;
  }
  return ahead;
}

std::int64_t ahead_of_calls(Tracer &tracer) {
  return ahead([&](std::int64_t) { return tracer.now(); });
}

// What the own device did, on the clock of the calls of MPI.
Timeline own_device() {
  Timeline seen;
  if (!own_tracer()) return seen;
  seen = own_tracer()->stop();
  const std::int64_t ahead = ahead_of_calls(*own_tracer());
  for (Event &event : seen.events) event.begin -= ahead, event.end -= ahead;
  return seen;
}

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

std::int64_t clock_ahead(int rank) {
  return ahead([&](std::int64_t asked) {
    std::int64_t theirs = 0;
    send_to(rank, &asked);
    hear_from(rank, &theirs);
    return theirs;
  });
}

void tell_rank_0() {
  const MpiCalls &calls = mpi_calls();
  const Timeline seen = own_device();
  const std::string names = fmt::format("{}", fmt::join(seen.names, "\n"));
  RankHead head = own_head();
  head.lost += seen.lost;
  head.events = static_cast<std::int64_t>(seen.events.size());
  head.names = static_cast<std::int64_t>(names.size());
  send_to(0, &head);
  for (int i = 0; i < answers; ++i) {
    std::int64_t asked = 0;
    hear_from(0, &asked);
    const std::int64_t now = steady_ns();
    send_to(0, &now);
  }
  send_to(0, calls.spans.data(), calls.spans.size());
  send_to(0, seen.events.data(), seen.events.size());
  send_to(0, names.data(), names.size());
}

struct RankReport {
  std::vector<RankSpan> spans;
  Timeline seen;  // by the rank's own tracer
};

// The report of a rank, on a clock that is so far ahead of that of this rank's calls.
RankReport report_of(int rank, std::int64_t clock) {
  RankHead head{};
  hear_from(rank, &head);
  const std::int64_t measured = clock_ahead(rank);
  const std::int64_t later = clock - (std::strcmp(head.boot, own_head().boot) == 0 ? 0 : measured);
  RankReport report;
  report.spans.resize(static_cast<std::size_t>(head.spans));
  hear_from(rank, report.spans.data(), report.spans.size());
  report.seen.events.resize(static_cast<std::size_t>(head.events));
  hear_from(rank, report.seen.events.data(), report.seen.events.size());
  std::string names(static_cast<std::size_t>(head.names), ' ');
  hear_from(rank, names.data(), names.size());
  std::istringstream lines(names);
  for (std::string line; std::getline(lines, line);) report.seen.names.push_back(line);
  report.seen.lost = head.lost;
  for (RankSpan &span : report.spans) span.begin += later, span.end += later;
  for (Event &event : report.seen.events) event.begin += later, event.end += later;
  return report;
}

int ranks_that_run() {
  int started = 0, count = 1;
  MPI_Initialized(&started);
  if (started) MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

void record_own(bool device) {
  mpi_calls().begin();
  std::string why;
  if (device && !own_tracer())
    own_tracer() = make_cuda_tracer(why);  // without it the calls of MPI are kept alone
  if (own_tracer()) own_tracer()->start();
}

}  // namespace

bool heard_of_trace(const std::string &name) {
  if (name == record_word || name == record_device_word) {
    record_own(name == record_device_word);
  } else if (name == tell_word) {
    mpi_calls().kept = false;
    tell_rank_0();
  } else {
    if (!mpi_calls().kept) own_tracer().reset();
    return false;
  }
  return true;
}

void record_ranks(ladder_device device) {
  if (ranks_that_run() < 2) return;
  ladder_ranks_announce(device == LADDER_ON_CUDA ? record_device_word : record_word);
  mpi_calls().begin();
}

void add_ranks(Timeline &timeline, Tracer &tracer, ladder_device device) {
  const int ranks = ranks_that_run();
  if (ranks < 2) return;
  mpi_calls().kept = false;
  ladder_ranks_announce(tell_word);
  const std::int64_t clock = ahead_of_calls(tracer);
  const auto add = [&](int rank, const RankReport &report) {
    if (device == LADDER_ON_CUDA)
      add_rank_on_device(timeline, rank, report.seen, report.spans);
    else
      add_rank(timeline, rank, report.spans);
    timeline.lost += report.seen.lost;
  };
  const std::size_t before = timeline.events.size();
  for (int rank = 1; rank < ranks; ++rank) add(rank, report_of(rank, clock));
  if (timeline.events.size() == before) return;  // the stage is one of rank 0 alone
  RankReport own{mpi_calls().spans, {}};
  for (RankSpan &span : own.spans) span.begin += clock, span.end += clock;
  own.seen.lost = mpi_calls().lost;
  add(0, own);
}

}  // namespace ladder

#endif
