# label: cli
"""The set-up chooses what is compiled: by the machine, the arguments and the environment."""

from setting_up import SettingUp


class Configures(SettingUp):
    def test_a_tree_that_was_copied_is_configured_anew_as_a_new_one(self):
        (self.root / "build").mkdir()
        (self.root / "build/CMakeCache.txt").write_text(
            "CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n")
        line = self.configured()
        for option in ("--fresh", "-G Ninja", "-DLADDER_UNITY=ON"):
            self.assertIn(option, line)

    def test_a_compiler_that_is_gone_is_looked_for_anew(self):
        (self.root / "build").mkdir()
        (self.root / "build/CMakeCache.txt").write_text(
            f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root.resolve()}\n"
            "CMAKE_Fortran_COMPILER:FILEPATH=/gone/gfortran\n")
        self.assertIn("--fresh", self.configured())

    def test_without_a_gpu_cuda_stages_are_compiled_for_the_tests_or_when_asked_for(self):
        line = self.configured()
        self.assertIn("-DLADDER_CUDA=OFF", line)
        self.assertIn("LADDER_CUDA=on scripts/ladder compiles them", line)
        self.assertIn("-DLADDER_CUDA=ON", self.configured(LADDER_CUDA="on"))
        self.assertIn("-DLADDER_CUDA=ON", self.configured(everything="true"))
        self.assertIn("-DLADDER_CUDA=OFF", self.configured(everything="true", LADDER_CUDA="off"))

    def test_with_a_gpu_its_own_code_is_compiled_for_the_half_lengths_of_the_cases(self):
        line = self.configured(gpu=True)
        for option in ("-DLADDER_CUDA=ON", "-DLADDER_HALF_LENGTHS=cases",
                       "-DCMAKE_CUDA_ARCHITECTURES=90-real"):
            self.assertIn(option, line)

    def test_every_half_length_is_compiled_for_the_tests_and_when_one_is_asked_for(self):
        for line in (self.configured(gpu=True, everything="true"),
                     self.configured("--half-length=4", gpu=True),
                     self.configured("sweep", "--half-length", "1:16", gpu=True),
                     self.configured(gpu=True, LADDER_HALF_LENGTHS="all")):
            self.assertIn("-DLADDER_HALF_LENGTHS=all", line)
            self.assertNotIn("90-real", line)

    def test_without_a_gpu_the_tests_have_each_kernel_compiled_once(self):
        """As the reports on compiled kernels have it: for Hopper, and for the half-lengths of the
        cases."""
        line = self.configured(everything="true")
        for option in ("-DLADDER_HALF_LENGTHS=cases", "-DCMAKE_CUDA_ARCHITECTURES=90-real"):
            self.assertIn(option, line)
        self.assertNotIn("-DCMAKE_CUDA_ARCHITECTURES",
                         self.configured(everything="true", LADDER_HALF_LENGTHS="all"))

    def test_what_was_compiled_once_stays(self):
        (self.root / "build").mkdir()
        (self.root / "build/CMakeCache.txt").write_text("LADDER_CUDA:BOOL=ON\n"
                                                        "LADDER_HALF_LENGTHS:STRING=all\n")
        line = self.configured()
        self.assertIn("-DLADDER_CUDA=ON", line)
        self.assertIn("-DLADDER_HALF_LENGTHS=all", line)

    def test_stages_of_the_built_in_ladders_are_compiled_when_they_are_asked_for(self):
        folder = self.root / "ladders/tendencies"
        folder.mkdir(parents=True)
        (folder / "ladder.toml").touch()
        for words in (["adopt", "a.f90", "a"], ["record", "ladders/a"], ["port", "c"],
                      ["new-stage", "c", "a"],
                      ["verify", "--ladder=ladders/a"], ["--repetitions=6", "--ladder", "a"]):
            self.assertIn("-DLADDER_STAGES=OFF", self.configured(*words), words)
        for words in ([], ["verify"], ["--case=small"], ["list"], ["shoot"], ["--help"],
                      ["--ladder=ladders/a", "--help"], ["predict", "--ladder=ladders/a"]):
            self.assertIn("-DLADDER_STAGES=ON", self.configured(*words), words)
        for words, chosen in (([], "OFF"), (["verify"], "OFF"), (["list"], "ON"),
                              (["--help"], "ON")):
            self.assertIn(f"-DLADDER_STAGES={chosen}", self.configured(*words, cwd=folder), words)
        self.assertIn("-DLADDER_STAGES=ON", self.configured("adopt", everything="true"))

    def test_stages_that_were_compiled_once_stay(self):
        (self.root / "build").mkdir()
        for cached, chosen in (("LADDER_STAGES:BOOL=ON", "ON"), ("LADDER_CUDA:BOOL=OFF", "ON"),
                               ("LADDER_STAGES:BOOL=OFF", "OFF")):
            (self.root / "build/CMakeCache.txt").write_text(cached + "\n")
            self.assertIn(f"-DLADDER_STAGES={chosen}", self.configured("adopt"), cached)

    def test_a_wrong_word_of_the_environment_is_refused(self):
        self.tool("cmake", "exit 1")
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.python_environment_is_there()
        done = self.set_up(LADDER_CUDA="maybe")
        self.assertEqual(done.returncode, 6)
        self.assertIn("expected auto, on or off", done.stderr)
