# label: cli
# cost: 30
"""CMake finds libraries, the set-up says which are missing, and `bundle` puts those that other
machines may lack next to the program. Which half-lengths CUDA kernels are compiled for: all, or
those of the cases; the rest is refused in words. Reports on compiled kernels that come from the
object files of the program: the same machine code that is compiled for a report alone."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of


class Libraries(unittest.TestCase):
    """harness/cmake/dependencies.cmake, asked by itself on a machine that has nothing in the usual
    places."""

    NOWHERE = "\n".join(f"set(CMAKE_FIND_USE_{kind} OFF)" for kind in
                        ("CMAKE_SYSTEM_PATH", "SYSTEM_ENVIRONMENT_PATH", "PACKAGE_REGISTRY",
                         "SYSTEM_PACKAGE_REGISTRY"))
    HEADERS = ("fmt/format.h", "toml++/toml.h", "nlohmann/json.hpp")

    def setUp(self):
        self.root = folder_of(self)
        shutil.copytree(SOURCE / "scripts", self.root / "scripts")
        (self.root / "with.cpp").write_text("// needs: pugixml zlib\n")
        (self.root / "without.cpp").write_text("// without: pugixml zlib\n")
        (self.root / "always.cpp").write_text("// Text.\n")
        (self.root / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.25)
            project(asked LANGUAGES C CXX)
            {self.NOWHERE}
            include({SOURCE}/harness/cmake/dependencies.cmake)
            file(GLOB sources *.cpp)
            ladder_choose_sources(sources)
            message(STATUS "chosen: ${{sources}}")
            """)

    def ask(self, *options, **environment):
        clean = {name: value for name, value in os.environ.items()
                 if name not in ("CPATH", "CMAKE_PREFIX_PATH")}
        return execute("cmake", "-S", self.root, "-B", self.root / "build", "-DBUILD_TESTING=OFF",
                       *options, env={**clean, **environment})

    def headers(self, *names, under="prefix"):
        for name in names:
            path = self.root / under / "include" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        return self.root / under

    def missing(self, kind):
        return (self.root / f"build/missing-{kind}").read_text().split()

    def test_all_that_is_missing_is_named_at_once(self):
        done = self.ask()
        self.assertNotEqual(done.returncode, 0)
        required = ["libfmt-dev", "libtomlplusplus-dev", "nlohmann-json3-dev"]
        self.assertEqual(self.missing("required"), required)
        self.assertIn("libsegyio-dev", self.missing("optional"))
        self.assertIn("fmt-devel tomlplusplus-devel json-devel", done.stderr)

    def test_headers_under_another_prefix_do(self):
        prefix = self.headers(*self.HEADERS)
        for options, environment in (([f"-DLADDER_VENDOR={prefix}"], {}),
                                     ([], {"CMAKE_PREFIX_PATH": str(prefix)}),
                                     ([f"-DCMAKE_PREFIX_PATH={prefix}"], {})):
            shutil.rmtree(self.root / "build", ignore_errors=True)
            done = self.ask(*options, **environment)
            self.assertEqual((done.returncode, self.missing("required")), (0, []), done.stderr)

    def test_the_tests_need_every_library(self):
        done = self.ask("-DBUILD_TESTING=ON", f"-DLADDER_VENDOR={self.headers(*self.HEADERS)}")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("libgtest-dev", self.missing("required"))
        self.assertIn("libsegyio-dev", self.missing("required"))

    def chosen(self, done):
        (line,) = [line for line in done.stdout.splitlines() if "chosen: " in line]
        return {pathlib.Path(path).name for path in line.split("chosen: ")[1].split(";")}

    def test_sources_are_chosen_by_the_libraries_that_are_there(self):
        prefix = self.headers(*self.HEADERS, "pugixml.cpp")
        # one is not enough
        self.assertEqual(self.chosen(self.ask(f"-DLADDER_VENDOR={prefix}")),
                         {"always.cpp", "without.cpp"})
        self.headers("zlib.h")
        (prefix / "lib").mkdir()
        (prefix / "lib/libz.so").touch()
        self.assertEqual(self.chosen(self.ask(f"-DCMAKE_PREFIX_PATH={prefix}",
                                              f"-DLADDER_VENDOR={prefix}")),
                         {"always.cpp", "with.cpp"})

    def test_what_a_source_needs_must_be_looked_for(self):
        (self.root / "with.cpp").write_text("// needs: nothing-known\n")
        self.assertIn("'// needs: nothing-known'",
                      self.ask(f"-DLADDER_VENDOR={self.headers(*self.HEADERS)}").stderr)

    def test_each_source_for_the_absence_of_a_library_compiles(self):
        """All at once: most of the time is for the headers that they share."""
        sources = [source for source in sorted((SOURCE / "harness").glob("*/**/*.cpp"))
                   if source.read_text(encoding="utf-8").startswith("// without:")]
        self.assertGreater(len(sources), 3)
        execute(os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", f"-I{SOURCE}", "-x",
                "c++", "-", input="".join(f'#include "{one}"\n' for one in sources), code=0)

    def test_libraries_are_packed_for_another_machine_and_found_there(self):
        prefix = self.headers(*self.HEADERS, "CLI/CLI.hpp", under="installed")
        archive = self.root / "libraries.tar.gz"
        environment = {**os.environ, "CMAKE_PREFIX_PATH": str(prefix)}
        execute(self.root / "scripts/vendor", archive, env=environment, code=0)
        # it exists
        execute(self.root / "scripts/vendor", archive, env=environment, code=7)
        shutil.rmtree(prefix)
        (self.root / "given").mkdir()
        execute("tar", "-C", self.root / "given", "-xzf", archive)
        self.assertEqual(self.ask(f"-DLADDER_VENDOR={self.root}/given").returncode, 0)


@unittest.skipUnless(shutil.which("cmake"), "there is no CMake")
@unittest.skipIf(any((LADDER.parent / "lib").glob("libfmt*")),
                 "this build has a bundle, whose libraries the program would find")
class Bundle(unittest.TestCase):
    def setUp(self):
        folder = folder_of(self)
        self.program, self.folder = folder / "ladder", folder / "lib"
        shutil.copy(LADDER, self.program)  # which looks for libraries in lib/ next to it

    def bundle(self):
        execute("cmake", f"-DPROGRAM={self.program}", f"-DFOLDER={self.folder}", "-P",
                SOURCE / "harness/cmake/copy_libraries.cmake", code=0)
        return sorted(path.name for path in self.folder.iterdir())

    def test_it_copies_what_a_machine_without_gfortran_lacks(self):
        self.assertTrue(any(name.startswith("libgfortran.so") for name in self.bundle()))

    def test_it_replaces_copies_of_before(self):
        libraries = self.bundle()
        (self.folder / "libfmt.so.1").touch()  # of another build
        self.assertEqual(self.bundle(), libraries)


NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
PROBE = """
#include "cuda_stages/shared/half_lengths.cuh"
template <int M> __global__ void kernel(float *p) { *p = M; }
template <int M = 1> void launch(int m, float *p) {
  if (m == M)
    call_with_half_length<M>([&](auto k) { kernel<k><<<1, 1>>>(p); });
  else if constexpr (M < 16)
    launch<M + 1>(m, p);
}
void any(int m, float *p) { launch(m, p); }
"""

class Masks(unittest.TestCase):
    """What CMake makes of the cases."""

    def flags(self, lengths, ladder):
        folder = folder_of(self)
        (folder / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.25)
project(probe NONE)
set(PROJECT_SOURCE_DIR {SOURCE})
set(LADDER_HALF_LENGTHS {lengths})
include({SOURCE}/harness/cmake/half_lengths.cmake)
ladder_half_length_flags(flags {ladder})
message("flags: ${{flags}}")
""")
        done = execute("cmake", "-S", folder, "-B", folder / "build")
        return done.returncode, done.stderr

    def test_the_flags_name_the_half_lengths_of_the_cases_of_that_ladder(self):
        for ladder in ("wave", "wave3d", "heat"):
            found = {int(number) for path in SOURCE.glob(f"data/{ladder}/*.toml")
                     for number in re.findall(r"(?m)^half_length *= *(\d+)", path.read_text())}
            expected = f"-DLADDER_HALF_LENGTHS={sum(1 << m for m in found)}u" if found else ""
            self.assertEqual(self.flags("cases", ladder), (0, f"flags: {expected}\n"), ladder)
            self.assertEqual(self.flags("all", ladder), (0, "flags: \n"), ladder)

    def test_the_half_length_that_a_case_has_unsaid_is_built(self):
        """case_file.h has 8, and a case of the wave says 8."""
        unsaid = re.search(r"int half_length = (\d+);",
                           (SOURCE / "harness/problems/wave/case_file.h").read_text())[1]
        self.assertTrue(int(re.search(r"=(\d+)u", self.flags("cases", "wave")[1])[1]) >> int(unsaid)
                        & 1)

    def test_another_word_is_refused(self):
        code, words = self.flags("some", "wave")
        self.assertNotEqual(code, 0)
        self.assertIn("expected all or cases", words)


@unittest.skipIf(not NVCC, "there is no CUDA compiler here")
class Kernels(unittest.TestCase):
    def kernels(self, *flags):
        folder = folder_of(self)
        source, ptx = folder / "probe.cu", folder / "probe.ptx"
        source.write_text(PROBE)
        execute(NVCC, "-ptx", "-std=c++20", "-arch=sm_90", f"-I{SOURCE}",
                "-DLADDER_STAGE_NAME=\"x\"", "-DLADDER_STAGE_SYMBOL=x", *flags, "-o", ptx, source,
                code=0)
        return {int(m) for m in re.findall(r"\.entry _Z6kernelILi(\d+)E", ptx.read_text())}

    def test_all_are_compiled_unless_fewer_are_named(self):
        self.assertEqual(self.kernels(), set(range(1, 17)))
        self.assertEqual(self.kernels("-DLADDER_HALF_LENGTHS=272u"), {4, 8})


SM_90 = "-gencode=arch=compute_90,code=sm_90"
SCALE = "__global__ void scale(float *p, float by) { p[threadIdx.x] *= by; }\n"


@unittest.skipIf(not NVCC, "there is no CUDA compiler here")
class CubinOfObject(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)
        (self.folder / "probe.cu").write_text(SCALE)

    def compiled(self, name, *flags):
        subprocess.run([NVCC, *flags, "-o", name, "probe.cu"], cwd=self.folder, check=True)
        return self.folder / name

    def taken(self, obj):
        cubin = self.folder / "taken.cubin"
        done = execute("cmake", f"-DOBJECT={obj}", f"-DCUBIN={cubin}", "-DOBJCOPY=objcopy", "-P",
                       SOURCE / "harness/cmake/cubin_of_object.cmake")
        return done, cubin

    def test_it_is_what_is_compiled_for_a_report_alone(self):
        alone = self.compiled("alone.cubin", "-cubin", "-arch=sm_90")
        for ptx in ([], ["-gencode=arch=compute_75,code=compute_75"]):
            done, cubin = self.taken(self.compiled("probe.o", "-c", *ptx, SM_90, "--no-compress"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(cubin.read_bytes(), alone.read_bytes(), ptx)

    def test_other_objects_are_refused(self):
        for flags in (["-gencode=arch=compute_75,code=compute_75"],
                      ["-gencode=arch=compute_80,code=sm_80", SM_90]):
            done, cubin = self.taken(self.compiled("probe.o", "-c", "--no-compress", *flags))
            self.assertNotEqual(done.returncode, 0, flags)
            self.assertFalse(cubin.exists(), flags)
