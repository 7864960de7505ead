#include "findings.h"

#include <dlfcn.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <utility>

namespace ladder_emulation {
namespace {

std::mutex findings_guard;
std::string first;
int others = 0;

std::string base_name(const std::string &path) { return path.substr(path.rfind('/') + 1); }

// Of addr2line: the innermost function that is not the emulation's own, with its place.
struct Place2 {
  std::string function, place;
};

Place2 ask_addr2line(const void *code, bool returns) {
  Dl_info info;
  if (!code || !dladdr(code, &info) || !info.dli_fname) return {};
  const auto offset = static_cast<const char *>(code) - static_cast<const char *>(info.dli_fbase);
  char command[4096 + 64];
  std::snprintf(command, sizeof command, "addr2line -Cfie '%s' 0x%lx 2>/dev/null", info.dli_fname,
                static_cast<unsigned long>(offset - (returns ? 1 : 0)));
  Place2 found;
  FILE *pipe = popen(command, "r");
  if (!pipe) return {};
  char line[4096];
  std::string function;
  for (bool is_function = true; std::fgets(line, sizeof line, pipe); is_function = !is_function) {
    std::string text = line;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (const auto at = text.find(" (discriminator"); at != std::string::npos) text.resize(at);
    if (is_function) {
      function = text;
    } else if (found.place.empty() && text.find("emulation/include/") == std::string::npos) {
      found = {function, base_name(text)};
    }
  }
  pclose(pipe);
  return found;
}

// A wrong place may be reached thousands of times, and each question is a process.
Place2 look_up(const void *code, bool returns) {
  static std::mutex guard;
  static auto *known = new std::map<std::pair<const void *, bool>, Place2>;
  const std::lock_guard lock(guard);
  const auto [at, is_new] = known->try_emplace({code, returns});
  if (is_new) at->second = ask_addr2line(code, returns);
  return at->second;
}

const Launch *launch_now() { return Executor::mine().launch(); }

}  // namespace

std::string words_of(uint3 v) {
  return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
}

std::string words_of(const Thread &t) {
  return "thread " + words_of(t.index) + " of block " + words_of(t.block->index);
}

std::string words_of(Site site) {
  return site.file ? base_name(site.file) + ":" + std::to_string(site.line) : "";
}

std::string line_of(const void *code) {
  const std::string place = look_up(code, true).place;
  return place.empty() ? "?" : place;
}

std::string name_of_kernel(const Launch &launch) {
  std::string name = look_up(launch.kernel, false).function;
  if (name.empty() || name == "??") name = launch.name;
  if (const auto at = name.find('('); at != std::string::npos && name[0] != '(') name.resize(at);
  for (const std::string inner = "(anonymous namespace)::"; name.starts_with(inner);) {
    name = name.substr(inner.size());
    if (const auto at = name.find('('); at != std::string::npos) name.resize(at);
  }
  return name;
}

void report_text(const std::string &whole) {
  const std::lock_guard lock(findings_guard);
  // A race explains what else was found, such as a value that nobody had written yet.
  const auto is_race = [](const std::string &text) { return text.starts_with("race"); };
  if (!first.empty()) ++others;
  if (first.empty() || (is_race(whole) && !is_race(first))) first = whole;
}

void report(const std::string &what, Site site) {
  const Executor &executor = Executor::mine();
  std::string text;
  if (const Launch *launch = launch_now(); launch && executor.in_kernel()) {
    text = "kernel '" + name_of_kernel(*launch) + "'";
    if (site.file) text += ", " + words_of(site);
    text += ", " + words_of(*executor.now()) + ": ";
  } else if (site.file) {
    text = words_of(site) + ": ";
  }
  report_text(text + what);
}

void report_two_barriers(const Block &block, Site other) {
  const Thread *waits = nullptr;
  for (const Thread &t : block.threads)
    if (t.state == Thread::waiting && t.waits_at.line == block.barrier.line) waits = &t;
  report("threads of a block are at two barriers: this one at " + words_of(other) +
             (waits ? ", and " + words_of(*waits) + " at " + words_of(block.barrier)
                    : ", others at " + words_of(block.barrier)),
         other);
}

void report_missing(const Block &block) {
  const Thread *ended = nullptr;
  for (const Thread &t : block.threads)
    if (t.state == Thread::ended && !ended) ended = &t;
  report_text("kernel '" + name_of_kernel(*launch_now()) + "', " + words_of(block.barrier) +
              ": this barrier is reached by " + std::to_string(block.arrived) + " of the " +
              std::to_string(block.threads.size()) + " threads of block " + words_of(block.index) +
              "; thread " + words_of(ended->index) + " has ended without it");
}

void report_stuck(const std::vector<std::unique_ptr<Block>> &flight) {
  std::string text = "kernel '" + name_of_kernel(*launch_now()) + "': no thread can go on";
  for (const auto &block : flight)
    for (const Thread &t : block->threads)
      if (t.state == Thread::waiting) {
        report_text(text + "; " + words_of(t) + " waits at " + words_of(t.waits_at) +
                    " for threads that do not come");
        return;
      }
  report_text(text);
}

const std::string &first_finding() {
  static std::string text;
  const std::lock_guard lock(findings_guard);
  text = first;
  if (others > 0 && !first.empty()) text += " (and " + std::to_string(others) + " more)";
  return text;
}

}  // namespace ladder_emulation

// The harness asks for it after each run; empty: nothing was found.
extern "C" __attribute__((visibility("default"))) const char *ladder_emulation_finding() {
  return ladder_emulation::first_finding().c_str();
}
