"""Numbers a LaTeX document as LaTeX does: sections, equations, figures, tables, theorems, list items and the
bibliography. pandoc's LaTeX reader numbers few elements and drops citations.

LaTeXML and tex4ht are not used: both take seconds to start, and tex4ht needs a TeX installation."""
import json
import os
import re

from engines.shared.text.tex import tex_algorithms, tex_classes, tex_references
from engines.shared.text.tex.tex_counters import COUNT, FLOATS, SECTIONS, Numbers
from engines.shared.text.tex.tex_expand import expanded
from engines.shared.text.tex.tex_lists import COUNTERS
from engines.shared.text.tex.tex_macros import definitions_for
from engines.shared.text.tex.tex_source import argument, code_only, letters, optional, split_rows, without_comments
from engines.shared.runner.warn import listed, warn

EQUATIONS = ('equation', 'align', 'gather', 'multline', 'eqnarray', 'alignat', 'flalign')
BY_ROW = ('align', 'gather', 'eqnarray', 'alignat', 'flalign')
PARTS_OF_FLOATS = ('subfigure', 'subtable')
# pandoc would drop the captions of algorithms and listings, so the begin and end commands of these environments are
# removed. The begin and end commands of figures without a picture or with several pictures are removed too.
WITHOUT_ENVIRONMENT = ('algorithm', 'listing')
TOKEN = re.compile(
    r'\\(?P<section>' + '|'.join(SECTIONS) + r')(?P<star>\*?)(?=\s*[\[{])|\\(?P<command>appendix|label|captionof|caption|item|bibitem|newtheorem\*?'
    r'|numberwithin|counterwithin|pageref|begin|end|input|include|subfile|includegraphics|bibliography|addbibresource|setcounter|addtocounter|stepcounter|refstepcounter'
    r'|setlist|newlist|renewcommand|newcounter|the[a-z]+|arabic|[rR]oman|[aA]lph)'
    r'(?![A-Za-z])'
)
REFERENCE = re.compile(r'\\((?:eq|auto|c|C)?ref|(?:no|text|paren|auto|foot)?cite[a-zA-Z]*)\*?(?:\s*\[[^\]]*\]){0,2}\s*\{([^}]*)\}')
# Marks an open environment whose begin and end commands are removed.
BARE = object()
# Value of `secnumdepth` that numbers no sections and no parts.
NOTHING_NUMBERED = -3
# Commands that refer to other files, which are missing if a single file is converted.
FILES = ('input', 'include', 'subfile', 'includegraphics', 'bibliography', 'addbibresource')


def numbered(text: str, step: dict) -> str:
    """Returns the LaTeX source with the numbers of sections, items and references as text. Writes the numbers of labels
    and citations to the file `references.json`."""
    text = expanded(tex_algorithms.written(tex_classes.rewritten(without_comments(text))))
    numbers = Numbers(text)
    out = Rewriter(text, numbers).rewritten()
    out = tex_references.written(out, numbers.targets, numbers.citations, numbers.names)
    with open(os.path.join(step['work'], 'references.json'), 'w', encoding='utf-8') as file:
        json.dump({'labels': numbers.labels, 'citations': numbers.citations}, file)
    if numbers.numbered_lists.has_marked:
        # Creates the empty file that enables numbers.lua.
        with open(os.path.join(step['work'], 'numbers'), 'w'):
            pass
    if numbers.missing_files:
        warn(step, 'files_missing', listed(numbers.missing_files))
    numbers.unresolved.update(
        key for command, keys in REFERENCE.findall(code_only(out)) for key in map(str.strip, keys.split(','))
        if key and '#' not in key and key not in (numbers.citations if 'cite' in command else numbers.labels)
    )
    if numbers.unresolved:
        warn(step, 'references_unresolved', str(len(numbers.unresolved)))
    return definitions_for(out) + tex_references.in_formulas(out, numbers.labels)


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
            handle = self.section if token['section'] else getattr(self, f'on_{name.rstrip("*")}', self.file if name in FILES else self.shown if COUNT.match(self.text, token.start()) else None)
            after = handle(token) if handle else None
            at = max(at, after or 0)
        return ''.join(self.out) + self.text[self.done:]

    def replace(self, start: int, end: int, text: str) -> int:
        self.out += [self.text[self.done:start], text]
        self.done = end
        return end

    def section(self, token: re.Match) -> None:
        name, numbers = token['section'], self.numbers
        if token['star'] or not numbers.has_number(name):
            return
        number = numbers.step(name)
        _, at = optional(self.text, token.end())
        title, _ = argument(self.text, at)
        numbers.point_at(number, 'appendix' if numbers.is_appendix and name == numbers.levels[0] else name, title)
        brace = self.text.find('{', at)
        if brace >= 0:
            self.replace(brace, brace + 1, '{' + number + ' ')

    def on_appendix(self, _token) -> None:
        self.numbers.is_appendix = True
        for name in self.numbers.levels:
            self.numbers.counters[name] = 0

    def on_setcounter(self, token) -> int | None:
        found = re.compile(r'\s*\{([^}]*)\}\s*\{(-?\d+|-\\maxdimen)\}').match(self.text, token.end())
        if found and found[1] == 'secnumdepth':
            depth = int(found[2]) if found[2][-1].isdigit() else NOTHING_NUMBERED
            self.numbers.numbered = depth + (1 if self.numbers.is_book else 0)
        elif found and found[2][-1].isdigit():
            self.numbers.counters[found[1]] = int(found[2])
            if found[1] in COUNTERS:
                return self.replace(token.start(), found.end(), '')
        return None

    def on_addtocounter(self, token) -> int | None:
        found = re.compile(r'\s*\{([^}]*)\}\s*\{(-?\d+)\}').match(self.text, token.end())
        if not found:
            return None
        self.numbers.counters[found[1]] = self.numbers.counters.get(found[1], 0) + int(found[2])
        return self.replace(token.start(), found.end(), '')

    def on_stepcounter(self, token) -> int:
        name, end = argument(self.text, token.end())
        self.numbers.step(name)
        return self.replace(token.start(), end, '')

    on_refstepcounter = on_stepcounter

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
            self.numbers.refer(key)

    def on_pageref(self, token) -> int | None:
        key, end = argument(self.text, token.end())
        if end == token.end():
            return None
        self.numbers.unresolved.add(f'page {key}')
        return self.replace(token.start(), end, '??')

    def on_caption(self, token) -> None:
        floating = next((one for one in reversed(self.numbers.lists) if one[0] in FLOATS or one[0] in PARTS_OF_FLOATS), None)
        star = self.text[token.end():token.end() + 1] == '*'
        if floating is None or star:
            return
        _, at = optional(self.text, token.end())
        brace = self.text.find('{', at)
        if brace < 0:
            return
        shown = self.caption(floating, argument(self.text, brace)[0])
        begin = token.start() if floating[1] is BARE else brace
        self.replace(begin, brace + 1, ('\n\n{' if begin < brace else '{') + shown)

    def caption(self, floating: list, title: str) -> str:
        """Returns the prefix of a caption: `Figure 2: `, or `(a) ` for a subfigure."""
        numbers = self.numbers
        if floating[0] in PARTS_OF_FLOATS:
            around = next((one for one in reversed(numbers.lists) if one[0] in FLOATS), None)
            kind = FLOATS[around[0]] if around else 'figure'
            numbers.parts += 1
            part = letters(numbers.parts)
            numbers.counters[kind] += 1
            numbers.point_at(numbers.written(kind) + part, kind, title)
            numbers.counters[kind] -= 1
            return f'({part}) '
        kind = FLOATS[floating[0]]
        numbers.point_at(numbers.step(kind), kind, title)
        return f'{numbers.names.words[kind]} {numbers.current}: '

    def on_captionof(self, token) -> int | None:
        kind, after = argument(self.text, token.end())
        _, at = optional(self.text, after)
        title, end = argument(self.text, at)
        if kind not in FLOATS or end == at:
            return None
        return self.replace(token.start(), end, f'\n\n{self.caption([kind, 0], title)}{title}\n\n')

    def on_item(self, token) -> int | None:
        lists = self.numbers.numbered_lists
        label, end = optional(self.text, token.end())
        if not lists.open or self.numbers.lists[-1][0] not in lists.named:
            return None
        if label is not None:
            # In LaTeX, the argument of `\item` replaces the bullet or number. pandoc drops this argument, so it is
            # written as text.
            return self.replace(token.start(), end, f'\\item {{{label}}} ' if label.strip() else '\\item ')
        written, number = lists.item()
        if number:
            self.numbers.point_at(number, 'item')
        return self.replace(token.start(), token.end(), written)

    def on_setlist(self, token) -> int:
        return self.replace(token.start(), self.numbers.numbered_lists.set_list(self.text, token.end()), '')

    def on_newlist(self, token) -> int:
        return self.replace(token.start(), self.numbers.numbered_lists.new_list(self.text, token.end()), '')

    def on_renewcommand(self, token) -> int | None:
        found = re.compile(r'\*?\s*(?:\{\s*\\([A-Za-z]+)\s*\}|\\([A-Za-z]+))').match(self.text, token.end())
        if not found:
            return None
        body, end = argument(self.text, found.end())
        name = found[1] or found[2]
        if self.numbers.numbered_lists.renew(name, body) or self.numbers.names.renew(name, body):
            return self.replace(token.start(), end, '')
        if name.startswith('the') and name[3:] in self.numbers.counters:
            self.numbers.formats[name[3:]] = body
            return self.replace(token.start(), end, '')
        return None

    def on_newcounter(self, token) -> int:
        name, end = argument(self.text, token.end())
        outer, end = optional(self.text, end)
        self.numbers.counters[name] = 0
        if outer:
            self.numbers.within[name] = outer
            self.numbers.formats[name] = f'\\arabic{{{name}}}'
        return self.replace(token.start(), end, '')

    def shown(self, token) -> int | None:
        """Replaces a counter command with the value of the counter. Returns the position after the command, or None if
        the counter is unknown."""
        found = COUNT.match(self.text, token.start())
        name = found and (found[2] or found[3])
        if not name or name not in self.numbers.counters or self.numbers.numbered_lists.open and name in COUNTERS:
            return None
        end = re.compile(r'(?:\{\})?').match(self.text, found.end()).end()
        return self.replace(token.start(), end, self.numbers.count(found[1], name) if found[1] else self.numbers.written(name))

    def on_begin(self, token) -> int | None:
        name, end = argument(self.text, token.end())
        base = name.rstrip('*')
        if base in EQUATIONS and name == base:
            return self.equation(token.start(), end, name)
        if name == 'subequations':
            self.numbers.begin_group()
            return self.replace(token.start(), end, '')
        if name in self.numbers.theorems:
            return self.theorem(token.start(), end, name)
        if name == 'thebibliography':
            _, after = argument(self.text, end)
            heading = self.numbers.names.words['bibliography' if self.numbers.is_book else 'references']
            level = 'chapter' if self.numbers.is_book else 'section'
            self.numbers.lists.append([name, 0])
            return self.replace(token.start(), after, f'\\{level}*{{{heading}}}\n')
        if name in self.numbers.numbered_lists.named:
            self.numbers.lists.append([name, 0])
            return self.replace(token.start(), *reversed(self.numbers.numbered_lists.begin(name, self.text, end)))
        if base in FLOATS:
            content = self.text[end:self.text.find(f'\\end{{{name}}}', end)]
            self.numbers.parts = 0
            if base in WITHOUT_ENVIRONMENT or base == 'figure' and (content.count('\\includegraphics') != 1 or '{sub' in content):
                self.numbers.lists.append([base, BARE])
                return self.replace(token.start(), optional(self.text, end)[1], '\n\n')
        if base in PARTS_OF_FLOATS:
            self.numbers.lists.append([base, BARE])
            return self.replace(token.start(), argument(self.text, optional(self.text, end)[1])[1], '\n\n')
        self.numbers.lists.append([base if base in FLOATS else name, 0])
        return end

    def on_end(self, token) -> int | None:
        name, end = argument(self.text, token.end())
        if name == 'subequations':
            self.numbers.end_group()
            return self.replace(token.start(), end, '')
        closed = self.numbers.lists.pop() if self.numbers.lists else ['', 0]
        if name == 'thebibliography':
            return self.replace(token.start(), end, '\n\n')
        if name in self.numbers.numbered_lists.named and self.numbers.numbered_lists.open:
            return self.replace(token.start(), end, self.numbers.numbered_lists.end())
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
        # An author-year label is not written, because the author and year already occur in the entry.
        return self.replace(token.start(), end, '\n\n' if natural else f'\n\n[{shown}] ')

    def theorem(self, start: int, end: int, name: str) -> int:
        title, counter = self.numbers.theorems[name]
        note, after = optional(self.text, end)
        if counter:
            self.numbers.point_at(self.numbers.step(counter), title, note or '')
            title += f' {self.numbers.current}'
        self.numbers.lists.append([name, 0])
        return self.replace(start, after, f'\n\n\\textbf{{{title}{f" ({note})" if note else ""}.}} ')

    def equation(self, start: int, begin: int, name: str) -> int:
        """Writes the numbers next to the rows of an equation, and returns the position after the equation. Removes the
        labels, which formula readers would show."""
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
                self.numbers.point_at(number, 'equation')
                for key in keys:
                    self.numbers.refer(key)
            written.append(row)
        return self.replace(start, end + len(close), f'\\begin{{{name}}}' + '\\\\'.join(written) + close)

    def file(self, token) -> None:
        _, at = optional(self.text, token.end())
        names, _ = argument(self.text, at)
        # Skips names with macro arguments (`#1`), because they are not file names, and embedded pictures, because they
        # are not missing.
        self.numbers.missing_files += [name.strip() for name in names.split(',') if name.strip() and '#' not in name and not name.startswith(('picture-', 'data:'))]
