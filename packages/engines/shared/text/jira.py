"""Rewrites Jira markup so that pandoc reads all panels, and marks the titles of panels and code blocks for the pandoc
filter `jira_titles.lua`."""
import re

TAG = re.compile(r'(?<![\\{])\{(panel|code|noformat)(?::([^{}\n]*))?\}(?!\})')
# Characters with a meaning in inline markup.
SPECIAL = re.compile(r'[*_?\-+^~!\[\]\\]')
# Marks the start of a panel. Blank lines after this mark are removed, because pandoc does not support blank lines at
# the start of a panel.
STARTED = '\0'


def readable(text):
    """Returns the text with rewritten panels. Pandoc would drop the text after a panel that it does not support."""
    if not TAG.search(text):
        return text
    panels = Panels()
    lines = [panels.line(line) for line in text.replace(STARTED, '').split('\n')]
    return re.sub(rf'{STARTED}\s*\n', '\n', '\n'.join(lines + panels.unclosed()))


class Panels:
    def __init__(self):
        # Name of the open block, `code` or `noformat`, or None.
        self.literal = None
        # For each open panel, true if pandoc reads it as a panel. Panels in tables and panels in other panels are
        # written as bold titles, because pandoc does not support them.
        self.open = []
        self.is_inside = False
        self.is_row = False

    def line(self, line):
        self.is_row = line.lstrip().startswith('|')
        changed = TAG.sub(self.tag, line)
        # Removes blank lines around a changed line, because a blank line would end a list.
        return changed if changed == line or self.is_row else changed.strip()

    def tag(self, match):
        name, parameters = match[1], match[2]
        if self.literal:
            if name == self.literal and parameters is None:
                self.literal = None
            return match[0]
        if name == 'panel':
            return self.panel(parameters)
        self.literal = name
        return f'{{{name}:{with_coded_title(parameters)}}}' if parameters else match[0]

    def panel(self, parameters):
        if self.open and parameters is None:
            return self.end()
        title = title_of(parameters or '')
        is_for_pandoc = not self.is_row and not self.is_inside
        self.open.append(is_for_pandoc)
        if is_for_pandoc:
            self.is_inside = True
            return f'\n{{panel{":title=" + coded(title) if title else ""}}}{STARTED}\n'
        bold = f'*{SPECIAL.sub(lambda sign: chr(92) + sign[0], title)}*' if title else ''
        return f'{bold} ' if self.is_row else f'\n\n{bold}\n\n'

    def end(self):
        if self.open.pop():
            self.is_inside = False
            return '\n{panel}\n'
        return '' if self.is_row else '\n\n'

    def unclosed(self):
        return ['{panel}'] if self.is_inside else []


def title_of(parameters):
    for parameter in parameters.split('|'):
        name, _, value = parameter.partition('=')
        if name.strip().lower() == 'title':
            return value.strip()
    return ''


def with_coded_title(parameters):
    title = title_of(parameters)
    others = [parameter for parameter in parameters.split('|') if parameter.partition('=')[0].strip().lower() != 'title']
    return '|'.join([*others, f'title={coded(title)}']) if title else parameters


def coded(title):
    """Encodes the title with characters that pandoc accepts in a parameter value."""
    return title.encode().hex()
