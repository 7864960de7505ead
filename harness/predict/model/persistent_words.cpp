#include "harness/predict/model/persistent_words.h"

#include <algorithm>

#include "harness/predict/model/persistent.h"

namespace ladder {

void Words::send(WordsOfWarp &warp, double visible) {
  if (epochs_.size() <= warp.epochs) epochs_.resize(warp.epochs + 1);
  Epoch &epoch = epochs_[warp.epochs];
  epoch.visible = std::max(epoch.visible, visible);
  warp.sending = true;
}

void Words::complete(WordsOfWarp &warp) {
  if (warp.sending) ++epochs_[warp.epochs++].warps;
  warp.sending = false;
}

void Words::look(WordsOfWarp &warp, double arrives) {
  complete(warp);
  warp.looked = true;
  if (warp.epochs == 0) return;  // what the blocks began with
  const Epoch &epoch = epochs_[warp.epochs - 1];
  const int senders = warp.epochs > 1 ? epochs_[warp.epochs - 2].warps : 1;
  if (epoch.warps < senders || epoch.visible > arrives) warp.missing = true;
}

void Words::end_turn(WordsOfWarp &warp) {
  complete(warp);
  warp.looked = warp.missing = false;
  warp.sent = warp.polled = 0;
}

PollingLoops::PollingLoops(const MachineCode &code, const Range &persistent) {
  for (const Range &loop : loops_of(code))
    if (inside(loop, persistent) && polls_others(code, loop)) loops_.push_back(loop);
  for (const Range &part : conditional_parts(code))
    if (inside(part, persistent) && sends_one_word(code, part)) sending_.push_back(part);
}

void PollingLoops::next(WarpPath &path, const Instruction &one, WordsOfWarp &words) const {
  const std::size_t at = path.at();
  const auto passes = [&](const Range &loop) {
    return at < loop.first && one.target > static_cast<std::int64_t>(loop.last);
  };
  path.next();
  for (const Range &part : sending_)
    if (path.at() == part.first && at + 1 == part.first && words.sent >= words.held)
      path.go_to(part.last + 1);
  for (const Range &loop : loops_) {
    if (at == loop.last && words.missing) path.go_to(loop.first);
    if (passes(loop) && words.looked && !words.missing)
      path.go_to(static_cast<std::size_t>(one.target));
    if (path.at() == loop.first) words.missing = false, words.polled = 0;
  }
}

}  // namespace ladder
