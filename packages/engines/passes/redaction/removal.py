"""Runs MuPDF, which removes the text in boxes, or the pixels of pictures in boxes."""
import json
import os
import subprocess
import sys

from engines.passes.redaction.reading import SCRIPTS, Box


def remove(source: str, boxes: dict[int, list[Box]], result: str, what: str) -> None:
    """Removes the content in `boxes`, which contains a list of boxes for each page number (counted from 0). If `what`
    is `text`, removes text. If `what` is `pixels`, removes the pixels of pictures."""
    file = f'{result}.json'
    with open(file, 'w', encoding='ascii') as stream:
        json.dump({str(n): places for n, places in boxes.items()}, stream)
    command = ['mutool', 'run', os.path.join(SCRIPTS, 'apply.js'), source, file, result, what]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(f'mutool: {run.stderr.decode(errors="replace")[-500:]}')
