"""Replaces commands and environments with equivalent LaTeX if pandoc does not support them. LaTeX classes and packages
define the replaced commands and environments."""
import re
from collections.abc import Callable

# Argument kinds (m: mandatory, o: optional, s: star, a: beamer overlay) and the replacement.
Definition = tuple[str, str | Callable[[list[str]], str]]

ITEM = '\\begin{itemize}\\item #1\\end{itemize}'


def joined(values: list[str], separator: str = ', ') -> str:
    return separator.join(value for value in values if value.strip())


def entry(values: list[str]) -> str:
    """Writes \\cventry of moderncv: years, title, employer, place, grade, description."""
    years, title, *rest = values
    head = joined([f'\\textbf{{{title}}}' if title.strip() else '', *rest[:-1]])
    return f'\n\n{joined([years, head], ": ")}\n\n{rest[-1]}\n\n'


def in_one_line(values: list[str]) -> str:
    return re.sub(r'\\\\(?:\[[^\]]*\])?', ' ', values[-1])


def points(values: list[str]) -> str:
    given = values[0].strip()
    if not given:
        return '\\item '
    return f'\\item ({given} point{"" if given == "1" else "s"}) '


def titled(values: list[str]) -> str:
    """Returns the title of a box, from the key `title` of its options."""
    found = re.search(r'\b(?:frame)?title\s*=\s*(\{[^}]*\}|[^,]*)', values[0])
    return f'\n\n\\textbf{{{found[1].strip("{}")}}}\n\n' if found else '\n\n'


def dingbat(values: list[str]) -> str:
    """Writes \\ding{51} of pifont as the character with this code in Zapf Dingbats."""
    code = int(values[0]) if values[0].strip().isdigit() else 0
    moved = {37: 0x260E, 42: 0x261B, 43: 0x261E, 72: 0x2605, 108: 0x25CF, 110: 0x25A0, 115: 0x25B2, 116: 0x25BC, 117: 0x25C6, 119: 0x25D7,
             168: 0x2663, 169: 0x2666, 170: 0x2665, 171: 0x2660, 213: 0x2192, 214: 0x2194, 215: 0x2195}
    if code in moved:
        return chr(moved[code])
    if 172 <= code <= 181:
        return chr(0x2460 + code - 172)
    if 33 <= code <= 126:
        return chr(0x2700 + code - 32)
    return chr(0x2760 + code - 160) if 161 <= code <= 254 else '\\ding{}'


def chemical(values: list[str]) -> str:
    """Writes \\ce of mhchem: numbers after letters become subscripts, charges become superscripts, and arrows become
    symbols."""
    out = []
    for word in values[-1].split():
        arrow = {'->': '→', '<-': '←', '<->': '↔', '<=>': '⇌', '^': '↑', 'v': '↓', '+': '+'}.get(word)
        if arrow:
            out.append(arrow)
            continue
        word = re.sub(r'\^\{([^}]*)\}|\^([0-9]*[+-]?)', lambda found: f'\\textsuperscript{{{sign(found[1] or found[2])}}}', word)
        word = re.sub(r'_\{([^}]*)\}', r'\\textsubscript{\1}', word)
        word = re.sub(r'(?<=[A-Za-z)\]])(\d+)(?![^{]*\})', r'\\textsubscript{\1}', word)
        word = re.sub(r'(?<=[A-Za-z)\]}])([+-])$', lambda found: f'\\textsuperscript{{{sign(found[1])}}}', word)
        out.append(word)
    return ' '.join(out)


def sign(charge: str) -> str:
    return charge.replace('-', '−')


COMMANDS: dict[str, Definition] = {
    # moderncv
    'cventry': ('ommmmmm', lambda values: entry(values[1:])),
    'cvitem': ('omm', '\n\n#2: #3\n\n'),
    'cvline': ('omm', '\n\n#2: #3\n\n'),
    'cvitemwithcomment': ('ommm', '\n\n#2: #3 (#4)\n\n'),
    'cvlanguage': ('ommm', '\n\n#2: #3 (#4)\n\n'),
    'cvdoubleitem': ('ommmm', '\n\n#2: #3; #4: #5\n\n'),
    'cvcomputer': ('ommmm', '\n\n#2: #3; #4: #5\n\n'),
    'cvlistitem': ('om', ITEM.replace('#1', '#2')),
    'cvlistdoubleitem': ('omm', '\\begin{itemize}\\item #2\\item #3\\end{itemize}'),
    # beamer
    'only': ('ama', '#2'), 'uncover': ('am', '#2'), 'visible': ('am', '#2'), 'onslide': ('a', ''), 'alert': ('am', '\\emph{#2}'),
    'structure': ('am', '#2'), 'alt': ('amm', '#2'), 'pause': ('o', ' '), 'column': ('om', '\n\n'), 'invisible': ('am', ''),
    'framezoom': ('ao', ''), 'titlepage': ('', '\\maketitle '),
    # exam
    'question': ('o', points), 'subpart': ('o', points), 'subsubpart': ('o', points),
    'choice': ('', '\\item '), 'CorrectChoice': ('', '\\item '), 'correctchoice': ('', '\\item '),
    'titledquestion': ('mo', lambda values: points([values[1]]) + f'\\textbf{{{values[0]}}} '),
    # Commands for blanks that people fill in by hand.
    'hrulefill': ('', '\\_\\_\\_\\_\\_\\_\\_\\_ '), 'fillin': ('oo', '\\_\\_\\_\\_\\_\\_\\_\\_ '), 'dotfill': ('', ' \\dots{} '),
    # KOMA-Script
    'addsec': ('om', '\\section*{#2}'), 'addchap': ('om', '\\chapter*{#2}'), 'addpart': ('om', '\\part*{#2}'), 'minisec': ('m', '\n\n\\textbf{#1}\n\n'),
    'subfloat': ('om', '\\begin{subfigure}{1cm}#2\\caption{#1}\\end{subfigure}'), 'subfigure': ('om', '\\begin{subfigure}{1cm}#2\\caption{#1}\\end{subfigure}'),
    'subcaptionbox': ('mom', '\\begin{subfigure}{1cm}#3\\caption{#1}\\end{subfigure}'),
    'IEEEauthorblockN': ('m', '#1'), 'IEEEauthorblockA': ('m', '\\\\ #1'), 'IEEEPARstart': ('mm', '#1#2'), 'IEEEmembership': ('m', '#1'),
    # Boxes and marks
    'resizebox': ('smmm', '#4'), 'scalebox': ('mom', '#3'), 'rotatebox': ('omm', '#3'), 'adjustbox': ('mm', '#2'), 'reflectbox': ('m', '#1'),
    'centerline': ('m', '\n\n#1\n\n'), 'hl': ('m', '#1'), 'ul': ('m', '\\underline{#1}'), 'uwave': ('m', '\\underline{#1}'), 'st': ('m', '\\sout{#1}'),
    'xout': ('m', '\\sout{#1}'), 'so': ('m', '#1'), 'textls': ('om', '#2'), 'caps': ('m', '\\textsc{#1}'), 'say': ('m', "``#1''"),
    'makecell': ('som', in_one_line), 'thead': ('om', in_one_line), 'shortstack': ('om', in_one_line), 'specialcell': ('om', in_one_line),
    'tnote': ('m', '\\textsuperscript{#1}'), 'tablefootnote': ('m', '\\footnote{#1}'), 'sidenote': ('om', '\\footnote{#2}'),
    'todo': ('om', '\\footnote{#2}'), 'ding': ('m', dingbat), 'ce': ('m', chemical), 'cf': ('m', chemical), 'newblock': ('', ''),
    'lstinline': ('o', '\\lstinline'), 'epigraph': ('mm', '\\begin{quote}#1\n\n#2\\end{quote}'), 'blockquote': ('om', '\\begin{quote}#2\\end{quote}'),
    'textquote': ('om', "``#2''"), 'blockcquote': ('om', "``#2'' \\cite{#1}"), 'lettrine': ('omm', '#2#3'), 'keywords': ('m', '\n\nKeywords: #1\n\n'),
    'circled': ('m', '(#1)'), 'keys': ('m', '\\texttt{#1}'), 'menu': ('m', '\\texttt{#1}'), 'directory': ('m', '\\texttt{#1}'),
    'hbox': ('m', '#1'), 'vbox': ('m', '#1'), 'llap': ('m', '#1'), 'rlap': ('m', '#1'), 'smash': ('om', '#2'), 'tablenum': ('om', '\\num{#2}'),
    'foreignlanguage': ('omm', '#3'), 'textlang': ('mm', '#2'), 'textgreek': ('m', '#1'), 'textcyrillic': ('m', '#1'),
    'glqq': ('', '„{}'), 'grqq': ('', '“{}'), 'glq': ('', '‚{}'), 'grq': ('', '‘{}'), 'flqq': ('', '«{}'), 'frqq': ('', '»{}'),
    'og': ('', '«~'), 'fg': ('', '~»{}'),
}  # fmt: skip
# Commands that are rewritten only if the stated class or package is loaded. Without the class or package, a command has
# another meaning, or rewriting the command would change the structure of formulas.
ONLY_WITH = {
    'only': 'beamer', 'alt': 'beamer', 'column': 'beamer', 'structure': 'beamer', 'question': 'exam', 'choice': 'exam', 'cf': 'mhchem', 'ce': 'mhchem',
    'so': 'soul', 'st': 'soul', 'ul': 'soul', 'hl': 'soul', 'caps': 'soul', 'keys': 'menukeys', 'menu': 'menukeys', 'og': 'babel', 'fg': 'babel',
    'todo': 'todonotes', 'cvitem': 'moderncv', 'subpart': 'exam', 'keywords': '', 'lstinline': '-', 'titlepage': 'beamer', 'fillin': 'exam',
}  # fmt: skip

BOX: Definition = ('am', '\n\n\\textbf{#2}\n\n')
# Maps each environment to the definition of its start and the text at its end.
ENVIRONMENTS: dict[str, tuple[Definition, str]] = {
    'block': (BOX, '\n\n'), 'alertblock': (BOX, '\n\n'), 'exampleblock': (BOX, '\n\n'),
    'columns': (('ao', '\n\n'), '\n\n'), 'column': (('om', '\n\n'), '\n\n'), 'overprint': (('o', ''), ''), 'onlyenv': (('a', ''), ''),
    'questions': (('', '\\begin{enumerate}'), '\\end{enumerate}'), 'parts': (('', '\\begin{enumerate}'), '\\end{enumerate}'),
    'subparts': (('', '\\begin{enumerate}'), '\\end{enumerate}'), 'subsubparts': (('', '\\begin{enumerate}'), '\\end{enumerate}'),
    'choices': (('', '\\begin{enumerate}[label=\\Alph*.]'), '\\end{enumerate}'),
    'oneparchoices': (('', '\\begin{enumerate}[label=\\Alph*.]'), '\\end{enumerate}'),
    'checkboxes': (('', '\\begin{enumerate}[label=☐]'), '\\end{enumerate}'),
    'oneparcheckboxes': (('', '\\begin{enumerate}[label=☐]'), '\\end{enumerate}'),
    'tcolorbox': (('o', titled), '\n\n'), 'mdframed': (('o', titled), '\n\n'), 'framed': (('', '\n\n'), '\n\n'), 'shaded': (('', '\n\n'), '\n\n'),
    'wrapfigure': (('omom', '\\begin{figure}'), '\\end{figure}'), 'wraptable': (('omom', '\\begin{table}'), '\\end{table}'),
    'floatingfigure': (('om', '\\begin{figure}'), '\\end{figure}'), 'SCfigure': (('oo', '\\begin{figure}'), '\\end{figure}'),
    'sidewaysfigure': (('o', '\\begin{figure}'), '\\end{figure}'), 'sidewaystable': (('o', '\\begin{table}'), '\\end{table}'),
    'multicols': (('mo', '\n\n#2\n\n'), '\n\n'), 'adjustwidth': (('smm', '\n\n'), '\n\n'), 'labeling': (('om', '\\begin{description}'), '\\end{description}'),
    'IEEEkeywords': (('', '\n\n\\emph{Index Terms}: '), '\n\n'),
    'adjustbox': (('m', ''), ''), 'threeparttable': (('o', ''), ''), 'tablenotes': (('o', '\\begin{description}'), '\\end{description}'),
    'spacing': (('m', ''), ''), 'hyphenrules': (('m', ''), ''), 'otherlanguage': (('m', ''), ''), 'landscape': (('', '\n\n'), '\n\n'),
    'subtable': (('om', '\\begin{subfigure}{1cm}'), '\\end{subfigure}'), 'fullwidth': (('', ''), ''), 'rightalign': (('', ''), ''),
}  # fmt: skip
