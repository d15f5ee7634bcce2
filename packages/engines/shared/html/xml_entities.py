"""Replaces entities that an XML text takes from an external DTD, because no tool reads DTDs here. Unknown entities
become their names."""
import html.entities
import re

PREDEFINED = {'amp', 'lt', 'gt', 'quot', 'apos'}
# Comments and CDATA are skipped. Unclosed ones extend to the end of the text.
REFERENCE = re.compile(r'<!--(?:.*?-->|.*)|<!\[CDATA\[(?:.*?\]\]>|.*)|&([A-Za-z][\w.-]*);', re.DOTALL)


def resolved(text):
    """Returns the text in which only entities that it declares itself remain."""
    known = PREDEFINED | set(re.findall(r'<!ENTITY\s+([\w.-]+)\s', text))

    def replacement(match):
        name = match[1]
        if name is None or name in known:
            return match[0]
        # HTML uses the names of the ISO sets that DTDs include.
        return html.escape(html.entities.html5.get(f'{name};', name), quote=False)

    return REFERENCE.sub(replacement, text)
