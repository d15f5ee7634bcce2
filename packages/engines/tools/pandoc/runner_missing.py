"""Warns about pictures that `pictures.lua` did not find in the document."""
import json
import os
import sys

from engines.shared.runner.warn import listed, warn


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(os.path.join(step['work'], 'missing-pictures'), encoding='utf-8', errors='replace') as file:
        warn(step, 'files_missing', listed(file.read().splitlines()))


if __name__ == '__main__':
    main()
