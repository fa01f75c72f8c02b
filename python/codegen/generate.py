"""Makes `turngraph._generated` from schema.graphql and the documents of the TypeScript client.

`python codegen/generate.py` writes it; with `--check` it only says whether it is fresh.
"""

from __future__ import annotations

import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

from graphql import DefinitionNode, FragmentSpreadNode, Visitor, parse, print_ast, visit

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DOCUMENTS = ROOT / "src/client/documents"
TARGET = HERE.parent / "src/turngraph/_generated"

OPERATIONS = """
    StoreTurn StoreTurns AmendMessage UpdateConversation CreateConversation DeleteConversation RestoreConversation
    ForkConversation RewindConversation SwitchHead Undo Merge Compact
    SummariesOfConversations SummaryOfConversation FindMessage TurnPlace TranscriptItems LeavesOfConversation
    ContextOf DiffOfBranches DrawTree LedgerEnd FollowConversation FollowConversations
    Records KindsOfRecords PutRecords DeleteRecords
""".split()

SETTINGS = """
[tool.ariadne-codegen]
schema_path = "{schema}"
queries_path = "operations.graphql"
target_package_name = "_generated"
client_name = "Operations"
client_file_name = "operations"
base_client_name = "GraphOperations"
base_client_file_path = "{here}/base_client.py"
files_to_include = ["{here}/given.py"]
include_all_inputs = false
include_all_enums = true
include_comments = "none"
[tool.ariadne-codegen.scalars]
JSON = {{ type = "Any" }}
Long = {{ type = "int" }}
DateTime = {{ type = "str" }}
Hash = {{ type = "str" }}
"""


def operations() -> str:
    """Returns the operations with the fragments that they need."""
    known: dict[str, DefinitionNode] = {}
    for file in sorted(DOCUMENTS.glob("*.graphql")):
        for definition in parse(file.read_text()).definitions:
            known[definition.name.value] = definition  # type: ignore[attr-defined]
    wanted: dict[str, None] = {}

    class Fragments(Visitor):
        def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
            want(node.name.value)

    def want(name: str) -> None:
        if name not in wanted:
            wanted[name] = None
            visit(known[name], Fragments())

    for name in OPERATIONS:
        want(name)
    return "\n\n".join(print_ast(known[name]) for name in wanted)


def generate(folder: Path) -> Path:
    """Returns the folder of a package that is made below another one."""
    (folder / "operations.graphql").write_text(operations())
    settings = SETTINGS.format(schema=ROOT / "schema.graphql", here=HERE)
    (folder / "pyproject.toml").write_text(settings)
    command = [sys.executable, "-c", "from ariadne_codegen.main import main; main()"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    made = folder / "_generated"
    # Errors are ours: what the generator has for HTTP is not used.
    for unused in ("exceptions.py",):
        (made / unused).unlink(missing_ok=True)
    given = "from .given import GivenModel as BaseModel"
    change(made / "input_types.py", "from .base_model import BaseModel", given)
    change(made / "enums.py", "from enum import Enum", "from .given import AnyCase")
    change(made / "enums.py", "(str, Enum)", "(str, AnyCase)")
    (made / "__init__.py").write_text('"""Made by codegen/generate.py; not to be changed by hand."""\n')
    return made


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    if old not in text:
        raise SystemExit(f"{file.name} does not have what is changed in it: {old}")
    file.write_text(text.replace(old, new))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = generate(Path(folder))
        names = {file.name for file in made.glob("*.py")}
        there = {file.name for file in TARGET.glob("*.py")}
        same = filecmp.cmpfiles(made, TARGET, names & there, shallow=False)[0]
        stale = sorted((names ^ there) | (names - set(same)))
        if "--check" in sys.argv:
            if stale:
                raise SystemExit(f"turngraph._generated is stale: {', '.join(stale)}. Run codegen/generate.py.")
            return
        TARGET.mkdir(exist_ok=True)
        for name in there - names:
            (TARGET / name).unlink()
        for name in names:
            (TARGET / name).write_text((made / name).read_text())


if __name__ == "__main__":
    main()
