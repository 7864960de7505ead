// The sum of a migration's shots on disk: a checkpoint that is written while the next shots are
// computed.
#pragma once
#include <cstddef>
#include <future>
#include <string>

#include "harness/seismic/migration/stack_file.h"

namespace ladder {

// Whether it is time to write again. Writing takes at most one part in `parts` of the time: where a
// shot takes far longer than that, every shot is written. Times are passed in [s].
class WritingPace {
 public:
  static constexpr double parts = 5;
  void wrote(double begin, double end) { free_from_ = end + (parts - 1) * (end - begin); }
  bool due(double now) const { return now >= free_from_; }

 private:
  double free_from_ = 0;
};

class KeptStack {
 public:
  KeptStack(std::string path, Inputs inputs, Stack &stack, WritingPace pace = {})
      : path_(std::move(path)), inputs_(std::move(inputs)), stack_(stack), kept_(stack.shots),
        pace_(pace) {}

  // Before the stack changes: until what was begun is on disk. Throws what save_stack throws.
  void settle();
  // After a shot was added: begins to write where that is due.
  void added();
  // Whether it is time to write and nothing is being written: of a stack that changes only then.
  bool due();
  // All that was added is on disk when this returns.
  void keep_all();
  std::size_t kept() const { return kept_; }  // shots on disk

 private:
  void begin();

  std::string path_;
  Inputs inputs_;
  Stack &stack_;
  std::size_t kept_;
  WritingPace pace_;           // written by the thread that writes
  std::future<void> writing_;  // waits in its destructor
};

}  // namespace ladder
