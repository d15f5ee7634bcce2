"""Rewrites LaTeX commands whose printed output depends on earlier commands. The commands for title blocks, letters,
exams, acronyms and footnotes are defined by document classes and packages."""
import re
from collections.abc import Callable

from engines.shared.text.tex.tex_source import argument, code_only, optional

GERMAN = {'a': 'ä', 'o': 'ö', 'u': 'ü', 'A': 'Ä', 'O': 'Ö', 'U': 'Ü', 's': 'ß', 'z': 'ß', 'S': 'SS', '-': '', '"': '', '=': '-', '~': '-', '|': ''}
SPECIAL = re.compile(r'\\cmidrule\s*(?:\[[^\]]*\])?\s*\([a-z{}.\d]*\)\s*(?:\{[^}]*\})?')


LISTING = re.compile(r'\\begin\{lstlisting\}\s*\[((?:[^\[\]{}]|\{[^{}]*\})*)\]')


def rewritten(text: str) -> str:
    found = re.search(r'\\documentclass\s*(?:\[([^\]]*)\])?\s*\{([^}]*)\}', text)
    options, name = (found[1] or '', found[2].strip()) if found else ('', '')
    for change in CLASSES.get(name, []):
        text = change(text, options)
    text = SPECIAL.sub('', text)
    text = with_flat_cells(text) if '{tabular' in text else text
    text = LISTING.sub(with_caption, text) if '{lstlisting}' in text else text
    text = long_tables(text) if '\\endfirsthead' in text or '\\endfoot' in text else text
    text = tabbed(text) if '{tabbing}' in text else text
    text = with_later_footnotes(text) if '\\footnotetext' in text else text
    text = with_acronyms(text) if re.search(r'\\(?:newacronym|newglossaryentry|acro|acrodef|DeclareAcronym)\b', text) else text
    if re.search(r'\\(?:usepackage|documentclass)\s*\[[^\]]*(?:german|austrian)', text):
        text = outside_of_code(text, r'"([aouAOUszS"=~|-])', lambda sign: GERMAN[sign[1]])
    return text


def outside_of_code(text: str, pattern: str, change: Callable[[re.Match], str]) -> str:
    """Replaces matches of a pattern, except matches in verbatim parts."""
    hidden = code_only(text)
    return re.sub(pattern, lambda found: change(found) if hidden[found.start()] == text[found.start()] else found[0], text)


def take(text: str, name: str, count: int = 1) -> tuple[str, list[list[str]]]:
    """Removes all uses of a command. Returns the remaining text, and the arguments of each removed use of the
    command."""
    hidden = code_only(text)
    out, uses, done = [], [], 0
    for found in re.finditer(rf'\\{name}(?![A-Za-z])', hidden):
        given, at = optional(text, found.end())
        values = [given or '']
        for _ in range(count):
            value, after = argument(text, at)
            if after == at:
                break
            values.append(value)
            at = after
        if len(values) <= count or found.start() < done:
            continue
        uses.append(values)
        out.append(text[done:found.start()])
        done = at
    return ''.join(out) + text[done:], uses


def last(uses: list[list[str]], at: int = 1) -> str:
    return uses[-1][at] if uses else ''


def with_caption(listing: re.Match) -> str:
    """Copies the caption from the options of a listing to a `listing` environment, which is numbered like a float."""
    keys = {key: braced or plain.strip() for key, braced, plain in re.findall(r'(\w+)\s*=\s*(?:\{([^{}]*)\}|([^,{]*))', listing[1])}
    if 'caption' not in keys:
        return listing[0]
    label = f'\\label{{{keys["label"]}}}' if 'label' in keys else ''
    return f'\\begin{{listing}}\\caption{{{keys["caption"]}}}{label}\\end{{listing}}\n{listing[0]}'


def letter(text: str, _options: str) -> str:
    """Moves the address, date, signature and enclosures of a letter to their printed positions."""
    text, addresses = take(text, 'address')
    text, signatures = take(text, 'signature')
    text, names = take(text, 'name')
    text, dates = take(text, 'date')
    date = '' if '\\today' in last(dates) else last(dates)
    sender = '\\\\ '.join(part for part in (last(addresses), date) if part)
    signature = last(signatures) or last(names)
    text = re.sub(r'(\\begin\s*\{letter\})', lambda found: f'{sender}\n\n{found[1]}', text) if sender else text
    text = outside_of_code(text, r'\\encl\s*\{', lambda _: '\n\nencl: {')
    text = outside_of_code(text, r'\\cc\s*\{', lambda _: '\n\ncc: {')
    text = outside_of_code(text, r'\\ps(?![A-Za-z])', lambda _: '\n\n')
    hidden = code_only(text)
    out, done = [], 0
    for found in re.finditer(r'\\closing\s*\{', hidden):
        value, end = argument(text, found.end() - 1)
        out += [text[done:found.start()], f'\n\n{value}\n\n{signature}\n\n']
        done = end
    return ''.join(out) + text[done:]


def curriculum(text: str, _options: str) -> str:
    """Writes the title block of moderncv: name, title, address and contact details."""
    text, full = take(text, 'name', 2)
    text, first = take(text, 'firstname')
    text, family = take(text, 'familyname')
    name = ' '.join(last(full, at) for at in (1, 2)).strip() or f'{last(first)} {last(family)}'.strip()
    text, titles = take(text, 'title')
    found = re.search(r'\\address\s*\{', code_only(text))
    address = []
    if found:
        at = found.end() - 1
        while len(address) < 3:
            value, after = argument(text, at)
            if after == at:
                break
            address.append(value)
            at = after
        text = text[:found.start()] + text[at:]
    lines = [last(titles), ', '.join(part for part in address if part)]
    for command in ('phone', 'mobile', 'email', 'homepage', 'social', 'extrainfo', 'quote'):
        text, uses = take(text, command)
        lines += [f'{use[0]}: {use[1]}' if command == 'social' and use[0] else use[1] for use in uses]
    block = '\n\n'.join(line for line in lines if line.strip())
    text = outside_of_code(text, r'\\make(?:cv)?title(?![A-Za-z])', lambda _: f'\n\n{block}\n\n')
    return text.replace('\\begin{document}', f'\\title{{{name}}}\n\\begin{{document}}', 1) if name else text


def slides(text: str, _options: str) -> str:
    """Writes the title at the start of each frame, and removes overlay specifications of items."""
    text = outside_of_code(text, r'(\\item|\\bibitem|\\includegraphics|\\text(?:bf|it|color))\s*<[^<>{}]*>', lambda found: found[1])
    text, institutes = take(text, 'institute')
    text = outside_of_code(text, r'\\frame\s*(?:\[[^\]]*\])?\s*\{\s*(\\titlepage|\\maketitle|\\tableofcontents(?:\[[^\]]*\])?)\s*\}', lambda found: '\n' if 'tableof' in found[1] else '\\maketitle\n')
    hidden = code_only(text)
    out, done = [], 0
    for found in re.finditer(r'\\begin\s*\{frame\}\s*(?:<[^>]*>)?', hidden):
        given, at = optional(text, found.end())
        if given is not None and given.startswith('<'):
            _, at = optional(text, at)
        values = []
        while len(values) < 2 and re.match(r'\s*\{', text[at:at + 20]):
            value, at = argument(text, at)
            values.append(value)
        headings = [f'\\frametitle{{{values[0]}}}' if values and values[0] else '', f'\\framesubtitle{{{values[1]}}}' if len(values) > 1 else '']
        out += [text[done:found.start()], '\n\n' + '\n'.join(headings) + '\n\n']
        done = at
    text = ''.join(out) + text[done:]
    text = outside_of_code(text, r'\\end\s*\{frame\}', lambda _: '\n\n')
    return with_affiliation(text, institutes)


def with_affiliation(text: str, institutes: list[list[str]]) -> str:
    shown = '\n\n'.join(use[1] for use in institutes if use[1])
    return text.replace('\\begin{document}', f'\\begin{{document}}\n\n{shown}\n\n', 1) if shown else text


def exam(text: str, options: str) -> str:
    """Converts the parts of an exam question to list items. Keeps solutions only if the document prints them."""
    from engines.shared.text.tex.tex_packages import points

    text = outside_of_code(text, r'\\part(?![A-Za-z])\s*(?:\[([^\]]*)\])?', lambda found: points([found[1] or '']))
    shows = re.search(r'\\printanswers(?![A-Za-z])', code_only(text)) or re.search(r'\banswers\b', options)
    kinds = 'solution|solutionorbox|solutionorlines|solutionordottedlines'
    if shows:
        text = re.sub(rf'\\begin\s*\{{(?:{kinds})\}}\s*(?:\[[^\]]*\])?', '\n\n\\\\textbf{Solution:} ', text)
        return re.sub(rf'\\end\s*\{{(?:{kinds})\}}', '\n\n', text)
    return re.sub(rf'\\begin\s*\{{({kinds})\}}.*?\\end\s*\{{\1\}}', '', text, flags=re.DOTALL)


CLASSES: dict[str, list[Callable[[str, str], str]]] = {'letter': [letter], 'moderncv': [curriculum], 'beamer': [slides], 'exam': [exam]}


def long_tables(text: str) -> str:
    """Keeps only the first header of a table that spans several pages, and removes its footers."""
    def changed(found: re.Match) -> str:
        table = found[0]
        if '\\endfirsthead' in table:
            table = re.sub(r'\\endfirsthead.*?\\endhead(?![a-z])', lambda _: '\\endhead', table, flags=re.DOTALL)
        head, mark, rest = table.partition('\\endhead')
        if not mark:
            return re.sub(r'\\end(?:last)?foot(?![a-z])', '', table)
        for foot in ('\\endfoot', '\\endlastfoot'):
            if foot in rest:
                rest = rest.partition(foot)[2]
        return head + mark + rest

    return re.sub(r'\\begin\{(longtable|longtabu|xltabular|supertabular)\}.*?\\end\{\1\}', changed, text, flags=re.DOTALL)


TABLE = re.compile(r'\\(begin|end)\s*\{(tabular[xy*]?|array)\}')


def with_flat_cells(text: str) -> str:
    """Writes nested tables as text, because pandoc does not support nested tables."""
    out, done, starts = [], 0, []
    for found in TABLE.finditer(code_only(text)):
        if found[1] == 'begin':
            starts.append((found.start(), found.end(), found[2]))
            continue
        if not starts:
            continue
        start, begin, name = starts.pop()
        if not any(outer.startswith('tabular') for *_, outer in starts) or not name.startswith('tabular') or start < done:
            continue
        if any(outer == 'array' for *_, outer in starts):
            continue
        if name != 'tabular':
            _, begin = argument(text, begin)
        _, begin = optional(text, begin)
        _, begin = argument(text, begin)
        inner = re.sub(r'\\\\(?:\[[^\]]*\])?|(?<!\\)&|\\hline(?![A-Za-z])', ' ', text[begin:found.start()])
        out += [text[done:start], inner]
        done = found.end()
    return ''.join(out) + text[done:]


def tabbed(text: str) -> str:
    """Replaces each `tabbing` environment with its lines. Tab commands in the lines become spaces."""
    def changed(found: re.Match) -> str:
        lines = [line for line in found[1].split('\\\\') if '\\kill' not in line]
        return '\n\n' + '\\\\'.join(re.sub(r"\\[=>+<'`-]", ' ', line) for line in lines) + '\n\n'

    return re.sub(r'\\begin\{tabbing\}(.*?)\\end\{tabbing\}', changed, text, flags=re.DOTALL)


def with_later_footnotes(text: str) -> str:
    """Moves the text of each `\\footnotetext` to the matching `\\footnotemark`."""
    text, notes = take(text, 'footnotetext')
    left = {note[0]: note[1] for note in notes if note[0]}
    unnamed = iter([note[1] for note in notes if not note[0]])

    def written(mark: re.Match) -> str:
        note = left.pop(mark[1], None) if mark[1] else next(unnamed, None)
        return f'\\footnote{{{note}}}' if note is not None else ''

    text = outside_of_code(text, r'\\footnotemark\s*(?:\[([^\]]*)\])?(?:\{\})?', written)
    rest = [*left.values(), *unnamed]
    return text.replace('\\end{document}', ''.join(f'\n\n{note}\n\n' for note in rest) + '\\end{document}', 1) if rest else text


def with_acronyms(text: str) -> str:
    """Replaces acronyms and glossary entries with their printed text. At the first use of an acronym, also writes its
    long form."""
    text, acronyms = take(text, 'newacronym', 3)
    text, entries = take(text, 'newglossaryentry', 2)
    names = {use[1]: (use[2], use[3], use[2] + 's') for use in acronyms}
    for use in entries:
        values = dict(re.findall(r'(\w+)\s*=\s*(?:\{([^}]*)\}|[^,]*)', use[2])) | {
            key: braced or plain.strip() for key, braced, plain in re.findall(r'(\w+)\s*=\s*(?:\{([^}]*)\}|([^,{]*))', use[2])
        }
        name = values.get('text') or values.get('name', use[1])
        names[use[1]] = (name, '', values.get('plural') or name + 's')
    shorts: dict[str, str] = {}

    def listed(found: re.Match) -> str:
        key, short, long = found[1], found[2] or found[1], found[3]
        names.setdefault(key, (short, long, short + 's'))
        shorts[key] = short
        return f'\\item[{short}] {long}' if found[0].startswith('\\acro{') or found[0].startswith('\\acro[') else ''

    text = outside_of_code(text, r'\\acro(?:def)?\s*\{([^}]*)\}\s*(?:\[([^\]]*)\])?\s*\{([^}]*)\}', listed)
    text = re.sub(r'\\(begin|end)\{acronym\}(?:\[[^\]]*\])?', r'\\\1{description}', text)
    used: set[str] = set()

    def written(found: re.Match) -> str:
        command, key = found[1], found[3].strip()
        if key not in names:
            return found[0]
        short, long, plural = names[key]
        kind = command.lower()
        is_plural = kind.endswith('pl') or kind in ('acp', 'acsp', 'aclp', 'acfp')
        is_capital = command[0] == 'G' or command[0] == 'A'
        shown = plural if is_plural else short
        if long:
            whole = long + ('s' if is_plural else '')
            if 'long' in kind or kind.startswith('acl'):
                shown = whole
            elif 'full' in kind or kind.startswith('acf') or not ('short' in kind or kind.startswith('acs')) and key not in used:
                shown = f'{whole} ({shown})'
            if not ('short' in kind or 'long' in kind or kind.startswith(('acs', 'acl'))):
                used.add(key)
        return shown[:1].upper() + shown[1:] if is_capital else shown

    commands = r'\\([Gg]ls(?:pl|text|name|first)?|[Aa]cr(?:short|long|full)(?:pl)?|[Aa]c[slf]?p?)\*?\s*(\[[^\]]*\])?\{([^}]*)\}(?!\s*\{)'
    return outside_of_code(text, commands, written)
