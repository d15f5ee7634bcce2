"""Writes the fonts that are derived from the installed free fonts: `build.py FOLDER`, called by script/setup."""
import os
import shutil
import sys

from engines.derived_fonts import emoji


def main(target: str) -> None:
    """Replaces `target` only when all fonts are complete."""
    made = f'{target}.new'
    shutil.rmtree(made, ignore_errors=True)
    os.makedirs(made)
    emoji.derive(made)
    shutil.rmtree(target, ignore_errors=True)
    os.rename(made, target)


if __name__ == '__main__':
    main(sys.argv[1])
