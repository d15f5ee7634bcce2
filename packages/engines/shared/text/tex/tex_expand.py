"""Resolves conditionals, and expands macros that contain structure such as sections, because the numbering must be
based on the final source."""
import re
from collections.abc import Callable

from engines.shared.text.tex.tex_packages import COMMANDS, ENVIRONMENTS, ONLY_WITH
from engines.shared.text.tex.tex_source import argument, closing, code_only, optional

# This module expands macros that contain one of these commands. pandoc expands all other macros, which mostly occur in
# formulas.
STRUCTURE = re.compile(
    r'\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|appendix|label|caption|item|bibitem|begin|end|input|include|includegraphics'
    r'|bibliography|tableofcontents|setcounter|addtocounter|stepcounter|the[a-z]+|arabic|roman|Roman|alph|Alph'
    r'|[A-Za-z]*ref|[A-Za-z]*cite[A-Za-z]*|footnote)(?![A-Za-z])'
)
DEFINITION = re.compile(
    r'\\(?:(?:re|provide)?newcommand|DeclareRobustCommand)\*?\s*(?:\{\s*\\(?P<a>[A-Za-z]+)\s*\}|\\(?P<b>[A-Za-z]+))'
    r'|\\[gex]?def\s*\\(?P<c>[A-Za-z]+)|\\(?:New|Renew|Provide|Declare)DocumentCommand\s*\{?\s*\\(?P<d>[A-Za-z]+)\s*\}?'
    r'|\\(?:re)?newenvironment\*?\s*\{(?P<e>[A-Za-z]+\*?)\}|\\(?:New|Renew|Provide|Declare)DocumentEnvironment\s*\{(?P<f>[A-Za-z]+\*?)\}'
)
CONDITION = re.compile(r'\\(newif\s*\\if[A-Za-z]+|if[A-Za-z]*|else|or|fi)(?![A-Za-z])')
# Maximum number of expansion rounds, and maximum length of the expanded document.
MAX_ROUNDS, MAX_LENGTH = 12, 20_000_000
OVERLAY = re.compile(r'[ \t]*<[^<>{}\\]*>')
# Macros that print counters and labels stay unchanged, because tex_numbers.py and tex_lists.py read their definitions.
KEPT = re.compile(r'the[a-z]+|labelenumi{1,3}v?')


class Macro:
    def __init__(self, body: str | Callable[[list[str]], str], count: int, default: str | None, kinds: str | None = None, end: str | None = None):
        self.body, self.count, self.default, self.kinds, self.end = body, count, default, kinds, end

    def arguments(self, text: str, at: int) -> tuple[list[str], int] | None:
        found: list[str] = []
        for kind in self.kinds if self.kinds is not None else ('o' if self.default is not None else '') + 'm' * self.count:
            if kind == 'o':
                given, at = optional(text, at)
                found.append(self.default or '' if given is None else given)
            elif kind == 's':
                found.append('')
                at += text[at:at + 1] == '*'
            elif kind == 'a':
                overlay = OVERLAY.match(text, at)
                found.append('')
                at = overlay.end() if overlay else at
            else:
                given, end = one_argument(text, at)
                if given is None:
                    return None
                found.append(given)
                at = end
        return found, at

    def written(self, values: list[str]) -> str:
        if callable(self.body):
            return self.body(values)
        return re.sub(r'#(\d)', lambda number: values[int(number[1]) - 1] if 0 < int(number[1]) <= len(values) else '', self.body)


def expanded(text: str) -> str:
    """Expands the macros in `text`. The caller must have removed all comments."""
    text, macros, environments = taken(without_false_parts(text))
    used = code_only(text)
    for name, (kinds, body) in COMMANDS.items():
        if f'\\{name}' in used and name not in macros and is_meant(name, used) and not re.search(rf'command\*?\s*\{{?\\{name}(?![A-Za-z])', used):
            macros[name] = Macro(body, 0, None, kinds)
    for name, ((kinds, body), end) in ENVIRONMENTS.items():
        if f'\\begin{{{name}' in used and f'environment{{{name}}}' not in used:
            environments.setdefault(name, Macro(body, 0, None, kinds, end))
    for _ in range(MAX_ROUNDS):
        before = text
        text = one_round(text, macros, environments) if macros or environments else text
        if text == before or len(text) > MAX_LENGTH:
            break
    return text


def is_meant(name: str, text: str) -> bool:
    package = ONLY_WITH.get(name, '')
    return not package or re.search(rf'\\(?:usepackage|RequirePackage|documentclass)\s*(?:\[[^\]]*\])?\s*\{{[^}}]*\b{package}', text) is not None


def without_false_parts(text: str) -> str:
    """Resolves conditions whose value is known, such as `\\iftrue`, `\\iffalse`, `\\ifpdf` and conditions of \\newif.
    Conditionals with an unknown value stay in the text for pandoc."""
    hidden = code_only(text)
    if '\\if' not in hidden:
        return text
    switches = {found[1]: False for found in re.finditer(r'\\newif\s*\\if([A-Za-z]+)', hidden)}
    known = {'true': True, 'false': False, 'pdf': True, 'xetex': False, 'luatex': False, 'PDFTeX': True, 'XeTeX': False, 'LuaTeX': False, 'pdftex': True}
    setting = re.compile('|'.join([rf'\\(?P<name>{"|".join(map(re.escape, switches))})(?P<value>true|false)(?![A-Za-z])'] if switches else []) or r'(?!)')
    out: list[str] = []
    # State of each open condition: whether this function resolves the condition, and whether the current branch is
    # kept.
    open_conditions: list[list] = []
    done, at = 0, 0

    def is_kept() -> bool:
        return all(kept for _, kept in open_conditions)

    def take(until: int) -> None:
        if is_kept():
            out.append(text[done:until])

    while True:
        tokens = [found for found in (CONDITION.search(hidden, at), setting.search(hidden, at)) if found]
        if not tokens:
            break
        token = min(tokens, key=re.Match.start)
        at = token.end()
        name = token[1] if token.re is CONDITION else ''
        if token.re is setting:
            if is_kept():
                switches[token['name']] = token['value'] == 'true'
            take(token.start())
        elif name.startswith('newif'):
            take(token.start())
        elif name.startswith('if'):
            of = name[2:]
            value = known.get(of, switches.get(of))
            # Conditionals with an unknown value stay in the text for pandoc. Commands with arguments, such as
            # `\ifthenelse`, have no matching `\fi`.
            if value is None and not (open_conditions and not is_kept()):
                if of in ('thenelse', 'toggle', 'def', 'undef', 'strequal', 'stempty'):
                    continue
                open_conditions.append([False, True])
                continue
            take(token.start())
            open_conditions.append([value is not None, bool(value)])
        elif open_conditions:
            is_known, kept = open_conditions[-1]
            if not is_known and is_kept():
                if name == 'fi':
                    open_conditions.pop()
                continue
            take(token.start())
            if name == 'fi':
                open_conditions.pop()
            elif is_known:
                open_conditions[-1][1] = not kept
        else:
            continue
        done = at
    take(len(text))
    return ''.join(out)


def taken(text: str) -> tuple[str, dict[str, Macro], dict[str, Macro]]:
    """Removes the definition of each macro and each environment whose body matches STRUCTURE. Returns the remaining
    text, the removed macros and the removed environments."""
    hidden = code_only(text)
    macros: dict[str, Macro] = {}
    environments: dict[str, Macro] = {}
    out, done, at = [], 0, 0
    while found := DEFINITION.search(hidden, at):
        at = found.end()
        name = next(value for value in found.groups() if value)
        kinds, count, default, place = None, 0, None, found.end()
        if found['c']:
            parameters = re.compile(r'\s*((?:#\d)*)\s*(?=\{)').match(text, place)
            if not parameters:
                continue
            count, place = len(parameters[1]) // 2, parameters.end()
        elif found['d'] or found['f']:
            given, place = argument(text, place)
            kinds = re.sub(r'[^mos]', '', re.sub(r'O\s*\{[^}]*\}', 'o', given))
        else:
            digits, place = optional(text, place)
            count = int(digits) if digits and digits.strip().isdigit() else 0
            default, place = optional(text, place)
            count -= default is not None
        body, end = argument(text, place)
        if end == place:
            continue
        closing_part = None
        if found['e'] or found['f']:
            closing_part, end = argument(text, end)
        at = end
        if not STRUCTURE.search(body + (closing_part or '')) or KEPT.fullmatch(name):
            # A new definition replaces the previous definition.
            macros.pop(name, None)
            continue
        macro = Macro(body, count, default, kinds, closing_part)
        if f'\\{name}' in body and closing_part is None and re.search(rf'\\{name}(?![A-Za-z])', body):
            continue
        (macros if closing_part is None else environments)[name] = macro
        out.append(text[done:found.start()])
        done = end
    return ''.join(out) + text[done:], macros, environments


def one_round(text: str, macros: dict[str, Macro], environments: dict[str, Macro]) -> str:
    hidden = code_only(text)
    names = '|'.join(sorted(map(re.escape, macros), key=len, reverse=True)) or '(?!)'
    inner = '|'.join(sorted(map(re.escape, environments), key=len, reverse=True)) or '(?!)'
    use = re.compile(rf'\\(?P<macro>{names})(?![A-Za-z])|\\begin\s*\{{(?P<begin>{inner})\}}|\\end\s*\{{(?P<end>{inner})\}}')
    out, done, at = [], 0, 0
    while found := use.search(hidden, at):
        at = found.end()
        if found['end']:
            body, end = environments[found['end']].end or '', found.end()
        else:
            macro = macros[found['macro']] if found['macro'] else environments[found['begin']]
            given = macro.arguments(text, found.end())
            if given is None:
                continue
            values, end = given
            body = macro.written(values)
            # TeX ignores spaces after a command.
            if found['macro'] and end == found.end():
                end = re.compile(r'[ \t]*').match(text, end).end()
                body = body + ('{}' if re.search(r'\\[A-Za-z]+$', body) else '')
        out += [text[done:found.start()], body]
        done = at = end
    return ''.join(out) + text[done:]


def one_argument(text: str, at: int) -> tuple[str | None, int]:
    """Reads the next argument: a group in braces, a command, or one character."""
    start = re.compile(r'\s*').match(text, at).end()
    if end := closing(text, start, '{', '}'):
        return text[start + 1:end - 1], end
    found = re.compile(r'\\[A-Za-z]+|\\.|[^\s{}\\]').match(text, start)
    return (found[0], found.end()) if found else (None, at)
