// Attributes every instant of a timeline to exactly one scope.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/bench/trace/timeline.h"

namespace ladder {

enum class Scope { kernel, h2d, d2h, exchange, staging, launch, stage, host, idle };
inline constexpr std::array<const char *, 9> scope_names = {
    "kernel", "h2d", "d2h", "exchange", "staging", "launch", "stage", "host", "idle"};

struct Scopes {
  std::array<std::int64_t, 9> ns{};  // sums exactly to the length of the timeline
  std::int64_t wall_ns = 0;
  std::int64_t overlap_ns =
      0;  // time in which a kernel and a copy, or two copies, ran at once; exchange is a copy
  // Time in which the host waited for a copy, while no kernel ran: a synchronisation, or a copy
  // call that returns when the copy is done. All other time of copies is hidden.
  std::int64_t exposed_copy_ns = 0;
  std::int64_t operator[](Scope s) const { return ns[static_cast<std::size_t>(s)]; }
};

// First match wins: kernel, h2d, d2h, exchange, staging (copy_call), launch (runtime_call), stage
// (stage_call: packing and unpacking are no idleness), host (driver_loop), else idle. Events are
// clipped to the timeline.
Scopes attribute(const Timeline &);

// What a device or a rank did of its own: kernels, copies and exchanges, else idle. They add up to
// the wall time too.
struct PartScopes {
  int rank = 0, device = 0;
  Scopes scopes;
};
// A row for each, by ranks and then devices; none where there is one alone.
std::vector<PartScopes> attribute_parts(const Timeline &);

// Of a run that is so many times as long.
Scopes times(const Scopes &, double longer);

// The table that the thesis printed: one row a kernel or a direction of copy.
struct ProfileRow {
  std::string name;
  std::int64_t calls = 0, total_ns = 0, least_ns = 0, most_ns = 0;
  std::array<int, 3> block{}, grid{};      // of the first launch; {0, 0, 0} for copies
  bool one_block = true, one_grid = true;  // every launch had it
  std::int64_t bytes = 0;
};
std::vector<ProfileRow> profile(const Timeline &);  // most time first

// Cuts a timeline down to the parts that are timed: what lies between them is as if it had never
// been.

struct TimedPart {
  std::int64_t begin, end;  // [ns] on the timeline's clock
};

// `parts` in ascending order. The timeline begins at 0 and is as long as they are together.
void keep_parts(Timeline &, const std::vector<TimedPart> &parts);

// "convolve_major" or "convolve<8>" of a mangled name: without namespaces, the type that it returns
// and its parameters.
std::string short_kernel_name(const char *mangled);
// "void ladder::convolve<8>(float*)": all that distinguishes overloads.
std::string kernel_signature(const char *mangled);

}  // namespace ladder
