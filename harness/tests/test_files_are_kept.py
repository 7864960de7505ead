# label: cli
# room: seismic predict
# cost: 35
"""Every command that writes is asked to overwrite each kind of file: it refuses, and every byte is
still there."""

import os
import shutil
import unittest

from command import ladder
from declared import DECLARED
from writing_commands import KINDS, MIGRATED, READERS, WRITERS, Folder, contents, run_in


class EveryCommand(unittest.TestCase):
    def test_is_known_to_write_or_not(self):
        # the last four: test_adopted_folder.py, test_ported.py
        own_tests = {"report", "plot", "profile", "adopt", "record", "port", "new-stage"}
        declared = {one["name"] for one in DECLARED["commands"]}
        self.assertEqual(declared - READERS - {w.name.split()[0] for w in WRITERS}
                         - own_tests, set())


class Kept(Folder):
    def targets(self, writer):
        """(name, kind) of a file of every kind, and of links to text and to the command's own kind,
        under names that the command takes."""
        # a script takes a second to start, and refuses any kind alike
        for kind in KINDS if writer.name not in ("report", "plot gather") else ("text", "records"):
            for product in writer.products(f"{kind}{writer.ending}"):
                yield self.put(product, kind), kind, f"{kind}{writer.ending}"
                if kind not in ("text", writer.appends):
                    continue
                link = product.replace(kind, f"link_to_{kind}", 1)
                os.symlink(product, self.path / link)
                yield link, kind, f"link_to_{kind}{writer.ending}"

    def keeps(self, writer, output, *more, **options):
        """It refuses to write there, and every byte is as before."""
        with self.nothing_changes(writer, output, *more):
            run = writer.run(output, *more, cwd=self.path, **options)
            self.refused(run)
            return run

    def clear(self, *names):
        for name in names:
            path = self.path / name
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(
                missing_ok=True)

    def test_a_file_of_another_kind_and_a_link_to_it(self):
        for writer in WRITERS:
            targets = list(self.targets(writer))
            for name, kind, output in targets:
                its_own = kind == writer.appends or (writer.appends == "summary"
                                                     and kind != "gather" and kind != "model")
                if its_own and not name.startswith("link_to_"):
                    continue  # text that ends in .md is Markdown
                self.keeps(writer, output)
            self.clear(*{name for name, _, _ in targets})

    def test_a_folder_and_a_link_to_one(self):
        for writer in WRITERS:
            for product in writer.products(f"taken{writer.ending}"):
                (self.path / product).mkdir()
                (self.path / product / "mine").write_text("mine")
                link = product.replace("taken", "link", 1)
                os.symlink(product, self.path / link)
                for name in ("taken", "link"):
                    for more in ([], ["--overwrite"]) if not writer.appends else ([],):
                        self.keeps(writer, f"{name}{writer.ending}", *more)
                self.clear(product, link)

    def test_a_link_to_nothing_makes_no_file(self):
        for writer in WRITERS:
            for product in writer.products(f"dangling{writer.ending}"):
                os.symlink("nothing", self.path / product)
            self.keeps(writer, f"dangling{writer.ending}")
            self.clear(*writer.products(f"dangling{writer.ending}"))

    def test_a_named_pipe_is_not_opened(self):
        """It has no reader: opening one would never end."""
        for words in [[*writer.name.split(), *writer.words, f"{writer.option}=pipe{writer.ending}"]
                      for writer in WRITERS] + \
                [["microbench", "--output=pipe"]]:
            pipe = words[-1].split("=")[1]
            os.mkfifo(self.path / pipe)
            with self.subTest(words):
                before = sorted(self.path.iterdir())
                self.refused(ladder(*(words if words[0] != "ladder" else words[1:]), cwd=self.path))
                self.assertEqual(sorted(self.path.iterdir()), before)
            self.clear(pipe)

    def test_a_name_that_no_record_can_hold(self):
        name = os.fsdecode(b"mod\xff")
        shutil.copy(self.path / "input.npy", self.path / f"{name}.npy")
        for words in (["ladder", f"--model={name}.npy", "--output=r.jsonl"],
                      ["shoot", f"--model={name}.npy", "--output=r.sgy"],
                      ["shoot", "--json", f"--output={name}.sgy"],
                      ["reverse", "--gather=input.sgy", f"--output={name}.npy"]):
            with self.nothing_changes(words):
                run = run_in(self.path, *words, errors="surrogateescape")
                self.refused(run)
                self.assertIn("is not UTF-8", run.stderr)

    def test_a_picture_is_not_named_after_a_device(self):
        for writer in WRITERS:
            if writer.name.startswith("plot"):
                os.symlink("/dev/full", self.path / "device")
                self.keeps(writer, "device")
                self.refused(writer.run("/dev/full", cwd=self.path))
                self.assertFalse(os.path.exists("/dev/full.png"))

    def test_a_read_only_file(self):
        """Of the command's own kind, and with --overwrite: who made it read-only wants to keep
        it."""
        for writer in WRITERS:
            kind, more = (writer.appends, []) if writer.appends else ("text", ["--overwrite"])
            for product in writer.products(f"kept{writer.ending}"):
                self.put(product, kind)
                (self.path / product).chmod(0o444)
                self.keeps(writer, f"kept{writer.ending}", *more)
                self.clear(product)

    def test_a_missing_folder(self):
        """Only records make the folder that they are kept in."""
        for writer in WRITERS:
            if writer.name not in ("ladder", "sweep", "tune", "locate"):
                self.keeps(writer, f"none/new{writer.ending}")

    def test_what_is_appended_to_is_there_as_it_was(self):
        for writer in WRITERS:
            if writer.appends:
                name = self.put(f"own{writer.ending}", writer.appends)
                with self.subTest(f"{writer} {name}"):
                    before = (self.path / name).read_bytes()
                    self.ends_well(writer.run(name, cwd=self.path))
                    after = (self.path / name).read_bytes()
                    self.assertTrue(after.startswith(before) and len(after) > len(before))
                self.clear(name)

    def test_a_product_is_replaced_with_overwrite_only(self):
        for number, writer in enumerate(WRITERS):
            if writer.appends:
                continue
            output = f"own{number}{writer.ending}"
            self.ends_well(writer.run(output, cwd=self.path))
            self.keeps(writer, output)
            for product in writer.products(output):
                content = (self.path / product).read_bytes()
                (self.path / product).write_bytes(content + b"older")
            with self.subTest(f"{writer} --overwrite"):
                self.ends_well(writer.run(output, "--overwrite", cwd=self.path))
                for product in writer.products(output):
                    self.assertFalse((self.path / product).read_bytes().endswith(b"older"), product)

    def test_companions_are_products_too(self):
        for name, words in (("a_gather.svg", ["shoot", "--plot", "--output=a.sgy"]),
                            ("b.npy.json", ["reverse", "--gather=input.sgy", "--output=b.npy"]),
                            ("b_focus.png",
                             ["reverse", "--gather=input.sgy", "--plot", "--output=b.npy"]),
                            ("c_map.npy", ["zsr", "--output=c.sgy"]),
                            ("c_image.npy", ["zsr", "--output=c.sgy"]),
                            ("c_figure9.svg", ["zsr", "--plot", "--output=c.sgy"]),
                            ("f_illumination.npy", ["migrate", *MIGRATED, "--output=f.npy"]),
                            ("g_hx.npy", ["migrate", *MIGRATED, "--offsets-x=2",
                                          "--output=g.npy"]),
                            ("f.npy.checkpoint",
                             ["migrate", *MIGRATED, "--overwrite", "--output=f.npy"]),
                            ("d.sgy.checkpoint", ["shoot", "--overwrite", "--output=d.sgy"]),
                            ("e_snapshots",
                             ["shoot", "--overwrite", "--snapshots=20", "--output=e.sgy"])):
            self.put(name, "text")
            with self.nothing_changes(name):
                self.refused(run_in(self.path, *words))
            self.clear(name)

    def test_a_broken_end_is_set_aside_only_behind_records(self):
        for kind in ("records", "places"):
            writer = next(writer for writer in WRITERS if writer.appends == kind)
            first = contents()[kind].splitlines()[0]
            for name, text in (("note", first + b"\nmeasured at night"),
                               ("only", b'{"mine": "cut sho'),
                               ("zeros", first + b"\n" + bytes(64)), ("brace", b"{")):
                output = f"{name}.jsonl"
                (self.path / output).write_bytes(text)
                self.keeps(writer, output)
            (self.path / "cut.jsonl").write_bytes(first + b"\n" + first[:40])
            (self.path / "cut.jsonl.broken").write_text("of yesterday")
            self.ends_well(writer.run("cut.jsonl", cwd=self.path))
            self.assertEqual((self.path / "cut.jsonl.broken").read_text(), "of yesterday")
            self.assertEqual((self.path / "cut.jsonl.broken.2").read_bytes(), first[:40] + b"\n")
            self.assertTrue((self.path / "cut.jsonl").read_bytes().startswith(first + b"\n{"))
            self.clear("cut.jsonl", "cut.jsonl.broken", "cut.jsonl.broken.2")
