// What the samples of a measurement are to decide: of each point whether its time differs from its
// parent's; of one without a parent among the points, what its median is.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/measure/repeat.h"

namespace ladder {

class Questions {
 public:
  // The parent of a point is the stage that it names as such, or the original where that is not
  // among the points. `against_first`: it is the first point, of all others.
  Questions(const std::vector<Point> &, const Repetition &);

  // Closes those that the samples decide by now.
  void look();
  // The points of the next round, ascending: those of open questions that are affordable in
  // `left_s` and had no more time than the others so far. Empty: no sample would decide anything.
  std::vector<std::size_t> next_round(double left_s);
  // Why no open question needs more samples of the point: "decided" or "precision"; empty: one
  // does.
  std::string why_settled(std::size_t point) const;

 private:
  struct Question {
    std::size_t point;
    std::vector<std::size_t> parents;  // launches of one stage; empty: its own median is asked for
    bool open = true, alone = false;
    double spent_s = 0;
  };
  bool decided(const Question &) const;
  // The parent that is the fastest so far.
  std::optional<std::size_t> parent_of(const Question &) const;
  std::vector<std::size_t> points_of(const Question &) const;

  const std::vector<Point> &points_;
  const Repetition &repetition_;
  std::vector<Question> questions_;
};

}  // namespace ladder
