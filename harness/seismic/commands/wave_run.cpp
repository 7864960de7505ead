#include "harness/seismic/commands/wave_run.h"

#include <fmt/format.h>

#include "harness/answers/options/rooms.h"
#include "harness/bench/run/launch.h"

namespace ladder {

void WaveRun::declare_products(Declared &declared, const std::vector<Option> &more) {
  declared.add("Output",
               {output_option(output), resume_option(resume), overwrite_option(overwrite)});
  declared.add("Output", more);
  declared.add("Output",
               {{"--snapshots", Wholes{&snapshots, 1, most_trace_samples},
                 "write the wavefield every N steps, or at the steps of a list", "steps"},
                {"--snapshot-format", OneOf{&snapshot_format, {"npy", "vti", "rsf", "f32"}},
                 "format of the snapshots"},
                plot_option(),
                json_option(json),
                dry_run_option(dry_run)});
}

Option WaveRun::plot_option() {
  return {"--plot", Flag{&plot}, "draw the products; the pictures are written into their folder"};
}

void WaveRun::refuse_idle_pictures() const {
  if (snapshots.empty()) refuse({"--snapshot-format"}, "--snapshots is missing");
  const bool drawn = !snapshots.empty() && snapshot_format == "npy";
  if ((command == "reverse" || command == "migrate") && !drawn && is_given("--output") &&
      !output.ends_with(".npy"))
    refuse({"--plot"}, "maps of energy, images and snapshots are drawn of .npy files only");
}

void WaveRun::settle() {
  refuse_idle_case_options();
  refuse_idle_pictures();
  locate_or_make();
  settle_stages();
}

Option RecordedTraces::shot_option() {
  return {"--shot", MaybeWhole{&gather_overrides.shot, -2147483647, 2147483647},
          "which shot of a file with several: its field record, or its number counted from 1"};
}

std::vector<Option> RecordedTraces::header_options() {
  GatherOverrides &over = gather_overrides;
  return {
      {"--gather-dt", Seconds{&over.dt, 1e-9, 1}, "sample interval, in place of the file's", "s"},
      {"--gather-format", OneOf{&over.format, {"ibm", "ieee"}},
       "format of SEG-Y's samples of 4 bytes, in place of the file's"},
      {"--gather-units", OneOf{&over.units, {"m", "ft"}},
       "unit of the coordinates, in place of the file's"},
      {"--gather-scalar", MaybeWhole{&over.scalar, -10000, 10000},
       "scalar of coordinates and elevations, in place of the file's; -100 divides by 100"},
      {"--gather-elevations", OneOf{&over.elevations, {"up", "down"}},
       "direction in which elevations of receivers are positive"}};
}

std::vector<Option> SurveyWorkers::worker_options() {
  return {
      {"--workers", Text{&workers, "N|FILE", Offer::files},
       "processes that compute the shots of a survey: N on this machine, each with its share of "
       "the cores and its own GPU; or one for each line of a file, which holds the command that "
       "starts it there, such as 'ssh node1' ('-': here)"},
      {"--shot-limit", Real{&shot_limit, 0.001, longest_time},
       "longest time that one of the workers may take for a shot: a slower one is ended, and "
       "another computes the shot. Without it: 10 times the median of the finished shots, at "
       "least 60 s",
       "s"}};
}

void SurveyWorkers::refuse_idle_limit(const CommandLine &line) const {
  if (workers.empty())
    line.refuse({"--shot-limit"}, "shots are computed by this program itself; add --workers=N");
}

Json place_json(const Position &place) { return {place.x, place.y, place.z}; }

Json run_json(const WaveCase &c, const Engine &engine) {
  return {{"case", c.name},
          {"case_hash", c.hash},
          {"model", c.model},
          {"operator", c.operator_family},
          {"half_length", c.half_length},
          {"steps", c.steps},
          {"dt", c.dt},
          {"stage", engine.entry.name()},
          {"launch", describe(knobs_of(*engine.entry.stage, engine.launch))}};
}

Exit show_run(const WaveRun &options, const WaveCase &c, const Engine &engine,
              const std::vector<std::string> &products) {
  if (options.json) {
    Json json = run_json(c, engine);
    json["products"] = products;
    fmt::print("{}\n", json.dump());
    return Exit::ok;
  }
  fmt::print("would compute {} steps of {:g} ms with {}\n", c.steps, 1e3 * c.dt,
             engine.entry.name());
  for (const auto &product : products) fmt::print("would write {}\n", product);
  return Exit::ok;
}

Commands seismic_commands() {
  return {&shoot_command,   &reverse_command,  &locate_command,       &zsr_command,
          &migrate_command, &operator_command, &survey_worker_command};
}

}  // namespace ladder
