# label: cli
"""`bundle` puts the libraries that other machines may lack next to the program, in a new folder and
in one that has them."""

import shutil
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of


@unittest.skipUnless(shutil.which("cmake"), "there is no CMake")
@unittest.skipIf(any((LADDER.parent / "lib").glob("libfmt*")),
                 "this build has a bundle, whose libraries the program would find")
class Bundle(unittest.TestCase):
    def setUp(self):
        folder = folder_of(self)
        self.program, self.folder = folder / "ladder", folder / "lib"
        shutil.copy(LADDER, self.program)  # which looks for libraries in lib/ next to it

    def bundle(self):
        done = execute("cmake", f"-DPROGRAM={self.program}", f"-DFOLDER={self.folder}", "-P",
                       SOURCE / "harness/cmake/copy_libraries.cmake")
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(path.name for path in self.folder.iterdir())

    def test_it_copies_what_a_machine_without_gfortran_lacks(self):
        self.assertTrue(any(name.startswith("libgfortran.so") for name in self.bundle()))

    def test_it_replaces_copies_of_before(self):
        libraries = self.bundle()
        (self.folder / "libfmt.so.1").touch()  # of another build
        self.assertEqual(self.bundle(), libraries)
