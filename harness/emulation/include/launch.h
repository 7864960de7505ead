// kernel<<<grid, block, bytes, stream>>>(arguments), as scripts/emulating/translate.py writes it:
// ladder_emulation::kernel(kernel, "kernel", "arguments").at(grid, block, ...)(arguments).
#pragma once
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "device_functions.h"

typedef struct ladder_emulated_stream *cudaStream_t;

namespace ladder_emulation {

struct Pointer {
  int argument;
  const void *value;
};
struct Pointers {
  const Pointer *first;
  int count;
  const Pointer *begin() const { return first; }
  const Pointer *end() const { return first + count; }
};

// What a launch is; `invoke(arguments)` runs the kernel of the thread that is `here`.
struct Launch {
  const void *kernel;  // its address; NULL: not known
  const char *name, *arguments_text;
  dim3 grid, block;
  std::size_t bytes;
  cudaStream_t stream;
  Site site;
  bool cooperative;
  void (*invoke)(const void *arguments);
  const void *arguments;
  Pointers pointers;
};
void launch(const Launch &, void (*release)(const void *arguments));

template <typename... P>
struct Arguments {
  void (*function)(P...);
  std::tuple<P...> values;
  Pointer pointers[sizeof...(P) + 1];
};

template <typename... P>
struct Kernel {
  using All = Arguments<P...>;
  void (*function)(P...);
  const char *name, *arguments_text;
  dim3 grid{}, block{};
  std::size_t bytes = 0;
  cudaStream_t stream = nullptr;
  Site site{};

  Kernel &at(dim3 g, dim3 b, std::size_t s = 0, cudaStream_t on = nullptr, LADDER_HERE) {
    grid = g, block = b, bytes = s, stream = on, this->site = site;
    return *this;
  }
  void operator()(std::type_identity_t<P>... given) const { go(false, std::move(given)...); }
  void go(bool cooperative, P... given) const {
    auto *all = new All{function, std::tuple<P...>(given...), {}};
    int argument = 0, pointers = 0;
    const auto note = [&](const auto &value) {
      if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>)
        all->pointers[pointers++] = {argument, (const void *)value};
      ++argument;
    };
    (note(given), ...);
    const Pointers noted{all->pointers, pointers};
    launch({reinterpret_cast<const void *>(function), name, arguments_text, grid, block, bytes,
            stream, site, cooperative, invoke, all, noted},
           [](const void *arguments) { delete static_cast<const All *>(arguments); });
  }
  LADDER_UNSEEN static void invoke(const void *arguments) {
    call(*static_cast<const All *>(arguments), std::index_sequence_for<P...>());
  }
  template <std::size_t... I>
  LADDER_UNSEEN static void call(const All &all, std::index_sequence<I...>) {
    all.function(std::get<I>(all.values)...);
  }
};

template <typename... P>
Kernel<P...> kernel(void (*function)(P...), const char *name, const char *arguments) {
  return {function, name, arguments};
}

// A template whose arguments are deduced from those of the launch: `call` is a generic lambda.
template <typename Call>
struct DeducedKernel {
  const char *name, *arguments_text;
  dim3 grid{}, block{};
  std::size_t bytes = 0;
  cudaStream_t stream = nullptr;
  Site site{};
  DeducedKernel &at(dim3 g, dim3 b, std::size_t s = 0, cudaStream_t on = nullptr, LADDER_HERE) {
    grid = g, block = b, bytes = s, stream = on, this->site = site;
    return *this;
  }
  template <typename... A>
  void operator()(A... given) const {
    void (*function)(A...) = [](A... all) { Call{}(all...); };
    Kernel<A...>{function, name, arguments_text, grid, block, bytes, stream, site}(given...);
  }
};
template <typename Call>
DeducedKernel<Call> deduced_kernel(Call, const char *name, const char *arguments) {
  return {name, arguments};
}

}  // namespace ladder_emulation
