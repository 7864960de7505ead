// The words that persistent blocks send each other, and how a warp polls at them.
#pragma once
#include <cstddef>
#include <limits>
#include <vector>

#include "harness/predict/compiled/machine_code.h"
#include "harness/predict/model/code_ranges.h"
#include "harness/predict/model/warp_path.h"

namespace ladder {

// What a warp has sent and found of them.
struct WordsOfWarp {
  std::size_t epochs = 0;  // in which it has sent its words
  bool sending = false;    // those of the next one
  bool looked = false;     // since the last barrier
  bool missing = false;    // a word of the last look had not come
  // Words that it has, each way in a turn: the first ones of those that the code has accesses for.
  std::size_t held = std::numeric_limits<std::size_t>::max();
  std::size_t sent = 0, polled = 0;  // of them since the last barrier, and in this look

  // Whether one more exists, which it then has sent or polled at.
  bool has_one_more(bool sends) { return (sends ? sent : polled)++ < held; }
};

// Of all blocks, as all are alike: the words that a warp waits for were sent when all warps of its
// block had sent theirs of the same epoch.
class Words {
 public:
  // A warp stores a word that can be found from then on.
  void send(WordsOfWarp &, double visible);
  // A poll that arrives then.
  void look(WordsOfWarp &, double arrives);
  // At a barrier of the block.
  void end_turn(WordsOfWarp &);

 private:
  struct Epoch {
    double visible = 0;  // the last word
    int warps = 0;       // that have sent all of theirs
  };
  void complete(WordsOfWarp &);
  std::vector<Epoch> epochs_;
};

// The loops in a persistent one that poll until all words have come. What their branches do depends
// on what was found.
class PollingLoops {
 public:
  PollingLoops(const MachineCode &, const Range &persistent);
  // From where it is to the next instruction: through a loop again whose words had not all come,
  // and past one whose words the look before it had found, and past what sends a word that the warp
  // has not.
  void next(WarpPath &, const Instruction &, WordsOfWarp &) const;

 private:
  std::vector<Range> loops_, sending_;
};

}  // namespace ladder
