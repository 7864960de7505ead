// Memory that the runs of an adopted routine share with the process that asks for them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "harness/problems/routine/routine_case.h"

namespace ladder {

// Where in the shared memory the storages are: their inputs, and behind them their outputs, as wide
// as the oracle's.
struct Places {
  explicit Places(const RoutineCase &c) {
    constexpr std::size_t alignment = 64;
    const auto next = [this](std::size_t size) {
      const std::size_t at = bytes;
      bytes += (std::max<std::size_t>(size, 4) + 2 * alignment - 1) / alignment * alignment;
      return at;
    };
    for (const RecordedCall &call : *c.calls)
      for (const Storage &storage : call.storages) in.push_back(next(storage.bytes));
    inputs_end = bytes;
    for (const RecordedCall &call : *c.calls) {
      for (const Storage &storage : call.storages)
        out.push_back(next(std::max(storage.bytes, storage.wide_bytes)));
      const std::size_t first = written.size();
      written.resize(out.size(), false);
      for (const RecordedValue &value : call.values)
        if (value.there && value.out) written[first + value.storage] = true;
    }
  }
  std::vector<std::size_t> in, out;
  std::vector<bool> written;  // some value in it is
  std::size_t bytes = 64, inputs_end = 0;
};

}  // namespace ladder
