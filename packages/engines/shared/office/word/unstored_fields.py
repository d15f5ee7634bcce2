"""Returns the text of fields that Word shows without storing a result: formulas (`EQ`) and numbers within text
(`LISTNUM`)."""
import re

from engines.shared.office.word.number_formats import roman

KINDS = ('EQ', 'LISTNUM')
# Number formats of a LISTNUM field by level.
LEVELS = ('{})', '{})', '{})', '({})', '({})', '({})', '{}.', '{}.', '{}.')
COMMAND = re.compile(r'\\([a-z]{1,2}) ?(?=[\\( ]|$)|\\(.)|([(),;])|([^\\(),;]+)', re.IGNORECASE | re.DOTALL)
SWITCH = re.compile(r'\s*\\(?:(al|ac|ar|co\d*|vs\d*|hs\d*|up\d*|do\d*|ai\d*|di\d*|fo\d*|ba\d*|li|su|pr|in|to|bo|le|ri)|([lrbfv]c)\\(.))', re.IGNORECASE)
INTEGRALS = {'su': 'Σ', 'pr': 'Π'}
CLOSING = {'(': ')', '[': ']', '{': '}', '<': '>'}
MAX_DEPTH = 50


def formula(code: str) -> str:
    """Returns the formula of an EQ field in one line, such as `1/2` for `EQ \\f(1,2)`."""
    return ' '.join(_Formula(code.partition(code.split()[0])[2]).parts()[0][0].split())


class _Formula:
    def __init__(self, text: str):
        self.text = text

    def parts(self, at: int = 0, depth: int = 0, ends: str = '') -> tuple[list[str], int]:
        """Returns the arguments and the offset after the last argument. If `ends` is `)`, the arguments end at the
        closing parenthesis. If `ends` is empty, the whole text is a single argument."""
        parts, current = [], ''
        while at < len(self.text) and (token := COMMAND.match(self.text, at)):
            at = token.end()
            if token[1]:
                shown, at = self._command(token[1].lower(), at, depth)
                current += shown
            elif token[3] and ends and token[3] in ',;':
                parts.append(current)
                current = ''
            elif token[3] == ')' and ends:
                return [*parts, current], at
            elif token[3] == '(' and depth < MAX_DEPTH:
                inner, at = self.parts(at, depth + 1, ends=')')
                current += f'({",".join(inner)})'
            else:
                current += token[2] or token[3] or token[4]
        return [*parts, current], at

    def _command(self, name: str, at: int, depth: int) -> tuple[str, int]:
        switches: dict[str, str] = {}
        while switch := SWITCH.match(self.text, at):
            switches[(switch[1] or switch[2]).lower().rstrip('0123456789')] = switch[3] or ''
            at = switch.end()
        start = re.compile(r'\s*\(').match(self.text, at)
        if not start or depth >= MAX_DEPTH:
            return '', at
        parts, at = self.parts(start.end(), depth + 1, ends=')')
        return _shown(name, [part.strip() for part in parts], switches), at


def _shown(name: str, parts: list[str], switches: dict[str, str]) -> str:
    if name == 'f':
        return '/'.join(map(_grouped, parts))
    if name == 'r':
        return f'{parts[0] if len(parts) > 1 else ""}√{_grouped(parts[-1])}'
    if name == 's':
        return ('^' if 'up' in switches else '_' if 'do' in switches else '') + ' '.join(map(_grouped, parts))
    if name == 'b':
        both = switches.get('bc', '' if 'lc' in switches or 'rc' in switches else '(')
        left, right = switches.get('lc', both), switches.get('rc', CLOSING.get(both, both))
        return f'{left}{", ".join(parts)}{right}'
    if name == 'i':
        sign = next((INTEGRALS[one] for one in switches if one in INTEGRALS), '∫')
        low, high, body = (*parts, '', '', '')[:3]
        return f'{sign}{low and "_" + _grouped(low)}{high and "^" + _grouped(high)} {body}'
    return (', ' if name == 'l' else '' if name == 'o' else ' ').join(parts)


def _grouped(part: str) -> str:
    return part if re.fullmatch(r'[\w.√]*', part) else f'({part})'


class ListNumbers:
    """Counts the LISTNUM fields of a story by list and level."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}

    def next(self, code: str) -> str:
        words = code.split()[1:]
        name = words[0].strip('"') if words and not words[0].startswith('\\') else ''
        level = min(max(_switch(code, 'l', 1), 1), len(LEVELS)) - 1
        counts = self._counts.setdefault(name.lower(), [0] * len(LEVELS))
        counts[level] = _switch(code, 's', counts[level] + 1)
        counts[level + 1:] = [0] * (len(LEVELS) - level - 1)
        return LEVELS[level].format(_numeral(counts[level], level % 3))


def _switch(code: str, name: str, default: int) -> int:
    found = re.search(rf'\\{name}\s*(\d+)', code)
    return int(found[1]) if found else default


def _numeral(count: int, kind: int) -> str:
    if kind == 1 and 0 < count <= 26:
        return chr(96 + count)
    return roman(count).lower() if kind == 2 else str(count)
