"""Replaces the placeholders in the result with the pictures and large tables that were removed from the text."""
import json
import sys

from engines.shared.html import kept_out
from engines.shared.html.tables import large_tables
from engines.shared.office import embedded_pictures


def main() -> None:
    step = json.loads(sys.argv[1])
    kept_out.put_back(step['output'], step['work'], embedded_pictures.KEPT, large_tables.KEPT)


if __name__ == '__main__':
    main()
