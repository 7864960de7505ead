// A volume in slabs along y, one a rank, each on the rank's device: planes come from rank 0 and go
// back as messages. The entries of such a stage. No maths here, and no idea of a stage.
#pragma once
#include "cuda_stages/shared/ranks.cuh"
#include "cuda_stages/wave3d/entries.cuh"
#include "cuda_stages/wave3d/slab.cuh"

namespace {

// The case without (v dt)^2, of which each rank gets its planes.
class SharedWave {
 public:
  explicit SharedWave(const ladder_wave &c) : view_(c) {
    if (!has_ranks()) return;
    MPI_Bcast(&view_, sizeof view_, MPI_BYTE, 0, MPI_COMM_WORLD);
    const std::size_t taps = 2 * std::size_t(view_.half_length) + 1;
    for (const float **axis : {&view_.taps_z, &view_.taps_x, &view_.taps_y})
      arrays_.share(*axis, taps);
    arrays_.share(view_.sponge_z, view_.nz);
    arrays_.share(view_.sponge_x, view_.nx);
    arrays_.share(view_.sponge_y, view_.ny);
    arrays_.share(view_.source_cells, view_.sources);
    arrays_.share(view_.wavelets, std::size_t{1} * view_.sources * view_.steps);
    arrays_.share(view_.receiver_cells, view_.receivers);
    if (own_rank() > 0) view_.v2dt2 = nullptr;
  }
  const ladder_wave &view() const { return view_; }

 private:
  ladder_wave view_;
  SharedArrays arrays_;
};

// So many values, which lie one after the other, as one datatype: a message has as many as its int
// counts.
class Values {
 public:
  explicit Values(int count) {
    MPI_Type_contiguous(count, MPI_FLOAT, &type_);
    MPI_Type_commit(&type_);
  }
  ~Values() { MPI_Type_free(&type_); }
  Values(const Values &) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_;
};

class RankSlab {
 public:
  // `least` planes of a rank.
  RankSlab(const ladder_wave &c, const Slots &slots, const std::int32_t *asked, int least)
      : case_(c), count_(rank_count()), rank_(own_rank()) {
    char why[longest_words];
    const ladder_status chosen = choose_ranks(asked, used_.data(), why, sizeof why);
    if (chosen != LADDER_OK) throw Failure(chosen, why);
    refuse_if(used_[0] > 1,
              "its ranks have slabs along y: take --ranks=1x" + std::to_string(count_));
    refuse_if(count_ > std::max(1, c.ny / least),
              std::to_string(count_) + " ranks for " + std::to_string(c.ny) +
                  " planes: each must have at least " + std::to_string(least) +
                  ", so start at most " + std::to_string(std::max(1, c.ny / least)));
    std::vector<float> planes;
    const float *const v2dt2 = of_rank_0(c.v2dt2, planes);
    on_all_ranks([&] {
      int device = 0;
      CHECK(cudaGetDevice(&device));
      slab_ = std::make_unique<Slab>(c, planes_of(rank_), v2dt2, slots, device);
    });
  }

  void upload(const float *now, const float *before, int step) {
    std::vector<float> of_now, of_before;
    const float *const own_now = of_rank_0(now, of_now);
    const float *const own_before = of_rank_0(before, of_before);
    slab_->upload(own_now, own_before, step);
  }
  void download(float *now, float *before, float *traces) {
    std::vector<float> of_now, of_before, samples;
    const SlabPlanes planes = planes_of(rank_);
    on_all_ranks([&] {
      float *const own_now = place(now, planes.begin, planes.end, of_now);
      float *const own_before = place(before, planes.begin, planes.end, of_before);
      samples = slab_->download(own_now, own_before);
    });
    to_rank_0(now, of_now);
    to_rank_0(before, of_before);
    samples_to_rank_0(samples, traces);
  }

  int count() const { return count_; }
  int rank() const { return rank_; }
  int below() const { return rank_ - 1; }  // the neighbour's rank; -1: none
  int above() const { return rank_ < count_ - 1 ? rank_ + 1 : -1; }
  Slab &slab() const { return *slab_; }
  std::vector<int> devices() const { return {slab_->device}; }
  std::array<std::int32_t, 2> used() const { return used_; }

 private:
  SlabPlanes planes_of(int rank) const { return slab_planes(case_, rank, count_); }
  std::size_t plane() const { return std::size_t{1} * case_.nz * case_.nx; }

  // Planes [begin, end) of the whole array on rank 0; a piece of memory on the others.
  template <typename T>
  T *place(T *whole, int begin, int end, std::vector<float> &memory) const {
    if (rank_ == 0) return whole + plane() * begin;
    memory.resize(plane() * (end - begin));
    return memory.data();
  }

  // The planes of each rank's slab, with its halos.
  const float *of_rank_0(const float *whole, std::vector<float> &memory) const {
    const SlabPlanes own = planes_of(rank_);
    const float *place_of_own = nullptr;
    on_all_ranks(
        [&] { place_of_own = place(whole, own.shift(), own.shift() + own.all(), memory); });
    if (count_ == 1) return place_of_own;
    const Values a_plane{int(plane())};
    if (rank_ > 0)
      MPI_Recv(memory.data(), own.all(), a_plane, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      for (int rank = 1; rank < count_; ++rank) {
        const SlabPlanes theirs = planes_of(rank);
        MPI_Send(whole + plane() * theirs.shift(), theirs.all(), a_plane, rank, tag,
                 MPI_COMM_WORLD);
      }
    return place_of_own;
  }

  // The own planes of each rank.
  void to_rank_0(float *whole, const std::vector<float> &own) const {
    if (count_ == 1) return;
    const Values a_plane{int(plane())};
    if (rank_ > 0)
      MPI_Send(own.data(), planes_of(rank_).end - planes_of(rank_).begin, a_plane, 0, tag,
               MPI_COMM_WORLD);
    else
      for (int rank = 1; rank < count_; ++rank) {
        const SlabPlanes theirs = planes_of(rank);
        MPI_Recv(whole + plane() * theirs.begin, theirs.end - theirs.begin, a_plane, rank, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
  }

  void samples_to_rank_0(const std::vector<float> &own, float *traces) const {
    const int first = slab_->run.first_sample(), end = slab_->run.end_of_samples();
    std::vector<float> theirs;
    on_all_ranks([&] {
      if (rank_ == 0) theirs.resize(std::size_t(end) * case_.receivers + 1);
    });
    for (int rank = 0; rank < count_; ++rank) {
      if (rank_ > 0 && rank_ != rank) continue;
      const std::vector<int> numbers = receivers_within(case_, stripe_of(planes_of(rank)));
      if (numbers.empty()) continue;
      if (rank > 0) {
        const Values sample{int(numbers.size())};
        const std::size_t at = numbers.size() * first;
        if (rank_ > 0)
          MPI_Send(own.data() + at, end - first, sample, 0, tag, MPI_COMM_WORLD);
        else
          MPI_Recv(theirs.data() + at, end - first, sample, rank, tag, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      }
      if (rank_ == 0)
        spread_samples(rank == 0 ? own.data() : theirs.data(), numbers, first, end, case_, traces);
    }
  }

  static constexpr int tag = 1;

  const ladder_wave &case_;
  const int count_, rank_;
  std::array<std::int32_t, 2> used_{};
  std::unique_ptr<Slab> slab_;
};

// The entries of a CUDA stage of several ranks, from a class as entries.cuh has it. It names
// RANK_LOOP_ENTRIES(Stage) in its table.
template <typename Stage>
struct WaveOnRanks
    : RankEntries<ladder_wave, OnRanks<ladder_wave, SharedWave, Stage>, WaveOnRanks<Stage>> {
  using Ranks = RankEntries<ladder_wave, OnRanks<ladder_wave, SharedWave, Stage>, WaveOnRanks>;

  static ladder_status hear(ladder_state *state, const order &heard) {
    return Ranks::together(state, [&](auto &stage) {
      if (heard.call == UPLOAD) stage.upload(nullptr, nullptr, heard.count);
      if (heard.call == ADVANCE) stage.advance(heard.count);
      if (heard.call == DOWNLOAD) stage.download(nullptr, nullptr, nullptr);
    });
  }
  static ladder_status upload(ladder_state *state, const float *now, const float *before,
                              std::int32_t step) {
    give_order(UPLOAD, step, nullptr);
    return Ranks::together(state, [&](auto &stage) { stage.upload(now, before, step); });
  }
  static ladder_status advance(ladder_state *state, std::int32_t count) {
    give_order(ADVANCE, count, nullptr);
    return Ranks::together(state, [&](auto &stage) { stage.advance(count); });
  }
  static ladder_status download(ladder_state *state, float *now, float *before, float *traces) {
    give_order(DOWNLOAD, 0, nullptr);
    return Ranks::together(state, [&](auto &stage) { stage.download(now, before, traces); });
  }
  static constexpr ladder_wave_entries table = {
      .upload = upload, .advance = advance, .download = download};
};

#define RANK_LOOP_ENTRIES(Stage)                                                 \
  .owns_time_loop = 1, LADDER_WAVE_LOOP_WORK, FRAME_ENTRIES(WaveOnRanks<Stage>), \
  .entries = &WaveOnRanks<Stage>::table

}  // namespace
