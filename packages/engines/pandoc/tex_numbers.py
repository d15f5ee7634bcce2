"""
Numbers a LaTeX document as LaTeX does: sections, equations, figures, tables, theorems, list items and the bibliography. pandoc's
reader numbers few of them, and drops citations.

Own code: LaTeXML and tex4ht number everything, but start for seconds, and tex4ht needs a TeX installation.
"""
import json
import os
import re

from engines.pandoc.tex_macros import definitions_for
from engines.pandoc.tex_source import argument, code_only, optional, without_comments
from engines.runtime.warn import warn

SECTIONS = ('part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph')
EQUATIONS = ('equation', 'align', 'gather', 'multline', 'eqnarray', 'alignat', 'flalign')
BY_ROW = ('align', 'gather', 'eqnarray', 'alignat', 'flalign')
FLOATS = {'figure': 'Figure', 'table': 'Table', 'wrapfigure': 'Figure', 'sidewaystable': 'Table', 'sidewaysfigure': 'Figure'}
TOKEN = re.compile(
    r'\\(?P<section>' + '|'.join(SECTIONS) + r')(?P<star>\*?)(?=\s*[\[{])|\\(?P<command>appendix|label|caption|item|bibitem|newtheorem\*?'
    r'|numberwithin|counterwithin|pageref|begin|end|input|include|subfile|includegraphics|bibliography|addbibresource|setcounter)'
    r'(?![A-Za-z])'
)
REFERENCE = re.compile(r'\\((?:eq|auto|c|C)?ref|(?:no|text|paren|auto|foot)?cite[a-zA-Z]*)\*?(?:\s*\[[^\]]*\]){0,2}\s*\{([^}]*)\}')
FORMULA = re.compile(r'\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{((?:equation|align|gather|multline|alignat|flalign|eqnarray)\*?)\}.*?\\end\{\1\}', re.DOTALL)
ROMAN = [(10, 'x'), (9, 'ix'), (5, 'v'), (4, 'iv'), (1, 'i')]
# In place of the number of items: the lines around the environment are taken out.
BARE = object()
# What a document names that cannot be part of one file.
FILES = ('input', 'include', 'subfile', 'includegraphics', 'bibliography', 'addbibresource')


def letter(number: int) -> str:
    return chr(96 + number) if 0 < number < 27 else str(number)


def roman(number: int) -> str:
    text = ''
    for value, sign in ROMAN:
        text += sign * (number // value)
        number %= value
    return text


class Numbers:
    def __init__(self, text: str):
        found = re.search(r'\\documentclass(?:\[[^\]]*\])?\{([^}]*)\}', text)
        self.is_book = bool(found) and found[1].strip() in ('book', 'report', 'memoir', 'scrbook', 'scrreprt')
        self.levels = SECTIONS[1:] if self.is_book else SECTIONS[2:]
        self.numbered = 3
        self.counters = dict.fromkeys([*SECTIONS, 'equation', 'figure', 'table'], 0)
        # The section within which a counter starts again.
        self.within = {'equation': 'chapter', 'figure': 'chapter', 'table': 'chapter'} if self.is_book else {}
        self.theorems: dict[str, tuple[str, str]] = {}
        self.is_appendix = False
        self.labels: dict[str, str] = {}
        self.citations: dict[str, str] = {}
        self.current = ''
        # The open environments, and how many items each has.
        self.lists: list[list] = []
        self.names_files = False
        # References to pages, and to what the document does not have.
        self.unresolved: set[str] = set()

    def step(self, name: str) -> str:
        self.counters[name] = self.counters.get(name, 0) + 1
        below = self.levels[self.levels.index(name) + 1:] if name in self.levels else ()
        for other in below:
            self.counters[other] = 0
        for other, outer in self.within.items():
            if outer == name or name in self.levels and outer in below:
                self.counters[other] = 0
        return self.written(name)

    def written(self, name: str) -> str:
        count = self.counters.get(name, 0)
        if name in self.levels:
            top = self.levels[0]
            first = letter(self.counters[top]).upper() if self.is_appendix else str(self.counters[top])
            below = [str(self.counters[other]) for other in self.levels[1:self.levels.index(name) + 1]]
            return '.'.join([first, *below])
        outer = self.within.get(name)
        return f'{self.written(outer)}.{count}' if outer and self.counters.get(outer) else str(count)

    def item(self) -> str:
        """The number of a list item as references show it: `2a` of an inner list."""
        kinds = (str, letter, roman, lambda number: letter(number).upper())
        counts = [count for name, count in self.lists if name == 'enumerate']
        parts = [kinds[min(at, 3)](count) for at, count in enumerate(counts)]
        return ''.join(f'({part})' if at == 1 and len(parts) > 2 else part for at, part in enumerate(parts))


def numbered(text: str, step: dict) -> str:
    """The source with its numbers written out; the numbers of labels and citations go to the file `references.json`."""
    text = with_environments(without_comments(text))
    numbers = Numbers(text)
    out = Rewriter(text, numbers).rewritten()
    with open(os.path.join(step['work'], 'references.json'), 'w', encoding='utf-8') as file:
        json.dump({'labels': numbers.labels, 'citations': numbers.citations}, file)
    if numbers.names_files:
        warn(step, 'asset_missing')
    numbers.unresolved.update(
        key for command, keys in REFERENCE.findall(code_only(out)) for key in map(str.strip, keys.split(','))
        if key and '#' not in key and key not in (numbers.citations if 'cite' in command else numbers.labels)
    )
    if numbers.unresolved:
        warn(step, 'references_unresolved', str(len(numbers.unresolved)))
    return definitions_for(out) + in_formulas(out, numbers.labels)


def in_formulas(text: str, labels: dict[str, str]) -> str:
    """References within formulas, which pandoc does not resolve, and labels, which it would show."""
    def written(formula: re.Match) -> str:
        inner = re.sub(r'\\eqref\s*\{([^}]*)\}', lambda found: f"({labels.get(found[1], '??')})", formula[0])
        inner = re.sub(r'\\ref\s*\{([^}]*)\}', lambda found: labels.get(found[1], '??'), inner)
        return re.sub(r'\\label\s*\{[^}]*\}', '', inner)

    return FORMULA.sub(written, text)


def with_environments(text: str) -> str:
    """Expands macros without arguments that begin or end an environment, such as \\be for an equation."""
    macro = re.compile(r'\\(?:re|provide)?newcommand\*?\s*\{?\\([A-Za-z]+)\}?\s*\{(\\(?:begin|end)\{[A-Za-z]+\*?\})\}|\\def\\([A-Za-z]+)\{(\\(?:begin|end)\{[A-Za-z]+\*?\})\}')
    found = {name or other: body or instead for name, body, other, instead in macro.findall(text)}
    text = macro.sub('', text) if found else text
    for name, body in found.items():
        text = re.sub(rf'\\{name}(?![A-Za-z])', lambda _, body=body: body, text)
    return text


class Rewriter:
    def __init__(self, text: str, numbers: Numbers):
        self.text, self.numbers = text, numbers
        self.out: list[str] = []
        self.done = 0

    def rewritten(self) -> str:
        hidden = code_only(self.text)
        at = 0
        while token := TOKEN.search(hidden, at):
            at = token.end()
            name = token['section'] or token['command']
            handle = self.section if token['section'] else getattr(self, f'on_{name.rstrip("*")}', self.file if name in FILES else None)
            after = handle(token) if handle else None
            at = max(at, after or 0)
        return ''.join(self.out) + self.text[self.done:]

    def replace(self, start: int, end: int, text: str) -> int:
        self.out += [self.text[self.done:start], text]
        self.done = end
        return end

    def section(self, token: re.Match) -> None:
        name, numbers = token['section'], self.numbers
        if token['star'] or name not in numbers.levels or numbers.levels.index(name) >= numbers.numbered:
            return
        number = numbers.step(name)
        numbers.current = number
        _, at = optional(self.text, token.end())
        brace = self.text.find('{', at)
        if brace >= 0:
            self.replace(brace, brace + 1, '{' + number + ' ')

    def on_appendix(self, _token) -> None:
        self.numbers.is_appendix = True
        for name in self.numbers.levels:
            self.numbers.counters[name] = 0

    def on_setcounter(self, token) -> None:
        found = re.compile(r'\s*\{([^}]*)\}\s*\{(-?\d+|-\\maxdimen)\}').match(self.text, token.end())
        if found and found[1] == 'secnumdepth':
            depth = int(found[2]) if found[2][-1].isdigit() else -1
            self.numbers.numbered = max(0, depth + (1 if self.numbers.is_book else 0))
        elif found and found[2][-1].isdigit():
            self.numbers.counters[found[1]] = int(found[2])

    def on_newtheorem(self, token) -> int | None:
        pattern = re.compile(r'\s*\{([^}]*)\}\s*(?:\[([^\]]*)\])?\s*\{([^}]*)\}\s*(?:\[([^\]]*)\])?')
        found = pattern.match(self.text, token.end())
        if not found:
            return None
        name, shared, title, outer = found.groups()
        counter = '' if token['command'].endswith('*') else shared or name
        self.numbers.theorems[name] = (title, counter)
        if outer and counter == name:
            self.numbers.within[name] = outer
        return self.replace(token.start(), found.end(), '')

    def on_numberwithin(self, token) -> None:
        found = re.compile(r'\*?\s*\{([^}]*)\}\s*\{([^}]*)\}').match(self.text, token.end())
        if found:
            self.numbers.within[found[1]] = found[2]

    on_counterwithin = on_numberwithin

    def on_label(self, token) -> None:
        key, _ = argument(self.text, token.end())
        if key and '#' not in key:
            self.numbers.labels[key] = self.numbers.current

    def on_pageref(self, token) -> int | None:
        key, end = argument(self.text, token.end())
        if end == token.end():
            return None
        self.numbers.unresolved.add(f'page {key}')
        return self.replace(token.start(), end, '??')

    def on_caption(self, token) -> None:
        floating = next((one for one in reversed(self.numbers.lists) if one[0] in FLOATS), None)
        star = self.text[token.end():token.end() + 1] == '*'
        if floating is None or star:
            return
        kind = FLOATS[floating[0]]
        self.numbers.current = self.numbers.step(kind.lower())
        _, at = optional(self.text, token.end())
        brace = self.text.find('{', at)
        if brace >= 0:
            begin = token.start() if floating[1] is BARE else brace
            self.replace(begin, brace + 1, f'\n\n{{{kind} {self.numbers.current}: ' if begin < brace else f'{{{kind} {self.numbers.current}: ')

    def on_item(self, token) -> int | None:
        name = self.numbers.lists[-1][0] if self.numbers.lists else ''
        label, end = optional(self.text, token.end())
        if label is not None and name in ('itemize', 'enumerate'):
            # pandoc drops a label that stands in place of the bullet or the number.
            return self.replace(token.start(), end, f'\\item {{{label}}} ' if label.strip() else '\\item ')
        if name == 'enumerate':
            self.numbers.lists[-1][1] += 1
            self.numbers.current = self.numbers.item()
        return None

    def on_begin(self, token) -> int | None:
        name, end = argument(self.text, token.end())
        base = name.rstrip('*')
        if base in EQUATIONS and name == base:
            return self.equation(token.start(), end, name)
        if name in self.numbers.theorems:
            return self.theorem(token.start(), end, name)
        if name == 'thebibliography':
            _, after = argument(self.text, end)
            heading = 'Bibliography' if self.numbers.is_book else 'References'
            level = 'chapter' if self.numbers.is_book else 'section'
            self.numbers.lists.append([name, 0])
            return self.replace(token.start(), after, f'\\{level}*{{{heading}}}\n')
        if FLOATS.get(base) == 'Figure' and '\\includegraphics' not in self.text[end:self.text.find(f'\\end{{{name}}}', end)]:
            # pandoc drops a figure without a picture, and its caption with it.
            self.numbers.lists.append([base, BARE])
            return self.replace(token.start(), optional(self.text, end)[1], '\n\n')
        self.numbers.lists.append([base if base in FLOATS else name, 0])
        return end

    def on_end(self, token) -> int | None:
        name, end = argument(self.text, token.end())
        closed = self.numbers.lists.pop() if self.numbers.lists else ['', 0]
        if name == 'thebibliography':
            return self.replace(token.start(), end, '\n\n')
        if name in self.numbers.theorems or closed[1] is BARE:
            return self.replace(token.start(), end, '\n\n')
        return end

    def on_bibitem(self, token) -> int | None:
        shown, after = optional(self.text, token.end())
        key, end = argument(self.text, after)
        lists = self.numbers.lists
        if lists and lists[-1][0] == 'thebibliography' and shown is None:
            lists[-1][1] += 1
            shown = str(lists[-1][1])
        shown = (shown or key).strip()
        self.numbers.citations[key] = shown
        natural = re.fullmatch(r'\{?(.*?)\}?\((\d{4}[a-z]?)\).*', shown, re.DOTALL)
        # An author and a year stand in the entry itself.
        return self.replace(token.start(), end, '\n\n' if natural else f'\n\n[{shown}] ')

    def theorem(self, start: int, end: int, name: str) -> int:
        title, counter = self.numbers.theorems[name]
        note, after = optional(self.text, end)
        if counter:
            self.numbers.current = self.numbers.step(counter)
            title += f' {self.numbers.current}'
        self.numbers.lists.append([name, 0])
        return self.replace(start, after, f'\n\n\\textbf{{{title}{f" ({note})" if note else ""}.}} ')

    def equation(self, start: int, begin: int, name: str) -> int:
        """Writes the numbers beside the rows, and takes the labels out, which readers of formulas would show."""
        close = f'\\end{{{name}}}'
        end = self.text.find(close, begin)
        if end < 0:
            return begin
        rows = split_rows(self.text[begin:end]) if name in BY_ROW else [self.text[begin:end]]
        written = []
        for row in rows:
            keys = re.findall(r'\\label\s*\{([^}]*)\}', row)
            tag = re.search(r'\\tag\*?\s*\{([^}]*)\}', row)
            unnumbered = re.search(r'\\(?:nonumber|notag)(?![A-Za-z])', row)
            row = re.sub(r'\\label\s*\{[^}]*\}|\\tag\*?\s*\{[^}]*\}|\\(?:nonumber|notag)(?![A-Za-z])', '', row)
            if not unnumbered and (row.strip() or len(rows) == 1):
                number = tag[1] if tag else self.numbers.step('equation')
                row = f'{row.rstrip()} \\qquad ({number if not tag else f"{{{chr(92)}text{{{number}}}}}"})\n'
                self.numbers.labels.update(dict.fromkeys(keys, number))
                self.numbers.current = number
            written.append(row)
        return self.replace(start, end + len(close), f'\\begin{{{name}}}' + '\\\\'.join(written) + close)

    def file(self, token) -> None:
        self.numbers.names_files = True


def split_rows(text: str) -> list[str]:
    """At `\\\\` outside of braces and inner environments."""
    rows, depth, start, at = [], 0, 0, 0
    while at < len(text):
        if text.startswith('\\begin', at) or text[at] == '{':
            depth += 1
        elif text.startswith('\\end', at) or text[at] == '}':
            depth -= 1
        if text[at] == '\\' and at + 1 < len(text):
            if text[at + 1] == '\\' and depth == 0:
                rows.append(text[start:at])
                start = at + 2
            at += 1
        at += 1
    return [*rows, text[start:]]
