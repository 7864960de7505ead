# label: cli
# room: seismic predict
"""No output may be an input; a wrong option is reported before an output that exists."""

import math
import os

from writing_commands import MIGRATED, WRITERS, Folder, run_in


class Inputs(Folder):
    """No output may be one of the inputs, whatever it is called: another spelling, a link, a hard
    link."""

    def test_the_same_file_under_another_name(self):
        self.put("case.toml", "case")
        self.put("model.npy", "model")
        (self.path / "places").write_text("400 0\n")
        (self.path / "wavelet").write_text("".join(f"{math.exp(-((n - 20) / 8) ** 2):.6f}\n"
                                                   for n in range(41)))
        for source, words, ending in (
                ("input.sgy", ["locate", "--gather=input.sgy"], ".jsonl"),
                ("input.sgy", ["reverse", "--gather=input.sgy", "--overwrite"], ".npy"),
                ("case.toml", ["shoot", "--case=case.toml", "--overwrite"], ".sgy"),
                ("model.npy", ["reverse", "--gather=input.sgy", "--model=model.npy", "--overwrite"],
                 ".npy"),
                ("model.npy", ["zsr", "--model=model.npy", "--overwrite"], ".su"),
                ("input.sgy", ["migrate", *MIGRATED, "--overwrite"], ".npy"),
                ("input.npy", ["migrate", *MIGRATED, "--overwrite"], ".npy"),
                ("places", ["shoot", "--receivers=places", "--overwrite"], ".sgy"),
                ("wavelet", ["ladder", "--wavelet=wavelet"], ".jsonl"),
                ("wavelet", ["sweep", "--wavelet=wavelet"], ".jsonl"),
                ("input.jsonl", ["export", "--format=csv", "input.jsonl", "--overwrite"], ".csv"),
                ("input.jsonl", ["check", "--baseline=input.jsonl", "--overwrite"], "--junit"),
                ("input.jsonl", ["check", "--baseline=input.jsonl"], "--markdown"),
                *((("input.jsonl", ["report", "input.jsonl", "--overwrite"], ".html"),
                   ("input.jsonl", ["plot", "waterfall", "input.jsonl", "--overwrite"], ".svg"))
                  if any(writer.name == "report" for writer in WRITERS) else ())):
            option, end = (ending, ".md") if ending.startswith("--") else ("--output", ending)
            os.link(self.path / source, self.path / f"hard{end}")
            os.symlink(source, self.path / f"link{end}")
            outputs = [f"hard{end}", f"./hard{end}", f"link{end}"]
            outputs += [source] if source.endswith(end) else []
            for output in outputs:
                with self.nothing_changes(*words, f"{option}={output}"):
                    run = run_in(self.path, *words, f"{option}={output}")
                    self.refused(run)
                    self.assertIn("is an input of this command", run.stderr)
            for output in (f"hard{end}", f"link{end}"):
                (self.path / output).unlink()


class Order(Folder):
    def test_a_wrong_option_is_reported_before_an_output_that_exists(self):
        for writer in WRITERS:
            for product in writer.products(f"text{writer.ending}"):
                self.put(product, "text")
            with self.nothing_changes(writer, *writer.wrong):
                words = [word for word in writer.words
                         if word.split("=")[0] != writer.wrong[0].split("=")[0]]
                self.refused(run_in(self.path, *writer.name.split(), *words,
                                    f"{writer.option}=text{writer.ending}",
                                    *writer.wrong), 2)
