// The commands, in the order of the help.
#include <algorithm>
#include <stdexcept>

#include "harness/command/line/declared.h"

namespace ladder {

const std::vector<DeclaredCommand> &declared_commands() {
  static const std::vector<DeclaredCommand> commands = {
      {"ladder",
       "ladder measures what each step of a port from Fortran to C and CUDA is worth on this "
       "machine.\nWithout a command it runs the whole ladder; with --stage=NAME it runs one stage "
       "in depth.",
       {"--case=small", "--stage=smem --threads=128", "--model=vp.segy"}},
      {"list",
       "list the stages: what each changes, and its knobs",
       {"list", "list --stage=smem --json"}},
      {"doctor",
       "show what this machine has, and what each stage lacks to run here",
       {"doctor", "doctor --json"}},
      {"verify",
       "prove stages right, at checkpoints along the run, without timing them",
       {"verify --case=small", "verify --size=37x53,19x23x29 --stage=c-simd --half-length=1:16"}},
      {"sweep",
       "measure every combination of launches and cases; each is recorded as it ends",
       {"sweep --stage=smem --threads=64:1024:*2 --half-length=4,8",
        "sweep --stage=c-omp --threads=1:16 --output=threads.jsonl --resume"}},
      {"tune",
       "find the best launch of each stage for a case, and keep it for --launch=tuned",
       {"tune --case=small",
        "tune --case=thesis --stage=smem --threads=64:1024:*2 --time-limit=60"}},
      {"check",
       "decide whether something got slower, for CI",
       {"check --against=PATH/TO/OLD/ladder --stage=c-O3",
        "check --baseline=records.jsonl --markdown=summary.md"}},
      {"compare",
       "show what each stage did, from records; or what changed between two files",
       {"compare records.jsonl", "compare old.jsonl new.jsonl",
        "compare --stages --json old.jsonl new.jsonl"}},
      {"export",
       "write records in the formats of other tools",
       {"export --format=csv records.jsonl",
        "export --format=junit records.jsonl --output=ladder.xml"}},
      {"shoot",
       "compute a shot: the gather that the receivers record, and snapshots of the wavefield",
       {"shoot --case=small --output=shot.sgy", "shoot --model=vp.npy --spacing=7.5 --plot",
        "shoot --case=small --sources=200:2000:200,40 --output=survey.sgy",
        "shoot --source=6000,1000 --wavelet=ricker:12 --snapshots=500 --plot --output=shot.su"}},
      {"reverse",
       "propagate a gather back in time, to where its waves came from",
       {"reverse --gather=shot.sgy --output=energy.npy --plot",
        "reverse --gather=shot.sgy --model=vp.npy --every=4 --output=energy.vti"}},
      {"locate",
       "locate an event in space and time: reverse a gather in one or several models",
       {"locate --gather=shot.sgy",
        "locate --gather=shot.sgy --models='case,case*1.02,case~200' --output=found.jsonl"}},
      {"zsr",
       "compute a zero-offset section from exploding reflectors, and propagate it back",
       {"zsr --case=small --output=section.sgy", "zsr --snapshots=500 --plot --output=section.su"}},
      {"migrate",
       "image reflectors by reverse-time migration, with gathers of offsets and angles",
       {"migrate --model=v.npy --spacing=20 --shots=survey.sgy --wavelet=ricker:8 "
        "--output=image.rsf",
        "migrate --model=v.rsf --shots=survey.su --wavelet=ricker:8 --offsets-x=40 --angles=60 "
        "--laplacian --output=image.vti"}},
      {"operator",
       "show the taps of a case's operator, and the phase velocity of waves on its grid",
       {"operator --case=thesis", "operator --operator=taylor --half-length=4 --json"}},
      {"predict",
       "predict the time of a step, on any machine whose micro-benchmarks are in results/",
       {"predict --case=heat-512 --stage=restrict --block=32x8",
        "predict --case=heat-128 --stage=coarsen --on=h100-80gb-hbm3 --json"}},
      {"fits",
       "show the memory that a case needs, and the smallest of GPUs and host that holds it",
       {"fits --case=two-layer-512 --grid=1300",
        "fits --case=two-layer-512 --grid=2600 --gpus=2 --gpu-memory=140 --memory=500"}},
      {"microbench",
       "measure the cores and the GPU of this machine, which predictions need",
       {"microbench", "microbench --json --output=machine.jsonl"}},
      {"plot",
       "draw a figure from records or grids; `ladder plot --help` lists the names",
       {"plot waterfall"},
       true},
      {"report",
       "write one HTML page of all that was measured: table, figures, raw records",
       {"report"},
       true},
      {"explain",
       "explain one stage: its difference from its parent, what was expected and measured",
       {"explain smem"},
       true},
      {"adopt",
       "make a ladder of a Fortran routine of your own: read it, and write ladders/ROUTINE",
       {"adopt src/dynamics.F90 tendencies --flags='-O3 -D_NX=200' --build=make --run=./model"},
       true},
      {"record",
       "record calls of an adopted routine, and prove that step 0 gives their bits",
       {"record ladders/tendencies"},
       true},
      {"new-stage",
       "write the file of a new stage of an adopted routine, in C, CUDA or Fortran",
       {"new-stage c omp --ladder=ladders/tendencies"},
       true},
      {"completion",
       "print what a shell needs to complete this command",
       {"completion bash", "completion json"}},
      {"worker", "", {}, false, true}};
  return commands;
}

const DeclaredCommand &declared_command(const std::string &name) {
  const auto &all = declared_commands();
  const auto found = std::ranges::find(all, name, &DeclaredCommand::name);
  if (found == all.end()) throw std::out_of_range("no command " + name);
  return *found;
}

const std::vector<CommandGroup> &command_groups() {
  static const std::vector<CommandGroup> groups = {
      {"Look at stages", {"list", "doctor", "explain", "verify"}},
      {"Measure", {"sweep", "tune", "check"}},
      {"Read results", {"compare", "plot", "report", "export"}},
      {"Predict", {"predict", "microbench", "fits", "operator"}},
      {"Port your own routine", {"adopt", "record", "new-stage"}},
      {"Compute waves", {"shoot", "reverse", "locate", "zsr", "migrate"}},
      {"Set up a shell", {"completion"}}};
  return groups;
}

Names names_of_commands() {
  Names names;
  for (const DeclaredCommand &command : declared_commands())
    if (!command.internal && command.name != "ladder") names.push_back(command.name);
  return names;
}

}  // namespace ladder
