// The options about products, and the words without dashes: files of records, the shell of a completion.
#include "harness/command/line/declared.h"
#include "harness/command/line/takers.h"

namespace ladder {

OptionGroup output_options(Options &o) {
  using namespace takers;
  const Names drawing = {"shoot", "reverse", "zsr"};
  return {
      "Output",
      {{"--output", measuring + waves + migrating + Names{"check", "tune", "export", "microbench"},
        Text{&o.output, "FILE", Offer::outputs}, "file to write; records are appended to it"},
       {"--resume", waves + migrating + Names{"sweep"}, Flag{&o.resume},
        "continue where the same command was interrupted"},
       {"--overwrite", drawing + migrating + measuring + Names{"export", "check"},
        Flag{&o.overwrite}, "replace existing files"},
       {"--write-case",
        {"ladder", "shoot"},
        Text{&o.write_case, "FILE.toml", Offer::outputs},
        "also write the case made from a --model without --case as a case file"},
       {"--snapshots", drawing, Wholes{&o.snapshots, 1, most_samples},
        "write the wavefield every N steps, or at the steps of a list", "steps"},
       {"--snapshot-format", drawing, OneOf{&o.snapshot_format, {"npy", "vti", "rsf", "f32"}},
        "format of the snapshots"},
       {"--plot", drawing + Names{"migrate"}, Flag{&o.plot},
        "draw the products; the pictures are written into their folder"},
       {"--markdown",
        {"check"},
        Text{&o.markdown, "FILE", Offer::outputs},
        "append a summary to this file, for a pull request"},
       {"--junit",
        {"check"},
        Text{&o.junit, "FILE", Offer::outputs},
        "write the result as JUnit XML"},
       {"--format", {"export"}, Text{&o.format, "FORMAT", Offer::formats}, "format of the export"},
       {"--json",
        measuring + waves + migrating +
            Names{"list", "doctor", "operator", "microbench", "predict", "fits", "verify", "check",
                  "compare", "tune"},
        Flag{&o.json}, "print JSON instead of tables"},
       {"--wide",
        {"ladder", "list", "doctor", "compare"},
        Flag{&o.wide},
        "show all columns of the tables and the words of each step, however wide the terminal is"},
       {"--dry-run", measuring + waves + migrating + Names{"verify", "check", "tune"},
        Flag{&o.dry_run}, "print what would be done, and stop"},
       {"files", {"compare", "export"}, Texts{&o.files, "FILE", Offer::files}, "files of records"},
       {"shell",
        {"completion"},
        OneOf{&o.shell, {"bash", "zsh", "fish", "json", "man"}},
        "the shell that completes the command; json: all declarations, for other tools; man: the "
        "manual page",
        "",
        true}}};
}

}  // namespace ladder
