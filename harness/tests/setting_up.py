"""A copy of the set-up whose tools are made up: what it would do on another machine."""

import hashlib
import os
import shutil
import unittest

from source_tree import SOURCE, execute, folder_of


class SettingUp(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)
        self.root = self.folder / "tree"
        shutil.copytree(SOURCE / "scripts", self.root / "scripts")
        self.tools = self.folder / "tools"
        self.tools.mkdir()

    def tool(self, name, script):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def python_environment_is_there(self):
        venv = self.root / "build/venv"
        if venv.exists():
            return
        (venv / "bin").mkdir(parents=True)
        (venv / "bin/python3").symlink_to("/bin/true")
        wanted = ((self.root / "scripts/requirements.txt").read_bytes()
                  + f"{venv.resolve()}\n".encode())
        (venv / "stamp").write_text(hashlib.sha256(wanted).hexdigest() + "\n")

    def set_up(self, *arguments, cwd=None, code=None, **environment):
        path = f"{self.tools}:{os.environ['PATH']}"
        return execute(self.root / "scripts/setup.sh", *arguments, cwd=cwd, code=code,
                       env={**os.environ, "PATH": path, **environment})

    def configured(self, *arguments, gpu=False, everything="false", **environment):
        """The command line of CMake, which stops there. `cwd`: where ladder is called."""
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.tool("nvidia-smi", "echo 9.0")
        self.tool("cmake", 'echo "cmake: $*" >&2; exit 1')
        self.python_environment_is_there()
        (self.root / "CMakeLists.txt").touch()
        device = self.root / "CMakeLists.txt" if gpu else "/nowhere"
        done = self.set_up(*arguments, LADDER_GPU_DEVICES=str(device), everything=everything,
                           **environment)
        return next(line for line in done.stderr.splitlines() if line.startswith("cmake: "))

    def without_root(self):
        self.tool("id", "echo 1000")
        self.tool("sudo", "exit 1")

    def missing(self, required, optional=""):
        """A CMake that does not find these, unless they were fetched."""
        self.without_root()
        self.tool("dpkg-query", "exit 1")
        (self.root / "CMakeLists.txt").touch()
        build = self.root / "build"
        self.tool("cmake", f"""case "$*" in *-B*) ;; *) exit 0 ;; esac
        echo "cmake: $*" >>{self.folder}/asked
        case "$*" in *-DLADDER_VENDOR=/*) exit 1 ;; esac
        printf '{required}\n' >{build}/missing-required
        printf '{optional}\n' >{build}/missing-optional
        exit 1""")

    def asked(self):
        return (self.folder / "asked").read_text().splitlines()

    def only(self, *names):
        """A folder of these tools, and what every shell has."""
        folder = self.folder / "only"
        folder.mkdir(exist_ok=True)
        for name in (*names, "awk", "basename", "cat", "comm", "cut", "dirname", "env", "flock",
                     "grep", "head", "mkdir", "readlink", "rm", "sed", "sort", "tail", "tr"):
            if not (folder / name).exists():
                (folder / name).symlink_to(shutil.which(name))
        return folder
