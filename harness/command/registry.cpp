#include "harness/answers/options/rooms.h"
#include "harness/base/line/script.h"
#include "harness/command/line/commands.h"

namespace ladder {
namespace {

const char *const looking = "Look at stages", *const reading = "Read results",
                  *const porting = "Port your own routine";

// A command that is a script.
Command script(const char *name, const char *group, const char *about, const Names &examples) {
  return {.name = name,
          .group = group,
          .about = about,
          .examples = examples,
          .with_words = become_script};
}

const Command
    explain_command =
        script("explain", looking,
               "explain one stage: its difference from its parent, what was expected and measured",
               {"explain smem"}),
    plot_command =
        script("plot", reading,
               "draw a figure from records or grids; `ladder plot --help` lists the names",
               {"plot waterfall"}),
    report_command = script(
        "report", reading,
        "write one HTML page of all that was measured: table, figures, raw records", {"report"}),
    profile_command =
        script("profile", porting,
               "where a Fortran program of your own spends its time, and what of it to adopt",
               {"profile --build=make --run=./model"}),
    adopt_command =
        script("adopt", porting,
               "make a ladder of a Fortran routine of your own: read it, and write ladders/ROUTINE",
               {"adopt src/dynamics.F90 tendencies --flags='-O3 -D_NX=200' --build=make "
                "--run=./model"}),
    record_command =
        script("record", porting,
               "record calls of an adopted routine, and prove that step 0 gives their bits",
               {"record ladders/tendencies"}),
    port_command =
        script("port", porting,
               "write a Fortran routine in C, OpenMP and CUDA, prove and time what was written",
               {"port src/dynamics.F90 advance --build=make --run=./model"}),
    judge_command =
        script("judge", porting,
               "compile, prove and time stages in one call; the answer is one line of JSON",
               {"judge ladders/tendencies", "judge mine.cu --size=23x14 --ladder=wave"}),
    new_stage_command = script(
        "new-stage", porting,
        "write the file of a new stage: of an adopted routine, or of the wave in CUDA",
        {"new-stage c omp --ladder=ladders/tendencies", "new-stage cuda mine --ladder=wave"});

Commands all_commands() {
  Commands all = {&ladder_command,  &list_command,  &doctor_command, &explain_command,
                  &verify_command,  &sweep_command, &tune_command,   &check_command,
                  &compare_command, &plot_command,  &report_command, &export_command};
  const auto add = [&](const Commands &more) { all.insert(all.end(), more.begin(), more.end()); };
  add(predict_commands());
  add({&fits_command, &profile_command, &adopt_command, &record_command, &port_command,
       &judge_command, &new_stage_command});
  add({&solve_command});
  add(seismic_commands());
  add({&completion_command, &worker_command});
  return all;
}

}  // namespace

const Commands &commands() {
  static const Commands all = all_commands();
  return all;
}

}  // namespace ladder
