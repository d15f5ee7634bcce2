"""Highlights and centres the text between the marks of `highlights.lua` in a Word or OpenDocument text."""
import re

MARKED = re.compile(r'<!--mark start-->((?:(?!<!--mark ).)*)<!--mark end-->', re.DOTALL)
CENTRED = re.compile(r'<!--centre start-->((?:(?!<!--centre ).)*)<!--centre end-->', re.DOTALL)
LEFT = re.compile(r'<!--(?:mark|centre) \w+-->')
# The group matches words that can have a style. A note or a frame matches as a whole and leaves the group empty, so
# notes and frames are skipped. The text in notes and frames cannot have a style, for example the number of a note.
WORDS = re.compile(r'<(?:text:note|draw:frame)\b.*?</(?:text:note|draw:frame)>|(?:(?<=>)|^)([^<>]+)(?=<|$)', re.DOTALL)
STYLES_END = '</office:automatic-styles>'
HIGHLIGHT = (
    '<style:style style:name="highlight" style:family="text">'
    '<style:text-properties fo:background-color="#ffff00" /></style:style>'
)


def innermost_first(pattern: re.Pattern, change, content: str) -> str:
    while pattern.search(content):
        content = pattern.sub(change, content)
    return content


def in_word(content: str) -> str:
    content = innermost_first(MARKED, lambda part: _highlighted_runs(part[1]), content)
    return LEFT.sub('', innermost_first(CENTRED, lambda part: _centred_paragraphs(part[1]), content))


def _highlighted_runs(runs: str) -> str:
    yellow = '<w:highlight w:val="yellow" />'
    # Matches the position for `w:highlight`, because the schema prescribes the order of the elements in `w:rPr`.
    later = r'(?=<w:(?:u|effect|bdr|shd|fitText|vertAlign|rtl|cs|em|lang|eastAsianLayout|specVanish|oMath)\b)|(?=</w:rPr>)'

    def run(properties: re.Match) -> str:
        if properties[1] is None:
            return f'<w:r><w:rPr>{yellow}</w:rPr>'
        return properties[0] if '<w:highlight ' in properties[0] else re.sub(later, yellow, properties[0], count=1)

    return re.sub(r'<w:r>(?:\s*(<w:rPr>.*?</w:rPr>))?', run, runs, flags=re.DOTALL)


def _centred_paragraphs(paragraphs: str) -> str:
    centre = '<w:jc w:val="center" />'

    def paragraph(properties: re.Match) -> str:
        if properties[1] is None:
            return f'<w:p><w:pPr>{centre}</w:pPr>'
        if '<w:jc ' in properties[0]:
            return properties[0]
        return re.sub(r'(?=<w:(?:outlineLvl|rPr|sectPr)\b)|(?=</w:pPr>)', centre, properties[0], count=1)

    return re.sub(r'<w:p>(?:\s*(<w:pPr>.*?</w:pPr>))?', paragraph, paragraphs, flags=re.DOTALL)


def in_open_document(content: str) -> str:
    added: dict[str, str] = {}

    def highlighted(part: re.Match) -> str:
        added['highlight'] = HIGHLIGHT
        return WORDS.sub(lambda word: f'<text:span text:style-name="highlight">{word[1]}</text:span>' if word[1] else word[0], part[1])

    def centred(part: re.Match) -> str:
        def paragraph(start: re.Match) -> str:
            name = f'centred-{start[2]}'
            added[name] = _centred_style(start[2], name, content)
            return f'{start[1]}"{name}"'

        return re.sub(r'(<text:[ph]\b[^>]*\btext:style-name=)"([^"]+)"', paragraph, part[1])

    changed = innermost_first(CENTRED, centred, innermost_first(MARKED, highlighted, content))
    return LEFT.sub('', changed).replace(STYLES_END, ''.join(added.values()) + STYLES_END, 1)


def _centred_style(name: str, centred: str, content: str) -> str:
    """Returns a centred style. The parent of the centred style is always a named style, because an automatic style
    cannot be based on another automatic style."""
    automatic = re.search(rf'<style:style style:name="{re.escape(name)}"[^>]*style:parent-style-name="([^"]+)"', content)
    return (
        f'<style:style style:name="{centred}" style:family="paragraph" style:parent-style-name="{automatic[1] if automatic else name}">'
        '<style:paragraph-properties fo:text-align="center" /></style:style>'
    )
