"""Searches texts for the words, the patterns (such as phone numbers) and the regular expression that the caller wants
to redact."""
import json
import subprocess
import sys
from dataclasses import dataclass, field

from engines.passes.redaction.folding import folded, plain, word_pattern
from engines.passes.redaction.patterns import PATTERNS


@dataclass
class Match:
    kind: str
    # Positions of the matched characters in the text.
    at: set[int] = field(default_factory=set)


class Finder:
    def __init__(self, options: dict) -> None:
        self.words = [word_pattern(word) for word in options.get('redact') or [] if word.strip()]
        self.patterns = [(name, PATTERNS[name]) for name in options.get('redact_patterns') or []]
        self.expression = options.get('redact_expression')

    @property
    def searches(self) -> bool:
        return bool(self.words or self.patterns or self.expression)

    def find(self, texts: list[str]) -> list[list[Match]]:
        """Returns the matches in each text."""
        found = [self.own(text) for text in texts] if self.words or self.patterns else [[] for _ in texts]
        if self.expression:
            for matches, more in zip(found, self.of_expression(texts)):
                matches += more
        return found

    def own(self, text: str) -> list[Match]:
        matches = []
        if self.words:
            form = folded(text)
            spans = [found.span() for word in self.words for found in word.finditer(form.text)]
            matches += [Match('word', form.original(*span)) for span in spans]
        if self.patterns:
            form = plain(text)
            matches += [Match(name, form.original(*span)) for name, search in self.patterns for span in search(form.text)]
        return matches

    def of_expression(self, texts: list[str]) -> list[list[Match]]:
        """Searches with ripgrep, which matches regular expressions in linear time. Each text becomes one line of
        ripgrep's input."""
        forms = [plain(text) for text in texts]
        lines = '\n'.join(form.text for form in forms) + '\n'
        command = ['rg', '--no-config', '--json', '--text', '--encoding=none', '--regex-size-limit=10M', '--dfa-size-limit=50M', '-e', self.expression, '-']
        run = subprocess.run(command, input=lines.encode(), capture_output=True, check=False)
        if run.returncode not in (0, 1):
            sys.exit(f'protean-reason: wrong_expression\n{run.stderr.decode(errors="replace")[:300]}')
        found: list[list[Match]] = [[] for _ in texts]
        for event in map(json.loads, run.stdout.splitlines()):
            if event['type'] == 'match':
                n = event['data']['line_number'] - 1
                found[n] += expression_matches(forms[n], event['data']['submatches'])
        return found

    def matches(self, text: str) -> bool:
        return any(self.find([text])[0])


def expression_matches(form, submatches: list[dict]) -> list[Match]:
    line = form.text.encode()
    spans = [(one['start'], one['end']) for one in submatches if one['end'] > one['start']]
    characters = ((len(line[:start].decode()), len(line[:end].decode())) for start, end in spans)
    return [Match('expression', form.original(*span)) for span in characters]


def without(text: str, matches: list[Match]) -> str:
    """Replaces each match by three asterisks, so that the result does not reveal the length of the match."""
    gone = {at for match in matches for at in match.at}
    pieces = []
    for at, character in enumerate(text):
        if at not in gone:
            pieces.append(character)
        elif at - 1 not in gone:
            pieces.append('***')
    return ''.join(pieces)
