#include "memory.h"

#include <sys/mman.h>

#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include "../include/cuda_runtime.h"
#include "api.h"
#include "findings.h"

extern "C" __attribute__((weak)) void ladder_accesses_are_seen();

namespace ladder_emulation {
namespace {

constexpr std::size_t page = 4096, alignment = 256, most_freed = 256;
constexpr unsigned char slack_byte = 0xa5;

std::recursive_mutex memory_guard;
std::map<const char *, Allocation> &all() {
  static auto *one = new std::map<const char *, Allocation>;
  return *one;
}
std::deque<Allocation> &freed() {
  static auto *one = new std::deque<Allocation>;
  return *one;
}
std::size_t in_use = 0;
std::uint64_t made = 0;

std::size_t slack_of(const Allocation &a) {
  return static_cast<std::size_t>(a.mapped + a.mapped_bytes - page - (a.base + a.bytes));
}

std::string name_in(const std::string &text, int argument) {
  int depth = 0, at = 0;
  std::string name;
  for (const char c : text) {
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && depth == 0) {
      if (at++ == argument) break;
      name.clear();
    } else if (c != ' ' && c != '\n') {
      name += c;
    }
  }
  return at >= argument ? name : "";
}

// As of a GPU, an array that is allocated again where it was: in the counted build, whose stages
// may ask whether their arguments are those of the call before.
void *take_freed(std::size_t mapped_bytes) {
  const std::lock_guard lock(memory_guard);
  auto first = freed().end();
  for (auto one = freed().begin(); one != freed().end(); ++one)
    if (one->mapped_bytes == mapped_bytes &&
        (first == freed().end() || one->number < first->number))
      first = one;
  if (first == freed().end()) return nullptr;
  void *const mapped = first->mapped;
  freed().erase(first);
  return mapped;
}

cudaError_t make(void **to, std::size_t bytes, Allocation::Kind kind, const char *name, Site site) {
  *to = nullptr;
  if (bytes == 0) return cudaSuccess;
  count("allocate", bytes);
  if (bytes > device_memory() || in_use + bytes > device_memory())
    return failed(cudaErrorMemoryAllocation);
  const std::size_t room = (bytes + alignment - 1) / alignment * alignment;
  const std::size_t inner = (room + page - 1) / page * page, mapped_bytes = inner + 2 * page;
  void *const there = &ladder_count ? take_freed(mapped_bytes) : nullptr;
  auto *mapped = static_cast<char *>(
      mmap(there, mapped_bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (there ? MAP_FIXED : 0), -1, 0));
  if (mapped == MAP_FAILED) return failed(cudaErrorMemoryAllocation);
  mprotect(mapped, page, PROT_NONE);
  mprotect(mapped + page + inner, page, PROT_NONE);
  char *base = mapped + page + inner - room;
  // Nobody may rely on what is there.
  if (kind == Allocation::device && !sampled()) std::memset(base, 0xff, bytes);
  std::memset(base + bytes, slack_byte, room - bytes);
  const std::lock_guard lock(memory_guard);
  std::string words = name;
  while (!words.empty() && (words[0] == '&' || words[0] == '(')) words.erase(0, 1);
  if (const auto cast = words.rfind(")&"); cast != std::string::npos) words.erase(0, cast + 2);
  all()[base] = {kind, base, bytes, mapped, mapped_bytes, words, site, ++made};
  in_use += bytes;
  settled(base, bytes);
  *to = base;
  return cudaSuccess;
}

struct Name {
  std::string text, from;
};
Name name_of(const Allocation &a, const Launch *launch) {
  std::string text, from;
  if (launch)
    for (const Pointer &one : launch->pointers)
      if (text.empty() && allocation_of(one.value) == &a)
        text = name_in(launch->arguments_text, one.argument);
  if (text.empty()) {
    text = a.name;
    if (a.site.file) from = ", allocated at " + words_of(a.site);
  }
  return {text, from};
}
std::string whole(const Allocation &a, const Launch *launch) {
  const Name name = name_of(a, launch);
  return "'" + name.text + "', which has " + std::to_string(a.bytes) + " bytes" + name.from;
}

}  // namespace

void let_host(bool in) {
  static int users = 0;
  const std::lock_guard lock(memory_guard);
  users += in ? 1 : -1;
  // Where the accesses of the host are seen, it is they that are reported.
  if (users > in || &ladder_accesses_are_seen || (!in && !first_finding().empty())) return;
  for (const auto &[base, a] : all())
    if (a.mapped && a.kind == Allocation::device)
      mprotect(a.mapped + page, a.mapped_bytes - 2 * page, in ? PROT_READ | PROT_WRITE : PROT_NONE);
}

std::size_t bytes_in_use() { return in_use; }

cudaError_t allocate(void **to, std::size_t bytes, const char *name, Site site) {
  return make(to, bytes, Allocation::device, name, site);
}
cudaError_t allocate_host(void **to, std::size_t bytes, bool managed, const char *name, Site site) {
  return make(to, bytes, managed ? Allocation::managed : Allocation::host, name, site);
}

cudaError_t release(void *pointer) {
  if (!pointer) return cudaSuccess;
  const std::lock_guard lock(memory_guard);
  const auto found = all().find(static_cast<char *>(pointer));
  if (found == all().end()) return failed(cudaErrorInvalidValue);
  const Allocation &a = found->second;
  count("free", a.bytes);
  in_use -= a.bytes;
  if (a.mapped) {
    // Its addresses stay taken for a while, so that a use of them is found.
    madvise(a.mapped, a.mapped_bytes, MADV_DONTNEED);
    mprotect(a.mapped, a.mapped_bytes, PROT_NONE);
    freed().push_back(a);
    if (freed().size() > most_freed) {
      munmap(freed().front().mapped, freed().front().mapped_bytes);
      freed().pop_front();
    }
  }
  all().erase(found);
  return cudaSuccess;
}

cudaError_t register_host(void *pointer, std::size_t bytes) {
  const std::lock_guard lock(memory_guard);
  auto *base = static_cast<char *>(pointer);
  if (!base || bytes == 0) return failed(cudaErrorInvalidValue);
  if (all().contains(base)) return failed(cudaErrorHostMemoryAlreadyRegistered);
  all()[base] = {Allocation::host, base, bytes, nullptr, 0, "registered", {}, ++made};
  settled(base, bytes);
  return cudaSuccess;
}

void each_allocation(const std::function<void(const Allocation &)> &look) {
  const std::lock_guard lock(memory_guard);
  for (const auto &[base, a] : all()) look(a);
}

const Allocation *allocation_of(const void *address) {
  const std::lock_guard lock(memory_guard);
  const auto *at = static_cast<const char *>(address);
  auto next = all().upper_bound(at);
  if (next == all().begin()) return nullptr;
  const Allocation &a = (--next)->second;
  return at < a.base + a.bytes ? &a : nullptr;
}

std::string words_of(const Allocation &a, const Launch *launch, const void *address,
                     std::size_t element) {
  const Name name = name_of(a, launch);
  const auto index = (static_cast<const char *>(address) - a.base) / std::ptrdiff_t(element);
  return name.text + "[" + std::to_string(index) + "] of " + std::to_string(a.bytes / element) +
         name.from;
}

std::string words_of_stray(const void *address) {
  const std::lock_guard lock(memory_guard);
  const auto *at = static_cast<const char *>(address);
  if (at < reinterpret_cast<const char *>(4096)) return "a null pointer";
  const Launch *launch = Executor::mine().launch();
  // The nearest one within a page or two.
  const Allocation *near = nullptr;
  std::ptrdiff_t least = 64 * 1024;
  for (const auto &[base, a] : all()) {
    const std::ptrdiff_t off = at < base ? base - at : at - (base + a.bytes) + 1;
    if (off < least) least = off, near = &a;
  }
  if (near && at < near->base)
    return std::to_string(least) + " bytes before " + whole(*near, launch);
  if (near) return std::to_string(least - 1) + " bytes past the end of " + whole(*near, launch);
  for (const Allocation &a : freed())
    if (at >= a.mapped && at < a.mapped + a.mapped_bytes)
      return "memory of '" + a.name + "' (" + words_of(a.site) + "), which was freed";
  return "memory of the host, or none of the device's arrays";
}

bool slack_is_whole(std::string &words) {
  const std::lock_guard lock(memory_guard);
  for (auto &[base, a] : all()) {
    if (!a.mapped) continue;
    char *end = a.base + a.bytes;
    for (std::size_t k = 0; k < slack_of(a); ++k)
      if (static_cast<unsigned char>(end[k]) != slack_byte) {
        words = "writes " + std::to_string(k) + " bytes past the end of " +
                whole(a, Executor::mine().launch());
        std::memset(end, slack_byte, slack_of(a));
        return false;
      }
  }
  return true;
}

}  // namespace ladder_emulation
