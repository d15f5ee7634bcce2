"""Reads the style sheets of WebVTT: the rules with the selector `::cue`, which format text."""
import re
from dataclasses import replace

from engines.codecs.subtitles import colours
from engines.codecs.subtitles.cue import Look, PLAIN

RULE = re.compile(r'([^{}]+)\{([^{}]*)\}')
SELECTOR = re.compile(r'::cue(?:\(\s*([^()]*?)\s*\))?\s*')
PART = re.compile(r'([a-z]+)?((?:\.[\w-]+)*)(#[\w-]+)?(?:\[voice="?([^"\]]*)"?\])?', re.IGNORECASE)

# Classes that players support without a style sheet.
KNOWN = ('white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black')


class Sheet:
    def __init__(self, text: str):
        self.rules: list[tuple[str, frozenset[str], str, str, str]] = []
        for selectors, declarations in RULE.findall(re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)):
            for selector in selectors.split(','):
                found = SELECTOR.fullmatch(selector.strip())
                part = PART.fullmatch(found[1] or '') if found else None
                if part:
                    tag, classes, name, voice = part.groups()
                    self.rules.append(
                        ((tag or '').lower(), frozenset((classes or '').split('.')[1:]), name or '', voice or '', declarations)
                    )

    def look_of_cue(self, name: str) -> Look:
        """Returns the formatting of a whole cue. `name` is the identifier of the cue: the line above its times."""
        look = PLAIN
        for tag, classes, rule_name, voice, declarations in self.rules:
            if not (tag or classes or voice) and rule_name in ('', f'#{name.strip()}'):
                look = applied(look, declarations)
        return look

    def look(self, before: Look, tag: str, classes: list[str], voice: str) -> Look:
        """Returns the formatting within a tag."""
        look = before
        for name in classes:
            if name in KNOWN:
                look = replace(look, colour=colours.NAMED[name])
            elif name.startswith('bg_') and name[3:] in KNOWN:
                look = replace(look, background=colours.NAMED[name[3:]])
        for rule_tag, rule_classes, name, rule_voice, declarations in self.rules:
            fits = rule_tag in ('', tag) and rule_classes <= set(classes) and not name and rule_voice in ('', voice)
            if fits and (rule_tag or rule_classes or rule_voice):
                look = applied(look, declarations)
        return look


def applied(look: Look, declarations: str) -> Look:
    """Returns `look` with the colours, typefaces, sizes and emphasis that the declarations set."""
    for declaration in declarations.split(';'):
        name, _, value = (part.strip().lower() for part in declaration.partition(':'))
        value = value.replace('!important', '').strip()
        if name == 'color':
            look = replace(look, colour=colours.read(value) or look.colour)
        elif name in ('background', 'background-color'):
            look = replace(look, background=colours.read(value) or look.background)
        elif name == 'font-family':
            look = replace(look, face=declaration.partition(':')[2].split(',')[0].strip().strip('"\''))
        elif name == 'font-size' and re.fullmatch(r'[\d.]+(%|em)', value):
            look = replace(look, size=round(float(value.rstrip('%em')) * (1 if value.endswith('%') else 100)))
        elif name == 'font-weight':
            look = look.marked('b', value in ('bold', 'bolder') or value.isdecimal() and int(value) >= 600)
        elif name == 'font-style':
            look = look.marked('i', value in ('italic', 'oblique'))
        elif name.startswith('text-decoration'):
            look = look.marked('u', 'underline' in value).marked('s', 'line-through' in value)
    return look
