"""Replaces entities that an XML document takes from an external DTD, because the tools do not read DTDs. An unknown
entity is replaced with its name."""
import html.entities
import re

PREDEFINED = {'amp', 'lt', 'gt', 'quot', 'apos'}
# Matches entity references, and skips comments and CDATA. An unclosed comment extends to the end of the text.
REFERENCE = re.compile(r'<!--(?:.*?-->|.*)|<!\[CDATA\[(?:.*?\]\]>|.*)|&([A-Za-z][\w.-]*);', re.DOTALL)


def resolved(text):
    """Replaces entity references in `text` with characters. Keeps references to predefined entities and to entities
    that `text` itself declares."""
    known = PREDEFINED | set(re.findall(r'<!ENTITY\s+([\w.-]+)\s', text))

    def replacement(match):
        name = match[1]
        if name is None or name in known:
            return match[0]
        # DTDs usually take their entities from the ISO entity sets. The entities of HTML include the ISO entity sets.
        return html.escape(html.entities.html5.get(f'{name};', name), quote=False)

    return REFERENCE.sub(replacement, text)
