// kernel<<<grid, block, bytes, stream>>>(arguments), as scripts/emulating/translate.py writes it:
// ladder_emulation::kernel(kernel, "kernel", "arguments").at(grid, block, ...)(arguments).
#pragma once
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "device_functions.h"

typedef struct ladder_emulated_stream *cudaStream_t;

namespace ladder_emulation {

struct Pointer {
  int argument;
  const void *value;
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
  std::shared_ptr<const void> arguments;
  std::vector<Pointer> pointers;
};
void launch(Launch &&);

template <typename... P>
struct Kernel {
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
    using All = std::pair<void (*)(P...), std::tuple<P...>>;
    std::vector<Pointer> pointers;
    int argument = 0;
    const auto note = [&](const auto &value) {
      if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>)
        pointers.push_back({argument, (const void *)value});
      ++argument;
    };
    (note(given), ...);
    auto arguments = std::make_shared<All>(function, std::tuple<P...>(std::move(given)...));
    launch({reinterpret_cast<const void *>(function), name, arguments_text, grid, block, bytes,
            stream, site, cooperative, invoke, std::move(arguments), std::move(pointers)});
  }
  LADDER_UNSEEN static void invoke(const void *arguments) {
    using All = std::pair<void (*)(P...), std::tuple<P...>>;
    const All &all = *static_cast<const All *>(arguments);
    call(all, std::index_sequence_for<P...>());
  }
  template <typename All, std::size_t... I>
  LADDER_UNSEEN static void call(const All &all, std::index_sequence<I...>) {
    all.first(std::get<I>(all.second)...);
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
