"""Prints the comments of Python files, and the strings that are sentences, as JSON: file, line and text."""
import json
import re
import sys
import tokenize

SENTENCE = re.compile(r'[a-z]+[^a-z]* [a-z]+.* [a-z]+', re.IGNORECASE | re.DOTALL)
STRINGS = {tokenize.STRING, getattr(tokenize, 'FSTRING_MIDDLE', tokenize.STRING)}


def prose_of(name: str) -> list[dict]:
    with open(name, 'rb') as file:
        tokens = list(tokenize.tokenize(file.readline))
    found = []
    for token in tokens:
        if token.type == tokenize.COMMENT or (token.type in STRINGS and SENTENCE.search(token.string)):
            for n, text in enumerate(token.string.split('\n')):
                found.append({'file': name, 'line': token.start[0] + n, 'text': text})
    return found


def main():
    json.dump([prose for name in sys.argv[1:] for prose in prose_of(name)], sys.stdout)


if __name__ == '__main__':
    main()
