"""Draws the formulas and highlights the code of an Asciidoctor page, because Asciidoctor relies on scripts from the
network."""
import json
import sys

from engines.tools.asciidoctor.code_blocks import highlighted
from engines.tools.asciidoctor.formulas import with_mathml


def main() -> None:
    output = json.loads(sys.argv[1])['output']
    with open(output, encoding='utf-8') as file:
        page = file.read()
    completed = highlighted(with_mathml(page))
    if completed != page:
        with open(output, 'w', encoding='utf-8') as file:
            file.write(completed)


if __name__ == '__main__':
    main()
