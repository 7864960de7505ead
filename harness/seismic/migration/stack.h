// The sum of what shots gave.
#pragma once
#include <cstddef>
#include <future>
#include <string>
#include <vector>

#include "harness/seismic/migration/survey_case.h"
#include "harness/seismic/shots/checkpoint.h"

namespace ladder {

// Sums in double, of the model's part of the grid, [h][x][z] each. Shots are added in their order,
// so that a run that was interrupted gives the same bits as one that was not.
struct Stack {
  std::vector<double> image, illumination;
  std::vector<double> gather_x, gather_z;  // empty where no offsets are asked for
  std::size_t shots = 0;                   // how many are in it

  explicit Stack(const SurveyCase &);
  std::vector<std::vector<double> *> arrays() {
    return {&image, &illumination, &gather_x, &gather_z};
  }
  std::size_t values() const {
    return image.size() + illumination.size() + gather_x.size() + gather_z.size();
  }
};

// What one shot gave, of the model's part: the arrays of a Stack, one behind the other.
using ShotResult = std::vector<float>;
void add_shot(Stack &, const ShotResult &);

// The sum of a migration's shots on disk: a checkpoint that is written while the next shots are
// computed.

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

// The shots that are done, on disk, so that a migration that was killed resumes after them.

// The file appears whole or not at all. Throws FileError.
void save_stack(const std::string &path, const Inputs &, Stack &);

// Throws FileError: unreadable, cut short or changed; Error(not_comparable), which names what
// differs: made from other inputs.
void load_stack(const std::string &path, const Inputs &, Stack &);

double bytes_of_stack(Stack &);  // [B] on disk

}  // namespace ladder
