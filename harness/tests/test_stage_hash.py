# label: cli
"""A stage file under a new name is a new stage, with no other edit. A stage's hash covers what is
compiled into it: an edit of a file changes the hashes of the stages that have it in them, and of no
others."""

import os
import pathlib
import re
import shutil
import tempfile
import unittest

from source_tree import SOURCE, compiles_nothing, execute, folder_of

WHY_NOT = compiles_nothing("cmake", "ninja", "c++", "gfortran")
WHAT_BUILDS = ("CMakeLists.txt", "fortran", "c_port", "cuda_stages", "harness", "data")
GENERATORS = [name for name, tool in (("Ninja", "ninja"), ("Unix Makefiles", "make"))
              if shutil.which(tool)]
# Where the toolkit is, its compiler names the headers of the CUDA stages.
LADDER_CUDA = ("ON" if shutil.which("nvcc", path=f"{os.environ['PATH']}:/usr/local/cuda/bin")
               else "OFF")


def files_in(tree, source, seen=None):
    """What the file includes, and what that includes, by its words alone."""
    seen = set() if seen is None else seen
    source = pathlib.Path(os.path.normpath(source))  # a source may be in another ladder's folder
    if source in seen or not source.is_file():
        return seen
    seen.add(source)
    text = source.read_text()
    for name in re.findall(r"^\s*#?include\s+[\"']([^\"']+)", text, re.MULTILINE):
        for place in (source.parent / name, tree / name):
            files_in(tree, place, seen)
    for names in re.findall(r"^// sources: (.*)", text, re.MULTILINE):
        for name in names.split():
            files_in(tree, source.parent / name, seen)
    for module in (re.findall(r"^\s*use\s+(\w+)", text, re.MULTILINE) if source.suffix == ".f90"
                   else ()):
        for folder in (source.parent, tree / "fortran/shared"):
            for other in folder.glob("*.f90"):
                if re.search(rf"^module {module}$", other.read_text(), re.MULTILINE):
                    files_in(tree, other, seen)
    return seen


@unittest.skipIf(WHY_NOT, WHY_NOT)
class StageHash(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder_of(cls)
        cls.tree = cls.folder / "a tree"
        cls.tree.mkdir()
        for name in WHAT_BUILDS:
            origin = SOURCE / name
            (shutil.copytree if origin.is_dir() else shutil.copy2)(origin, cls.tree / name)
        # One CUDA stage of each ladder: each takes the preprocessor a second.
        for folder in (cls.tree / "cuda_stages").iterdir():
            for file in sorted(folder.glob("[0-9]*.cu"))[1 if folder.name != "wave" else 0:]:
                if file.name not in ("26_smem.cu", "36_persistent.cu"):  # whose headers are edited
                    file.unlink()
        for folder in ("c_port/imaging", "c_port/heat", "c_port/wave3d"):
            for file in sorted((cls.tree / folder).glob("[0-9]*.c*"))[2:]:
                file.unlink()
        cls.build = cls.configured(GENERATORS[0], f"-DLADDER_CUDA={LADDER_CUDA}")
        cls.stages = {("" if file.parent.name == "wave" else file.parent.name + "_")
                      + re.sub(r"^\d+[a-z]?_", "", file.stem): file
                      for folder in ("fortran", "c_port", "cuda_stages")
                      for file in (cls.tree / folder).glob("*/[0-9]*")
                      if file.suffix in (".c", ".cpp", ".cu")}

    @classmethod
    def configured(cls, generator, *flags, tree=None):
        build = pathlib.Path(tempfile.mkdtemp(dir=cls.folder))
        execute("cmake", "-G", generator, "-S", tree or cls.tree, "-B", build,
                "-DBUILD_TESTING=OFF", *flags, code=0)
        return build

    def hashes(self, build=None):
        build = build or self.build
        execute("cmake", "--build", build, "--target", "stage_hashes", "--parallel", "2", code=0)
        hashes = {}
        for header in (build / "generated/stage_hashes").glob("*.h"):
            identifier, value = re.fullmatch(r'#define LADDER_HASH_(\w+) "(\w{16})"\n',
                                             header.read_text()).groups()
            hashes[identifier] = value
        return hashes

    def changed_by(self, file, before, build=None):
        """The stages whose hashes differ from `before` once the file has one line more; and all
        hashes then."""
        file.write_text(file.read_text() + "\n")
        after = self.hashes(build)
        self.assertEqual(before.keys(), after.keys())
        return {name for name in before if before[name] != after[name]}, after

    def test_an_edit_changes_the_hashes_of_the_stages_that_have_the_file_in_them(self):
        first = before = self.hashes()
        headers = ["c_port/wave/columns.h", "fortran/wave/convolution.inc",
                   "fortran/shared/frame.f90", "harness/problems/heat/heat.h",
                   "cuda_stages/wave/tiles.cuh", "cuda_stages/wave/26_smem.counts.cuh",
                   "harness/bench/run/run.h"]
        texts = {self.tree / name: (self.tree / name).read_text() for name in headers}
        for file in texts:
            with self.subTest(file.name):
                having = {stage
                          for stage in before if file in files_in(self.tree, self.stages[stage])}
                changed, before = self.changed_by(file, before)
                self.assertEqual(changed, having)
        for file, text in texts.items():
            file.write_text(text)
        self.assertEqual(self.hashes(), first, "the hash is one of contents")

    def test_neither_the_folder_nor_the_generator_is_in_the_hash(self):
        twin = self.tree.parent / "elsewhere"
        shutil.copytree(self.tree, twin)
        build = self.configured(GENERATORS[-1], "-DLADDER_CUDA=OFF", tree=twin)
        here, there = self.hashes(), self.hashes(build)
        self.assertEqual(there, {name: here[name] for name in there})
        changed, _ = self.changed_by(twin / "c_port/wave/columns.h", there, build)
        # the last needs MPI
        self.assertEqual(changed, {"c_simd", "c_omp", "c_lanes", "c_neighbours", "c_blocked",
                                   "mpi_omp"} & here.keys())

    def test_other_flags_are_another_hash(self):
        flags = ("-DCMAKE_C_FLAGS=-g", "-DCMAKE_CXX_FLAGS=-g")
        other, here = (self.hashes(self.configured(GENERATORS[0], "-DLADDER_CUDA=OFF", *flags)),
                       self.hashes())
        self.assertEqual([name for name in other if other[name] == here[name]], [])

    def test_a_copied_file_is_a_stage(self):
        copy = self.tree / "c_port/wave/14_c_copy.c"
        shutil.copy2(self.tree / "c_port/wave/12_c_O3.c", copy)
        self.addCleanup(copy.unlink)
        build = self.configured("Ninja", "-DLADDER_CUDA=OFF")
        table = (build / "generated/registry_table_LADDER.cpp").read_text()
        rows = re.findall(r'{&ladder_stage_(\w+), "([^"]+)"', table)
        self.assertIn(("c_copy", "c_port/wave/14_c_copy.c"), rows)
        names = [name for name, _ in rows]
        self.assertLess(names.index("c_O3"), names.index("c_copy"))  # in the order of the files
        self.assertIn('"ladder was built with -DLADDER_CUDA=OFF"', table)
        # What the row names is compiled, and the program is linked with it.
        execute("cmake", "--build", build, "--target", "stage_c_copy", code=0)
        object_file = "CMakeFiles/stage_c_copy.dir/c_port/wave/14_c_copy.c.o"
        execute("nm", build / object_file, says=r"(?m) [DR] ladder_stage_c_copy$")
        execute("ninja", "-C", build, "-t", "query", "ladder", says=re.escape(object_file))

    def test_a_second_build_hashes_nothing(self):
        self.hashes()
        again = execute("cmake", "--build", self.build, "--target", "stage_hashes", code=0)
        self.assertNotIn("Hashing", again.stdout)
