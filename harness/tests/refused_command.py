"""A command that is refused leaves a sentence, an exit code and no file."""

import command
from command import ladder, lines_of


class Command(command.Command):
    def refused(self, code, words, *arguments):
        run = ladder(*arguments, "--output=%s" % self.output)
        self.assertEqual(run.returncode, code, run.stderr)
        self.assertIn(words, run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertNotIn("terminate", run.stderr)
        self.assertFalse(self.output.exists() and self.output.stat().st_size,
                         "records of a refused run")

    def write(self, name, data):
        path = self.path / name
        path.write_bytes(data)
        return path

    def record(self, *arguments):
        run = self.exits(0, "--case=small", "--output=%s" % self.output, *arguments)
        return run, lines_of(self.output)
