
#include "harness/base/clock.h"
#include "harness/bench/trace/timeline.h"

namespace ladder {
namespace {

// The driver's marks are all there is to see of a stage on the host.
class HostTracer : public Tracer {
 public:
  std::int64_t now() override { return steady_ns(); }
  void start() override {}
  Timeline stop() override { return {}; }
};

}  // namespace

std::unique_ptr<Tracer> make_host_tracer() { return std::make_unique<HostTracer>(); }

}  // namespace ladder
