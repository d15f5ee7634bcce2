"""Classifies the pages of a PDF by how their content is stored."""
import json
import os
import subprocess

from engines.shared.runner.counted_time import run_within

SCRIPT = os.path.join(os.path.dirname(__file__), 'page-kinds.js')
TIMEOUT_SECONDS = 10


def page_kinds(path: str) -> list[str | None]:
    """Returns `text`, `scan`, `mixed` or `blank` for each page, and None for a broken page. Returns an empty list if
    MuPDF cannot read the file."""
    command = ['mutool', 'run', SCRIPT, path]
    try:
        ended = run_within(TIMEOUT_SECONDS, command)
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return []
    lines = ended.stdout.decode('utf-8', 'replace').strip().splitlines()
    return json.loads(lines[-1]) if ended.returncode == 0 and lines else []
