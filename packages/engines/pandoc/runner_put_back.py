"""Puts the pictures and large tables that were kept out of the text back into the result."""
import json
import sys

from engines.runtime import embedded_pictures, large_tables


def main() -> None:
    step = json.loads(sys.argv[1])
    embedded_pictures.put_back(step['output'], step['work'])
    large_tables.put_back(step['output'], step['work'])


if __name__ == '__main__':
    main()
