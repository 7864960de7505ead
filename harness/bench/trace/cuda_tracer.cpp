#include "harness/bench/trace/timeline.h"

#ifndef LADDER_HAVE_CUPTI

namespace ladder {
std::unique_ptr<Tracer> make_cuda_tracer(std::string &why) {
  why = "this program was built without CUPTI, which comes with the CUDA toolkit";
  return nullptr;
}
}  // namespace ladder

#else

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>

#include "harness/bench/trace/cupti_buffers.h"
#include "harness/bench/trace/scopes.h"

namespace ladder {
namespace {

constexpr CUpti_ActivityKind kinds[] = {
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,           CUPTI_ACTIVITY_KIND_MEMSET,
    CUPTI_ACTIVITY_KIND_RUNTIME,           CUPTI_ACTIVITY_KIND_DRIVER};

// Calls that only ask, at every launch: by the stage, or, of the kernel's name, by CUPTI. To record
// them takes longer than they do.
constexpr std::string_view not_recorded[] = {"cuKernelGetName", "cudaGetLastError",
                                             "cudaPeekAtLastError", "cudaGetErrorString"};

class CudaTracer : public Tracer {
 public:
  explicit CudaTracer(const CuptiLibrary &cupti) : cupti_(cupti) {
    make_buffers_ready();
    // A kind that is refused (another profiler is attached, say) would leave gaps that look idle.
    for (const auto kind : kinds) refused_ += cupti_.enable(kind) != CUPTI_SUCCESS;
    leave_out(CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE,
              cupti_.enable_runtime_call);
    leave_out(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE, cupti_.enable_driver_call);
  }

  ~CudaTracer() override {
    for (const auto kind : kinds) cupti_.disable(kind);
    drop_buffers();
  }

  bool first_run_is_slow() const override { return true; }

  std::int64_t now() override {
    std::uint64_t t = 0;
    cupti_.get_timestamp(&t);
    return static_cast<std::int64_t>(t);
  }

  void start() override {
    drop_buffers();
    dropped();  // what was dropped before does not concern this run
  }

  Timeline stop() override {
    cupti_.flush_all(1);
    Timeline timeline;
    std::map<std::string, std::uint32_t> index;
    for (const auto &[buffer, valid] : filled_buffers()) {
      CUpti_Activity *record = nullptr;
      CUptiResult read = valid > 0 ? CUPTI_SUCCESS : CUPTI_ERROR_MAX_LIMIT_REACHED;
      while (read == CUPTI_SUCCESS) {
        read = cupti_.get_next_record(buffer, valid, &record);
        if (read == CUPTI_SUCCESS) add(*record, timeline, index);
      }
      // Any other end than the buffer's own leaves records behind that cannot be counted.
      timeline.lost += read != CUPTI_ERROR_MAX_LIMIT_REACHED;
      std::free(buffer);
    }
    timeline.lost += dropped() + refused_;
    make_buffers_ready();  // for the next run
    return timeline;
  }

 private:
  // Since it was last asked.
  std::int64_t dropped() const {
    std::size_t count = 0;
    return cupti_.get_dropped(nullptr, 0, &count) == CUPTI_SUCCESS
               ? static_cast<std::int64_t>(count)
               : 0;
  }

  void drop_buffers() {
    cupti_.flush_all(1);
    for (const auto &[buffer, valid] : filled_buffers()) std::free(buffer);
  }

  // `enable_call` is missing in older versions of CUPTI.
  void leave_out(CUpti_CallbackDomain domain, std::uint32_t calls,
                 CuptiLibrary::EnableCall enable_call) const {
    for (std::uint32_t call = 1; enable_call && call < calls; ++call) {
      const char *name = nullptr;
      if (cupti_.get_callback_name(domain, call, &name) != CUPTI_SUCCESS || !name) continue;
      // Names end with the version in which the call was last changed: "cudaGetLastError_v3020".
      if (std::ranges::find(not_recorded,
                            std::string_view(name).substr(0, std::string_view(name).find("_v"))) !=
          std::end(not_recorded))
        enable_call(call, 0);
    }
  }

  static std::uint32_t name_of(Timeline &timeline, std::map<std::string, std::uint32_t> &index,
                               const std::string &name) {
    const auto [at, fresh] = index.emplace(name, static_cast<std::uint32_t>(timeline.names.size()));
    if (fresh) timeline.names.push_back(name);
    return at->second;
  }

  void add(const CUpti_Activity &record, Timeline &timeline,
           std::map<std::string, std::uint32_t> &index) const {
    Event event{};
    const auto span = [&event](const auto &r) {
      event.begin = static_cast<std::int64_t>(r.start);
      event.end = static_cast<std::int64_t>(r.end);
    };
    std::string name;
    switch (record.kind) {
      case CUPTI_ACTIVITY_KIND_KERNEL:
      case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
        const auto &kernel = reinterpret_cast<const CuptiKernel &>(record);
        span(kernel);
        event.activity = Activity::kernel;
        event.block = {kernel.blockX, kernel.blockY, kernel.blockZ};
        event.grid = {kernel.gridX, kernel.gridY, kernel.gridZ};
        event.device = static_cast<int>(kernel.deviceId);
        name = short_kernel_name(kernel.name);
        if (name.starts_with("nccl")) event.activity = Activity::exchange;
        break;
      }
      case CUPTI_ACTIVITY_KIND_MEMCPY: {
        const auto &copy = reinterpret_cast<const CuptiMemcpy &>(record);
        span(copy);
        event.bytes = static_cast<std::int64_t>(copy.bytes);
        if (copy.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOH) return;  // the host's own affair
        const bool in = copy.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD ||
                        copy.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOA;
        const bool out = copy.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ||
                         copy.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_ATOH;
        event.device = static_cast<int>(copy.deviceId);
        event.activity = in ? Activity::h2d : out ? Activity::d2h : Activity::kernel;
        name = in ? "[memcpy HtoD]" : out ? "[memcpy DtoH]" : "[memcpy DtoD]";
        break;
      }
      case CUPTI_ACTIVITY_KIND_MEMCPY2: {  // between two devices
        const auto &copy = reinterpret_cast<const CuptiMemcpyPtoP &>(record);
        span(copy);
        event.bytes = static_cast<std::int64_t>(copy.bytes);
        event.device = static_cast<int>(copy.deviceId);
        event.activity = Activity::exchange;
        name = "[memcpy PtoP]";
        break;
      }
      case CUPTI_ACTIVITY_KIND_MEMSET: {
        span(reinterpret_cast<const CuptiMemset &>(record));
        event.activity = Activity::kernel;
        name = "[memset]";
        break;
      }
      case CUPTI_ACTIVITY_KIND_RUNTIME:
      case CUPTI_ACTIVITY_KIND_DRIVER: {
        const auto &call = reinterpret_cast<const CUpti_ActivityAPI &>(record);
        span(call);
        const char *known = nullptr;
        cupti_.get_callback_name(record.kind == CUPTI_ACTIVITY_KIND_RUNTIME
                                     ? CUPTI_CB_DOMAIN_RUNTIME_API
                                     : CUPTI_CB_DOMAIN_DRIVER_API,
                                 call.cbid, &known);
        name = known ? known : "call";
        event.activity =
            name.find("emcpy") != std::string::npos || name.find("emset") != std::string::npos
                ? Activity::copy_call
                : Activity::runtime_call;
        break;
      }
      default:
        return;
    }
    // CUPTI writes 0 for a time that it could not take.
    if (event.begin <= 0 || event.end < event.begin) {
      ++timeline.lost;
      return;
    }
    event.name = name_of(timeline, index, name);
    timeline.events.push_back(event);
  }

  const CuptiLibrary &cupti_;
  std::int64_t refused_ = 0;  // kinds of activity
};

}  // namespace

std::unique_ptr<Tracer> make_cuda_tracer(std::string &why) {
  const CuptiLibrary *cupti = cupti_library(why);
  if (!cupti) return nullptr;
  static const CUptiResult registered = register_buffers(*cupti);
  if (registered != CUPTI_SUCCESS) {
    why = "CUPTI refuses to trace: another profiler may be attached";
    return nullptr;
  }
  return std::make_unique<CudaTracer>(*cupti);
}

}  // namespace ladder

#endif
