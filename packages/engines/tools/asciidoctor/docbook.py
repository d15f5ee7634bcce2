"""Rewrites Asciidoctor's DocBook, because pandoc's reader would drop parts such as the titles of blocks."""
import json
import sys

from engines.shared.html.docbook import readable


def main() -> None:
    book = json.loads(sys.argv[1])['book']
    with open(book, encoding='utf-8') as file:
        text = file.read()
    with open(book, 'w', encoding='utf-8') as file:
        file.write(readable(text))


if __name__ == '__main__':
    main()
