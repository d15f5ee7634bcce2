"""Gives the quotations of an OpenDocument text a style by which pandoc recognizes them."""
import re

# Names of quotation styles: LibreOffice's own style, and Word's styles, which LibreOffice keeps.
QUOTATIONS = {'Quotations', 'Quote', 'Intense_20_Quote', 'Block_20_Text'}
STYLE = re.compile(r'<style:style\b(?=[^>]*\bstyle:name="([^"]+)")(?=[^>]*\bstyle:parent-style-name="([^"]+)")')
PARAGRAPH = re.compile(r'(<text:p\b[^>]*\btext:style-name=)"([^"]+)"')
STYLES_END = '</office:automatic-styles>'
PREFIX = 'quotation-of-'


def with_quotations(content: str, styles: str) -> str:
    """Returns the content with an indented style for the paragraphs of quotations. A paragraph belongs to a quotation
    if its style is a quotation style or is based on a quotation style. `content` and `styles` are the XML of
    `content.xml` and `styles.xml`."""
    quoting = _based_on_quotations(STYLE.findall(styles) + STYLE.findall(content))
    used: dict[str, None] = {}

    def marked(paragraph: re.Match) -> str:
        if paragraph[2] not in quoting:
            return paragraph[0]
        used[paragraph[2]] = None
        return f'{paragraph[1]}"{PREFIX}{paragraph[2]}"'

    content = PARAGRAPH.sub(marked, content)
    if not used:
        return content
    content = re.sub(r'<office:automatic-styles\s*/>', f'<office:automatic-styles>{STYLES_END}', content)
    return content.replace(STYLES_END, ''.join(map(_indented, used)) + STYLES_END, 1)


def _based_on_quotations(parents: list[tuple[str, str]]) -> set[str]:
    found = set(QUOTATIONS)
    while more := {name for name, parent in parents if parent in found} - found:
        found |= more
    return found


def _indented(name: str) -> str:
    """Returns a style with an indentation in millimetres. pandoc recognizes quotations only by an indentation in
    millimetres in the paragraph's own style."""
    return (
        f'<style:style style:name="{PREFIX}{name}" style:family="paragraph" style:parent-style-name="{name}">'
        '<style:paragraph-properties fo:margin-left="10mm" fo:text-indent="0mm" /></style:style>'
    )
