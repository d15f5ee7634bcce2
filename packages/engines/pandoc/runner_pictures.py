"""Puts the pictures that were kept out of the text back into the result."""
import json
import sys

from engines.runtime.embedded_pictures import put_back


def main() -> None:
    step = json.loads(sys.argv[1])
    put_back(step['output'], step['work'])


if __name__ == '__main__':
    main()
