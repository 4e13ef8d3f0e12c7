"""How Sphinx makes a site of the documents: `script/docs`."""

import tomllib
from pathlib import Path

_project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]

project = "Reihum"
version = release = _project["version"]
root_doc = "docs/index"
include_patterns = ["docs/*.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
include_patterns += ["CODE_OF_CONDUCT.md"]
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["tasklist", "html_image"]
#: Folders and files of the source that documents lead to are not pages.
suppress_warnings = ["myst.header"]
html_theme = "furo"
html_title = f"Reihum {release}"
html_copy_source = False
