#include "harness/command/registry.h"

#include "harness/answers/options/rooms.h"
#include "harness/base/line/script.h"
#include "harness/command/line/commands.h"

namespace ladder {
namespace {

const char *const looking = "Look at stages", *const reading = "Read results",
                  *const porting = "Port your own routine";

const Command explain_command = {
    .name = "explain",
    .group = looking,
    .about = "explain one stage: its difference from its parent, what was expected and measured",
    .examples = {"explain smem"},
    .with_words = become_script};

const Command plot_command = {
    .name = "plot",
    .group = reading,
    .about = "draw a figure from records or grids; `ladder plot --help` lists the names",
    .examples = {"plot waterfall"},
    .with_words = become_script};

const Command report_command = {
    .name = "report",
    .group = reading,
    .about = "write one HTML page of all that was measured: table, figures, raw records",
    .examples = {"report"},
    .with_words = become_script};

const Command profile_command = {
    .name = "profile",
    .group = porting,
    .about = "where a Fortran program of your own spends its time, and what of it to adopt",
    .examples = {"profile --build=make --run=./model"},
    .with_words = become_script};

const Command adopt_command = {
    .name = "adopt",
    .group = porting,
    .about = "make a ladder of a Fortran routine of your own: read it, and write ladders/ROUTINE",
    .examples = {"adopt src/dynamics.F90 tendencies --flags='-O3 -D_NX=200' --build=make "
                 "--run=./model"},
    .with_words = become_script};

const Command record_command = {
    .name = "record",
    .group = porting,
    .about = "record calls of an adopted routine, and prove that step 0 gives their bits",
    .examples = {"record ladders/tendencies"},
    .with_words = become_script};

const Command port_command = {
    .name = "port",
    .group = porting,
    .about = "write a Fortran routine in C, OpenMP and CUDA, prove and time what was written",
    .examples = {"port src/dynamics.F90 advance --build=make --run=./model"},
    .with_words = become_script};

const Command judge_command = {
    .name = "judge",
    .group = porting,
    .about = "compile, prove and time stages in one call; the answer is one line of JSON",
    .examples = {"judge ladders/tendencies", "judge mine.cu --size=23x14 --ladder=wave"},
    .with_words = become_script};

const Command new_stage_command = {
    .name = "new-stage",
    .group = porting,
    .about = "write the file of a new stage: of an adopted routine, or of the wave in CUDA",
    .examples = {"new-stage c omp --ladder=ladders/tendencies",
                 "new-stage cuda mine --ladder=wave"},
    .with_words = become_script};

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
