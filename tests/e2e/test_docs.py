"""The outputs in docs/cli are what the command prints. OPSMITH_UPDATE_DOCS=1 rewrites them."""
import os
import re
import shlex
import shutil

import pytest
from conftest import EXAMPLES, ROOT, Command

PAGES = sorted((ROOT / "docs/cli").glob("*.md"))
BLOCK = re.compile(r"```console\n(.*?)```\n", re.DOTALL)


def transcript(block, opsmith):
    """The block with every command's output as it is now."""
    text = ""
    for line in block.splitlines():
        if not line.startswith("$ opsmith "):
            continue
        result = opsmith(*shlex.split(line)[2:])
        assert result.status in (0, 1, 2)
        text += line + "\n" + result.out + result.err
        if result.status:
            text += f"(exit status {result.status})\n"
    return text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_outputs_are_current(page, tmp_path):
    for example in EXAMPLES.iterdir():
        shutil.copy(example, tmp_path)
    opsmith = Command(tmp_path)
    text = page.read_text()
    current = BLOCK.sub(lambda match: "```console\n" + transcript(match.group(1), opsmith) + "```\n", text)
    if os.environ.get("OPSMITH_UPDATE_DOCS"):
        page.write_text(current)
    assert text == current or os.environ.get("OPSMITH_UPDATE_DOCS")


def test_every_verb_has_a_page(tmp_path):
    help_text = Command(tmp_path).good("--help").out
    verbs = re.findall(r"^  (\w+)  +\w", help_text.split("Verbs\n")[1].split("\n\n")[0], re.MULTILINE)
    assert verbs and not [verb for verb in verbs if not (ROOT / f"docs/cli/{verb}.md").exists()]


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))],
                         ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert not [link for link in links if not (page.parent / link).exists()]
