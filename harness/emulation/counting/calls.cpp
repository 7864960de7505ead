// What passes between a stage and the host, in the order in which it does, by call.
#include "calls.h"

#include <cstdlib>
#include <set>
#include <string>

#include "../runtime/api.h"
#include "../runtime/memory.h"
#include "requests.h"

namespace ladder_emulation {
namespace {

Calls now;
std::set<const void *> recorded;  // graphs in this call

unsigned counted_calls() {
  const char *given = std::getenv("LADDER_EMULATION_CALLS");
  return given ? unsigned(std::atoi(given)) : ~0u;
}

void say_event(const std::string &what, std::size_t bytes, const char *more = "") {
  if (!counts_file()) return;
  std::fprintf(counts_file(), "{\"event\": \"%s\", \"bytes\": %zu, \"in_call\": %s%s}\n",
               what.c_str(), bytes, now.inside ? "true" : "false", more);
  std::fflush(counts_file());
}

}  // namespace

const Calls &calls() { return now; }

}  // namespace ladder_emulation

using namespace ladder_emulation;

extern "C" void ladder_count(const char *what, std::size_t bytes, const void *to,
                             const void *from) {
  const bool records = what == std::string("record");
  if (now.later && !records) return;
  std::string more;
  if (records) more = recorded.insert(to).second ? ", \"first\": true" : ", \"first\": false";
  if (to && from) {
    const Allocation *a = allocation_of(to), *b = allocation_of(from);
    const auto on_device = [](const Allocation *one) {
      return one && one->kind != Allocation::host;
    };
    const bool pinned = (a && a->kind == Allocation::host) || (b && b->kind == Allocation::host);
    more = std::string(", \"to\": \"") +
           (on_device(a)   ? on_device(b) ? "within" : "device"
            : on_device(b) ? "host"
                           : "symbol") +
           "\", \"pinned\": " + (pinned ? "true" : "false");
  }
  say_event(what, bytes, more.c_str());
}

// The linker's --wrap.
extern "C" __attribute__((weak)) void __real_ladder_call(void **, std::int64_t (*)[7],
                                                         std::int64_t (*)[7], std::int64_t *);
extern "C" void __wrap_ladder_call(void **data, std::int64_t (*lower)[7], std::int64_t (*extent)[7],
                                   std::int64_t *length) {
  static const unsigned counted = counted_calls();
  now.later = ++now.begun > counted;
  recorded.clear();
  say_event(now.later ? "later call" : "begin", 0);
  now.inside = true;
  __real_ladder_call(data, lower, extent, length);
  now.inside = false;
  if (!now.later) say_event("end", 0);
}
