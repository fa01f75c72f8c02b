"""The package and the programs of its page, as mypy sees them; no server is needed."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

os.environ.setdefault("TURNGRAPH_URL", "http://127.0.0.1:4000")

from test_docs import GIVEN, PROGRAMS


class Types(unittest.TestCase):
    def mypy(self, programs: dict[str, str]) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"program_{name}.py" for name in programs]
            for path, code in zip(paths, programs.values()):
                path.write_text("from __future__ import annotations\n" + code)
            roots = ["src/turngraph", *map(str, paths)]
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", f"{folder}/cache", *roots]
            return subprocess.run(command, capture_output=True, text=True)

    def test_the_package_and_the_programs_are_strictly_typed(self) -> None:
        programs = {name: GIVEN[name] + code for name, code in PROGRAMS.items()}
        self.assertEqual(set(programs), {"backend", "langgraph", "agents"})
        wrong = "from turngraph import Turngraph\nTurngraph().conversations.open(1).append(text='x')\n"
        done = self.mypy({**programs, "wrong": wrong})
        faults = [line for line in done.stdout.splitlines() if ": error: " in line]
        # The wrong program alone is found to be wrong, on both counts.
        self.assertEqual([line for line in faults if "program_wrong.py:" not in line], [], done.stderr)
        self.assertEqual(len(faults), 2, done.stdout)


if __name__ == "__main__":
    unittest.main()
