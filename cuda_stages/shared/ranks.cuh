// The entries of a CUDA stage of several ranks, each with a device; harness/ranks/README.md
// describes it. No maths here, and no problem.
//
// On rank 0 an entry gives an order and then does what the other ranks do on hearing it. These have
// no large arrays: what an entry takes and fills is null there. What may fail on one rank alone is
// done within on_all_ranks, so that no rank waits for messages of one that has given up.
#pragma once
#include "c_port/shared/ranks.h"
#include "cuda_stages/shared/several_devices.cuh"

namespace {

constexpr int longest_words = 256;

// Of all ranks: throws on each of them where `own` reports a failure on one.
inline void must_agree(ladder_status own, const std::string &words) {
  char why[longest_words];
  std::snprintf(why, sizeof why, "%s", words.c_str());
  const ladder_status all = agree(own, why, sizeof why);
  if (all != LADDER_OK) throw Failure(all, why);
}

// Turns what an action throws into a status and words.
template <typename Action>
ladder_status status_of(std::string &words, Action action) {
  return FrameEntries<int, int>::guard(words, action);
}

template <typename Action>
void on_all_ranks(Action action) {
  std::string words;
  const ladder_status own = status_of(words, action);
  must_agree(own, words);
}

// The device of this rank: the ranks of a machine take turns at what each of them sees. A launcher
// may show each rank a device of its own, which is number 0 then.
inline int device_of_rank() {
  int rank = 0, devices = 0;
  if (has_ranks()) {
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &rank);
    MPI_Comm_free(&machine);
  }
  on_all_ranks([&] {
    devices = device_count();
    refuse_if(devices == 0, "there is no GPU");
  });
  return rank % devices;
}

// Small arrays of a case, of rank 0 and in a copy for the others.
class SharedArrays {
 public:
  template <typename T>
  void share(const T *&array, std::size_t count) {
    if (!has_ranks()) return;
    std::shared_ptr<T[]> copy;
    on_all_ranks([&] {
      if (own_rank() > 0) copy.reset(new T[count + 1]);
    });
    if (copy) array = copy.get(), kept_.push_back(copy);
    constexpr std::size_t most = std::size_t{1} << 30;  // bytes of a message
    char *const bytes = reinterpret_cast<char *>(const_cast<T *>(array));
    for (std::size_t at = 0; at < count * sizeof(T); at += most)
      MPI_Bcast(bytes + at, int(std::min(most, count * sizeof(T) - at)), MPI_BYTE, 0,
                MPI_COMM_WORLD);
  }

 private:
  std::vector<std::shared_ptr<const void>> kept_;
};

// A stage on the case as all ranks know it, with the rank's device as the current one: `Shared` is
// made of rank 0's case, and of nothing on the others.
template <typename Case, typename Shared, typename Stage>
class OnRanks {
 public:
  OnRanks(const Case &c, const ladder_launch &launch)
      : shared_(c), device_(device_of_rank()), on_(device_), stage_(shared_.view(), launch) {
    on_.reset();
  }
  ladder_launch used() const { return stage_.used(); }
  template <typename Action>
  void call(Action action) {
    const OnDevice on(device_);
    action(stage_);
  }

 private:
  const Shared shared_;
  const int device_;
  HeldDevice on_;
  Stage stage_;
};

// `Problem` has the problem's own entries, and hear(state, order), which does what rank 0 ordered.
template <typename Case, typename Stage, typename Problem>
struct RankEntries : FrameEntries<Case, Stage> {
  using Frame = FrameEntries<Case, Stage>;

  static ladder_status create(const void *the_case, const ladder_launch *launch,
                              ladder_state **state) {
    *state = nullptr;
    if (!the_case) return follow();
    char why[longest_words];
    const ladder_status called = call_ranks(why, sizeof why);
    if (called != LADDER_OK) {
      Frame::error_of_create() = why;
      return called;
    }
    give_order(CREATE, 0, launch);
    return make(the_case, launch, state);
  }
  static void destroy(ladder_state *state) {
    if (!state) return;
    give_order(DESTROY, 0, nullptr);
    Frame::destroy(state);
  }

 protected:
  // An entry of the problem, on every rank: all of them fail where one does.
  template <typename Action>
  static ladder_status together(ladder_state *state, Action action) {
    auto &own = Frame::of(state);
    const ladder_status status = Frame::guard(own.error, [&] { own.stage.call(action); });
    return Frame::guard(own.error, [&] { must_agree(status, own.error); });
  }

 private:
  static ladder_status make(const void *the_case, const ladder_launch *launch,
                            ladder_state **state) {
    std::string &error = Frame::error_of_create();
    const ladder_status own = Frame::create(the_case, launch, state);
    const ladder_status all = Frame::guard(error, [&] { must_agree(own, error); });
    if (all != LADDER_OK) Frame::destroy(*state), *state = nullptr;
    return all;
  }

  // What a rank other than 0 does until rank 0 destroys its state.
  static ladder_status follow() {
    ladder_state *state = nullptr;
    for (;;) {
      const order heard = take_order();
      if (heard.call == CREATE) {
        const Case none{};
        if (make(&none, &heard.launch, &state) != LADDER_OK) return LADDER_FAILED;
      } else if (heard.call == DESTROY) {
        Frame::destroy(state);
        return LADDER_OK;
      } else {
        (void)Problem::hear(state, heard);  // rank 0 reports what went wrong
      }
    }
  }
};

}  // namespace
