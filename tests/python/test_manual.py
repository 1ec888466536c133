"""The examples of the manual page and of the module's notes run as they are written."""

import os
import pathlib
import re

import pytest
import designs  # noqa: F401  hides NumPy if asked to

REPO = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("router/cli/manual/library.md", "router/python/README.md")


def examples(page):
    """Its blocks of Python: indented or fenced."""
    text = (REPO / page).read_text()
    fenced = re.findall(r"^```python\n(.*?)^```", text, re.S | re.M)
    indented = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)
    blocks = [re.sub(r"^    ", "", block, flags=re.M) for block in indented]
    return fenced + [block for block in blocks if "import leeway" in block]


@pytest.mark.parametrize("page", PAGES)
def test_examples(page, tmp_path):
    blocks = examples(page)
    assert blocks, "no example was found"
    (tmp_path / "netlists").symlink_to(REPO / "netlists")
    before = os.getcwd()
    try:
        os.chdir(tmp_path)
        for block in blocks:
            exec(compile(block, page, "exec"), {})
    finally:
        os.chdir(before)


def test_examples_name_what_the_module_has():
    """Each public name is on one of the pages."""
    import leeway

    text = "".join((REPO / page).read_text() for page in PAGES)
    missing = [name for name in leeway.__all__ if not re.search(rf"\b{name}\b", text)]
    assert missing == []
