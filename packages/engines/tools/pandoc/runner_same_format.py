"""Rewrites a text file in the same format: in UTF-8 without a byte order mark, with line feeds as line endings."""
import json
import sys

from engines.shared.encoding.text_encoding import decode, NotText


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        text = decode(file.read())
    with open(step['output'], 'w', encoding='utf-8', newline='\n') as file:
        file.write(text.replace('\r\n', '\n').replace('\r', '\n'))


if __name__ == '__main__':
    try:
        main()
    except NotText as error:
        sys.exit(str(error))
