// A machine as the models see it: its micro-benchmarks by name.
#pragma once
#include <optional>
#include <string>

#include "harness/predict/model/machine_record.h"

namespace ladder {

class Machine {
 public:
  explicit Machine(MachineRecord record) : record_(std::move(record)) {}

  const DeviceLimits &device() const { return record_.found.device; }
  double clock_hz() const { return value("clock.multiprocessor"); }
  // Whether it was measured; with `at`, at that very value.
  bool has(const std::string &name, std::optional<double> at = {}) const;
  // The value at `at`, on the line between the neighbours that were measured; beyond them that of
  // the nearest. Throws FileError: it was not measured.
  double value(const std::string &name, double at = 0) const;

 private:
  MachineRecord record_;
};

}  // namespace ladder
