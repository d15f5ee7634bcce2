"""Writes the labels of numbered LaTeX lists as LaTeX prints them, for example `(a)` in a nested list. Supports the
packages enumitem, enumerate and paralist.

numbers.lua keeps a list if the target would show the labels that LaTeX prints. If the target would show other labels,
numbers.lua writes the labels as text."""
import re

from engines.shared.text.tex.tex_source import argument, closing, letters, optional, roman
from engines.shared.office.word.labels import BEGIN, END, GAP, LETTERS, SEPARATOR

COUNTERS = ('enumi', 'enumii', 'enumiii', 'enumiv')
NUMBERED = ('enumerate', 'compactenum', 'asparaenum')
INLINE = ('enumerate*', 'inparaenum', 'inparaitem', 'itemize*')
BULLETS = ('itemize', 'compactitem', 'asparaitem', 'inparaitem', 'itemize*')
KINDS = {
    'arabic': ('Decimal', str),
    'alph': ('LowerAlpha', letters),
    'Alph': ('UpperAlpha', lambda number: letters(number).upper()),
    'roman': ('LowerRoman', roman),
    'Roman': ('UpperRoman', lambda number: roman(number).upper()),
    'fnsymbol': ('', lambda number: ('*', '†', '‡', '§', '¶', '‖', '**', '††', '‡‡')[number - 1] if 0 < number < 10 else str(number)),
}
SHORT = {'1': 'arabic', 'a': 'alph', 'A': 'Alph', 'i': 'roman', 'I': 'Roman'}
NUMBER = re.compile(r'\\(arabic|alph|Alph|roman|Roman|fnsymbol)\s*(?:(\*)|\{(\w+)\}|(?=\\value))')
DELIMITERS = {('', '.'): 'Period', ('', ')'): 'OneParen', ('(', ')'): 'TwoParens'}
ESCAPED = {'#': '#', '%': '%', '&': '&', '_': '_', '$': '$', '{': '{', '}': '}', ' ': ' ', ',': ' ', '\\': ' ', '/': '', '@': ''}


class Lists:
    """Numbers the lists of a document. `counters` contains the counters of the document by name."""

    def __init__(self, counters: dict[str, int], is_beamer: bool):
        self.counters = counters
        self.numbers = [r'\arabic{enumi}', r'\alph{enumii}', r'\roman{enumiii}', r'\Alph{enumiv}']
        self.labels = [r'\theenumi.', r'(\theenumii)', r'\theenumiii.', r'\theenumiv.']
        if is_beamer:
            self.labels = [r'\theenumi.', r'\theenumi.\theenumii', r'\theenumi.\theenumii.\theenumiii', r'\theenumiv.']
            self.numbers[1:3] = r'\arabic{enumii}', r'\arabic{enumiii}'
        # Maps the name of each list environment to its kind: `enumerate` or `itemize`. The map also contains the
        # environments that \newlist defines.
        self.named = {name: 'enumerate' for name in NUMBERED} | dict.fromkeys(BULLETS, 'itemize') | {'enumerate*': 'enumerate', 'inparaenum': 'enumerate'}
        self.inline = set(INLINE)
        # Keys set by \setlist, by list name and level. Level 0 means all levels.
        self.settings: dict[tuple[str, int], dict[str, str]] = {}
        self.series: dict[str, int] = {}
        # Open lists with their name, label template, reference template and series name.
        self.open: list[dict] = []
        self.has_marked = False

    @property
    def level(self) -> int:
        return sum(1 for one in self.open if one['label'] is not None)

    def begin(self, name: str, text: str, at: int) -> tuple[str, int]:
        """Begins a list. Returns the command with which the list begins for pandoc, and the position after the options
        of the list."""
        given, end = optional(text, at)
        kind = self.named[name]
        if kind == 'itemize':
            self.open.append({'name': name, 'label': None})
            return ('' if name in self.inline else '\\begin{itemize}'), end
        level = min(self.level, 3)
        keys: dict[str, str] = {}
        for list_name, at_level in ((kind, 0), (kind, level + 1), (name, 0), (name, level + 1)):
            keys |= self.settings.get((list_name, at_level), {})
        own = keys_of(given or '')
        keys |= own
        counter = COUNTERS[level]
        label = keys.get('label')
        reference = keys.get('ref', label) if label and not keys.get('short') else keys.get('ref')
        if keys.get('short') and label:
            # With the LaTeX package enumerate, a reference prints only the number of the label.
            reference = (NUMBER.search(label) or ('',))[0] or None
        resumed = own.get('resume')
        if resumed is None and 'resume*' in own:
            resumed = own['resume*']
        if resumed is not None:
            self.counters[counter] = self.series.get(resumed or counter, 0)
        else:
            start = re.fullmatch(r'\s*(-?\d+)\s*', keys.get('start', '1'))
            self.counters[counter] = int(start[1]) - 1 if start else 0
        self.open.append({'name': name, 'label': label or self.labels[level], 'ref': reference, 'level': level, 'series': own.get('series') or resumed or ''})
        return ('' if name in self.inline else '\\begin{itemize}'), end

    def end(self) -> str:
        """Ends a list. Returns the LaTeX code that ends the list for pandoc, or an empty string for an inline list."""
        closed = self.open.pop()
        if closed['label'] is not None:
            counter = COUNTERS[closed['level']]
            self.series[counter] = self.counters.get(counter, 0)
            if closed['series']:
                self.series[closed['series']] = self.counters.get(counter, 0)
        return '' if closed['name'] in self.inline else '\\end{itemize}\n'

    def item(self) -> tuple[str, str]:
        """Begins the next item. Returns the item for pandoc, and its number for references."""
        here = self.open[-1]
        inline = here['name'] in self.inline
        if here['label'] is None:
            return (' ' if inline else '\\item '), ''
        counter = COUNTERS[here['level']]
        self.counters[counter] = self.counters.get(counter, 0) + 1
        label = self.plain(here['label'], here['level'])
        self.has_marked = True
        if inline:
            return f' {label} ', self.reference(here)
        return f'\\item {self.marked(label, here)} ', self.reference(here)

    def reference(self, here: dict) -> str:
        """Returns the number that a reference to the item prints. In a nested list, the number begins with the numbers
        of the outer items, such as `2a`."""
        if here['ref']:
            return self.plain(here['ref'], here['level'])
        around = [self.plain(self.numbers[at], at) for at in range(here['level'])]
        before = ''.join(f'({number})' if at == 1 else number for at, number in enumerate(around))
        return before + self.plain(self.numbers[here['level']], here['level'])

    def marked(self, label: str, here: dict) -> str:
        """Returns a string for numbers.lua that contains 4 values between marks. The 4 values are the label, and the
        style, delimiter and number of a pandoc list that shows this label."""
        template = self.expanded(here['label'])
        found = list(NUMBER.finditer(template))
        number = self.counters[COUNTERS[here['level']]]
        style = delimiter = ''
        if len(found) == 1 and (found[0][2] or found[0][3] in (None, COUNTERS[here['level']])):
            style = KINDS[found[0][1]][0]
            around = (self.plain(template[:found[0].start()], here['level']), self.plain(template[found[0].end():], here['level']))
            delimiter = DELIMITERS.get(around, '')
            if not style or not delimiter or 'Alpha' in style and number > LETTERS:
                style = delimiter = ''
        return BEGIN + SEPARATOR.join([label.replace(' ', GAP), style, delimiter, str(number)]) + END

    def expanded(self, template: str) -> str:
        for at, counter in enumerate(COUNTERS):
            template = re.sub(rf'\\(?:the{counter})(?![A-Za-z])', lambda _, at=at: self.numbers[at], template)
            template = re.sub(rf'\\(?:label{counter})(?![A-Za-z])', lambda _, at=at: self.labels[at], template)
        return template

    def plain(self, template: str, level: int) -> str:
        """Returns the text of a label without formatting."""
        def number(found: re.Match) -> str:
            counter = found[3] or COUNTERS[level]
            return KINDS[found[1]][1](self.counters.get(counter, 0))

        text = NUMBER.sub(number, self.expanded(self.expanded(template)))
        return plain_text(text)

    def set_list(self, text: str, at: int) -> int:
        """Reads \\setlist[names, levels]{keys}."""
        names, after = optional(text, at)
        keys, end = argument(text, after)
        parts = [part.strip() for part in (names or '').split(',') if part.strip()]
        levels = [int(part) for part in parts if part.isdigit()] or [0]
        for name in [part for part in parts if not part.isdigit()] or ['enumerate']:
            for level in levels:
                self.settings.setdefault((name, level), {}).update(keys_of(keys))
        return end

    def new_list(self, text: str, at: int) -> int:
        """Reads \\newlist{name}{kind}{depth}."""
        name, after = argument(text, at)
        kind, after = argument(text, after)
        _, end = argument(text, after)
        if kind.rstrip('*') in ('enumerate', 'itemize'):
            self.named[name] = kind.rstrip('*')
            if kind.endswith('*'):
                self.inline.add(name)
        return end

    def renew(self, name: str, body: str) -> bool:
        """Applies \\renewcommand to a list label or number. Returns whether the command belongs to a list."""
        found = re.fullmatch(r'(the|label)(enumi|enumii|enumiii|enumiv)', name)
        if found:
            (self.numbers if found[1] == 'the' else self.labels)[COUNTERS.index(found[2])] = body
        return bool(found)


def keys_of(options: str) -> dict[str, str]:
    """Parses the options of a LaTeX list. The options are keys of the package enumitem, or a label in the short form of
    the package enumerate, such as `(i)`."""
    pairs = split_keys(options)
    if not pairs or len(pairs) == 1 and '=' not in pairs[0] and not re.fullmatch(r'resume\*?|nosep|noitemsep|wide|inline|<.*', pairs[0]):
        return {'label': from_short(options), 'short': 'yes'} if options.strip() else {}
    keys = {}
    for pair in pairs:
        name, _, value = pair.partition('=')
        value = value.strip()
        if value.startswith('{') and closing(value, 0, '{', '}') == len(value):
            value = value[1:-1]
        keys[name.strip()] = value
        # With the option `shortlabels`, a short form such as `(i)` may occur between keys.
        if '=' not in pair and re.search(r'[1aAiI]', pair) and not re.fullmatch(r'[a-zA-Z*]{2,}', pair):
            keys |= {'label': from_short(pair), 'short': 'yes'}
    if 'label*' in keys:
        keys['label'] = '\\theenumi.' + keys['label*']
    return keys


def split_keys(options: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(options):
        depth += (sign == '{') - (sign == '}')
        if sign == ',' and depth == 0:
            parts.append(options[start:at])
            start = at + 1
    return [part.strip() for part in [*parts, options[start:]] if part.strip()]


def from_short(text: str) -> str:
    """Converts the short form `(i)` to `(\\roman*)`. Text in braces stays unchanged."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == '{') - (sign == '}')
        if depth == 0 and sign in SHORT and text[at - 1:at] != '\\' and not re.search(r'\\[A-Za-z]*$', text[:at]):
            return f'{text[:at]}\\{SHORT[sign]}*{text[at + 1:]}'
    return text


def plain_text(text: str) -> str:
    text = re.sub(r'\\(?:text(?:normal|rm)?|mbox)\s*(?=\{)', '', text)
    text = re.sub(r'\\([#%&_${} ,\\/@])', lambda found: ESCAPED[found[1]], text)
    text = re.sub(r'\\[A-Za-z]+\*?\s*', '', text)
    return ' '.join(re.sub(r'[{}$]', '', text).replace('~', ' ').split())
