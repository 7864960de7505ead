// The files that `ladder solve` writes.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/base/line/command.h"
#include "harness/problem.h"

namespace ladder {

// Of one run.
class SolveWriter {
 public:
  virtual ~SolveWriter() = default;
  // Steps that are looked at, ascending.
  virtual std::vector<std::int32_t> due() const = 0;
  // Keeps what went wrong for finish: the caller may be Fortran.
  virtual void look(int step, const float *field) noexcept = 0;
  // Throws FileError.
  virtual void finish(const float *field) = 0;
};

struct SolveProducts {
  std::string output, probes;
  std::vector<int> snapshots;  // expanded list of steps; a single one: every so many
  std::string snapshot_format = "npy";
  int probe_every = 0;  // [steps]; 0: a hundredth of the run
  bool plot = false, overwrite = false;

  std::vector<Option> product_options();
  // Throws UsageError for options that have no effect together.
  void refuse_idle_products(const CommandLine &) const;
  // Throws UsageError for what this case has not.
  void refuse_wrong_products(const Case &) const;
  // Throws FileError where one of them cannot be written, or would take the place of what is there.
  void claim() const;
  std::vector<std::string> files() const;
  // The case must outlive it.
  std::unique_ptr<SolveWriter> begin(const Case &) const;
};

}  // namespace ladder
