#include "harness/bench/ranks/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "harness/base/error.h"
#include "harness/bench/registry/registry.h"
#include "harness/launched_ranks.h"
#ifdef LADDER_HAVE_MPI
#include "harness/several_ranks.h"
#endif

namespace ladder {
namespace {

#ifdef LADDER_HAVE_MPI

// As stages.cmake names the table of a stage.
std::string symbol_of(const StageEntry &entry) {
  std::string symbol = "ladder_stage_" + entry.full_name();
  std::ranges::replace_if(
      symbol, [](char c) { return c == '.' || c == '-'; }, '_');
  return symbol;
}

// Joins in what rank 0 does, one stage after the other.
void serve() {
  for (char name[LADDER_RANKS_LONGEST_NAME];;) {
    ladder_ranks_hear(name, sizeof name);
    if (heard_of_trace(name)) continue;  // the end, too, ends the trace
    if (!*name) return;
    const auto &all = built_in_stages();
    const auto entry =
        std::ranges::find_if(all, [&](const auto &one) { return symbol_of(one) == name; });
    if (entry == all.end()) {
      fmt::print(stderr,
                 "ladder: rank 0 runs {}, which the program of this rank does not have: start the "
                 "same program on all ranks\n",
                 name);
      MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Exit::wrong));
    }
    ladder_state *none = nullptr;
    (void)entry->stage->create(nullptr, nullptr, &none);  // rank 0 reports what went wrong
  }
}

void let_go() {
  ladder_ranks_announce("");
  MPI_Finalize();
}

#else

constexpr const char *no_mpi = LADDER_WHY_NO_MPI;

bool is_first() {
  for (const char *name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
    if (const char *rank = std::getenv(name)) return std::atoi(rank) == 0;
  return true;
}

#endif

}  // namespace

std::string ranks_text() {
#ifdef LADDER_HAVE_MPI
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(version, &length);
  const std::string text(version, static_cast<std::size_t>(length));
  return text.substr(0, text.find(','));
#else
  return no_mpi;
#endif
}

void start_ranks() {
  const int count = ladder_launched_ranks();
  if (count < 2) return;
#ifdef LADDER_HAVE_MPI
  int provided = 0, rank = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) {
    serve();
    MPI_Finalize();
    std::exit(static_cast<int>(Exit::ok));
  }
  std::atexit(let_go);
#else
  if (!is_first()) std::exit(static_cast<int>(Exit::usage));
  throw UsageError(fmt::format("{} ranks were started, but {}", count, no_mpi));
#endif
}

}  // namespace ladder
