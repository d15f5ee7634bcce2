"""Replaces each reference that prints a word, such as `\\cref` or `\\autoref`, with the word and a plain reference."""
import re

from engines.shared.text.tex.tex_names import Names
from engines.shared.text.tex.tex_source import code_only, optional

COMMAND = re.compile(
    r'\\(?P<name>[cC]ref|autoref|Autoref|nameref|Nameref|labelcref|vref|Vref|subref|thref|citeauthor|citeyearpar|citeyear|citealt|citealp'
    r'|hyperref)(?P<star>\*?)(?![A-Za-z])'
)
ARGUMENT = re.compile(r'\s*\{([^{}]*)\}')
FORMULA = re.compile(r'\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{((?:equation|align|gather|multline|alignat|flalign|eqnarray)\*?)\}.*?\\end\{\1\}', re.DOTALL)
NATURAL = re.compile(r'\{?(.*?)\}?\((\d{4}[a-z]?)\).*', re.DOTALL)


class Target:
    """Target of a label: its kind, such as `figure`, and its title."""

    def __init__(self, kind: str, title: str):
        self.kind, self.title = kind, title


def written(text: str, targets: dict[str, Target], citations: dict[str, str], names: Names) -> str:
    hidden = code_only(text)
    out, done = [], 0
    for found in COMMAND.finditer(hidden):
        given, at = optional(text, found.end())
        second, at = optional(text, at)
        argument = ARGUMENT.match(text, at)
        if found.start() < done or not argument:
            continue
        keys = [key.strip() for key in argument[1].split(',') if key.strip()]
        shown = shown_as(found['name'], keys, [given, second], targets, citations, names)
        if shown is None:
            continue
        out += [text[done:found.start()], shown]
        done = argument.end()
    return ''.join(out) + text[done:]


def shown_as(command: str, keys: list[str], notes: list[str | None], targets: dict[str, Target], citations: dict[str, str], names: Names) -> str | None:
    if '#' in ''.join(keys):
        return None
    if command == 'hyperref':
        # `\hyperref[label]{text}` prints only the text. pandoc supports this command.
        return None
    if command.startswith('cite'):
        parts = [NATURAL.fullmatch(citations.get(key, '')) for key in keys]
        if not all(parts):
            return None
        place = next((note for note in reversed(notes) if note), '')
        return cited(command, [(found[1], found[2]) for found in parts if found], place)
    if any(key not in targets for key in keys):
        # The Lua filter replaces a reference without a target with ??.
        return ', '.join(f'\\ref{{{key}}}' for key in keys)
    if command.lower() == 'nameref':
        return ', '.join(targets[key].title for key in keys)
    if command in ('labelcref', 'subref', 'vref', 'Vref', 'thref'):
        return ', '.join(f'\\ref{{{key}}}' for key in keys)
    groups: list[tuple[str, list[str]]] = []
    for key in keys:
        kind = targets[key].kind
        if groups and groups[-1][0] == kind:
            groups[-1][1].append(key)
        else:
            groups.append((kind, [key]))
    phrases = [phrase(command, kind, some, names) for kind, some in groups]
    return listed(phrases, names)


def phrase(command: str, kind: str, keys: list[str], names: Names) -> str:
    is_equation = kind == 'equation'
    is_auto = command.lower() == 'autoref'
    numbers = [f'\\eqref{{{key}}}' if is_equation and not is_auto else f'\\ref{{{key}}}' for key in keys]
    word = names.reference(kind, capital=command[0] == 'C', automatic=is_auto, many=len(keys) > 1)
    return (f'{word}~' if word else '') + listed(numbers, names)


def listed(parts: list[str], names: Names) -> str:
    if len(parts) < 2:
        return ''.join(parts)
    return f'{", ".join(parts[:-1])} {names.conjunction} {parts[-1]}'


def cited(command: str, parts: list[tuple[str, str]], place: str) -> str:
    after = f', {place}' if place else ''
    if command == 'citeauthor':
        return ', '.join(author for author, _ in parts)
    if command == 'citeyear':
        return ', '.join(year for _, year in parts)
    if command == 'citeyearpar':
        return f'({", ".join(year for _, year in parts)}{after})'
    between = ' ' if command == 'citealt' else ', '
    return '; '.join(f'{author}{between}{year}' for author, year in parts) + after


def in_formulas(text: str, labels: dict[str, str]) -> str:
    """Resolves references in formulas, which pandoc does not resolve, and removes labels, which pandoc would show."""
    def written(formula: re.Match) -> str:
        inner = re.sub(r'\\eqref\s*\{([^}]*)\}', lambda found: f"({labels.get(found[1], '??')})", formula[0])
        inner = re.sub(r'\\ref\s*\{([^}]*)\}', lambda found: labels.get(found[1], '??'), inner)
        return re.sub(r'\\label\s*\{[^}]*\}', '', inner)

    return FORMULA.sub(written, text)
