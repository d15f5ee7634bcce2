"""Defines LaTeX commands that pandoc does not support, because pandoc would drop their printed content."""
import re

SYMBOLS = {
    'euro': '€', 'EUR': '€', 'texteuro': '€', 'textcent': '¢', 'textyen': '¥', 'yen': '¥', 'textcurrency': '¤',
    'textdegree': '°', 'textcelsius': '℃', 'textmu': 'µ', 'textohm': 'Ω', 'textpm': '±', 'texttimes': '×', 'textdiv': '÷',
    'textonehalf': '½', 'textonequarter': '¼', 'textthreequarters': '¾', 'textonesuperior': '¹', 'texttwosuperior': '²',
    'textthreesuperior': '³', 'textordmasculine': 'º', 'textordfeminine': 'ª', 'textlogicalnot': '¬', 'textsurd': '√',
    'textperthousand': '‰', 'textpertenthousand': '‱', 'textdiscount': '⁒', 'textestimated': '℮', 'textnumero': '№',
    'textsection': '§', 'textparagraph': '¶', 'textpilcrow': '¶', 'textdagger': '†', 'textdaggerdbl': '‡', 'dag': '†',
    'ddag': '‡', 'textbullet': '•', 'textopenbullet': '◦', 'textasteriskcentered': '∗', 'textreferencemark': '※',
    'textregistered': '®', 'texttrademark': '™', 'textcopyright': '©', 'textservicemark': '℠', 'textcircledP': '℗',
    'textleftarrow': '←', 'textuparrow': '↑', 'textrightarrow': '→', 'textdownarrow': '↓', 'textquotesingle': "'",
    'textinterrobang': '‽', 'textbrokenbar': '¦', 'textmusicalnote': '♪', 'textvisiblespace': '␣', 'textlangle': '⟨',
    'textrangle': '⟩', 'textbigcircle': '◯', 'textmho': '℧',
}

# A command that draws a box is replaced by the content of the box. A margin note becomes a footnote, because targets
# have no margins.
COMMANDS = {
    'fbox': r'[1]{#1}',
    'framebox': r'[2][]{#2}',
    'makebox': r'[2][]{#2}',
    'raisebox': r'[2]{#2}',
    'colorbox': r'[2]{#2}',
    'fcolorbox': r'[3]{#3}',
    'marginpar': r'[2][]{\footnote{#2}}',
    'marginnote': r'[2][]{\footnote{#2}}',
}

NAME = re.compile(r'\\([A-Za-z]+)')


def definitions_for(text: str) -> str:
    """Returns the definitions of the commands that `text` uses, or an empty string."""
    used = set(NAME.findall(text))
    symbols = [rf'\newcommand{{\{name}}}{{{sign}}}' for name, sign in SYMBOLS.items() if name in used]
    commands = [rf'\newcommand{{\{name}}}{body}' for name, body in COMMANDS.items() if name in used]
    return ''.join(f'{line}\n' for line in [*symbols, *commands])
