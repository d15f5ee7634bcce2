"""Puts characters for the entities that an XML text takes from its DTD, which no tool reads here; unknown ones become their names."""
import html.entities
import re

PREDEFINED = {'amp', 'lt', 'gt', 'quot', 'apos'}
# Comments and character data are passed over; those without an end reach to the end of the text.
REFERENCE = re.compile(r'<!--(?:.*?-->|.*)|<!\[CDATA\[(?:.*?\]\]>|.*)|&([A-Za-z][\w.-]*);', re.DOTALL)


def resolved(text):
    """The text, in which only the entities that it declares itself are left."""
    known = PREDEFINED | set(re.findall(r'<!ENTITY\s+([\w.-]+)\s', text))

    def replacement(match):
        name = match[1]
        if name is None or name in known:
            return match[0]
        # The names of HTML are those of the ISO sets that DTDs include.
        return html.escape(html.entities.html5.get(f'{name};', name), quote=False)

    return REFERENCE.sub(replacement, text)
