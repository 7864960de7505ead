// summed: the products of a survey's shots are summed on the device.
// flags: -O3 -ftz=true
//
// Changes: a second table is exported for the shots of a survey (`ladder migrate`). It copies no
//   product back: all are added, in double, to sums that stay on the device from shot to shot.
//   Gathers of angles are slant stacks of these sums, made there too. Buffers and graphs of a shot
//   serve the next one that has as many receivers: it overwrites what is injected, and where.
// Why: of a shot, pieces copies 131 MB of gathers, which the host then looks at, cuts and adds:
//   more time than the shot takes on the device. A slant stack is linear, so one of the sums is
//   that of all image times of all shots, and costs what one image time would.
// Expected: the document's case as pieces, 7 ms on an H100. A survey of 100 shots on 776 x 260
//   cells with 2 x 81 offsets 4.0 s where pieces takes 6.0: 0.3 ms a shot for the sums instead of 2
//   ms of copies and 20 ms of arrays, checks and waits
// Launch: as pieces.
// Work per point: as pieces.
// Run: ladder migrate --stage=summed --offsets-x=40 --angles=60 ...
#include "cuda_stages/imaging/pieces.cuh"
#include "cuda_stages/imaging/survey_sums.cuh"

namespace {

class Stage : public PiecedRun<BandProducts, /*With=*/true> {
 public:
  using PiecedRun::PiecedRun;
  void add_to(SurveySums &sums) const { sums.add(shot_.products, stream_); }
  void take(const ladder_imaging &c) const { overwrite(shot_, c); }
};

// A shot of a survey. The sums keep its stage for the next one.
class ShotOfSurvey {
 public:
  struct Kept {
    std::vector<double> fixed;
    std::unique_ptr<Stage> stage;
  };

  ShotOfSurvey(const ladder_imaging &c, const ladder_launch &launch)
      : survey_(
            SurveyEntries<ShotOfSurvey>::of(reinterpret_cast<const ladder_imaging_shot &>(c).sums)),
        shot_(std::move(survey_.kept)) {
    std::vector<double> fixed = fixed_in_graphs(c, launch);
    if (shot_.stage && shot_.fixed == fixed) {
      shot_.stage->take(c);
    } else {
      shot_ = {};  // before the next one needs its memory
      shot_ = {std::move(fixed), std::make_unique<Stage>(c, launch)};
    }
  }
  // One whose steps failed is not kept.
  ~ShotOfSurvey() {
    if (added_) survey_.kept = std::move(shot_);
  }
  ShotOfSurvey(const ShotOfSurvey &) = delete;
  ShotOfSurvey &operator=(const ShotOfSurvey &) = delete;

  void upload(const float *now, const float *before) { shot_.stage->upload(now, before); }
  void advance(int count) { shot_.stage->advance(count); }
  void download(float *, float *, float *, float *) {
    shot_.stage->add_to(survey_.sums);
    added_ = true;
  }
  ladder_launch used() const { return shot_.stage->used(); }
  static ladder_imaging_memory memory(const ladder_imaging &c, const ladder_launch &launch) {
    return Stage::memory(c, launch);
  }

 private:
  SurveyEntries<ShotOfSurvey>::State &survey_;
  Kept shot_;
  bool added_ = false;
};

const ladder_knob knobs[] = {KNOBS_OF_PIECES};

// What the shots of a survey need of a table; the launch is that of the stage.
const ladder_stage of_shot = {LADDER_IMAGING_FRAME, ON_CUDA,
                              LOOP_ENTRIES_WITH(ShotOfSurvey, /*page_locked=*/1)};

using Survey = SurveyEntries<ShotOfSurvey>;
const ladder_imaging_survey survey = {.of_shot = &of_shot,
                                      .open = Survey::open,
                                      .close = Survey::close,
                                      .last_error = Survey::last_error,
                                      .put = Survey::put,
                                      .get = Survey::get,
                                      .slant = Survey::slant};

}  // namespace

LADDER_STAGE = {LADDER_IMAGING_FRAME, .parent = "pieces",
                .change = "the products of a survey's shots are summed on the device",
                CUDA_KNOBS(knobs), LOOP_ENTRIES_WITH(Stage, /*page_locked=*/1)};

LADDER_EXTENSION = &survey;
