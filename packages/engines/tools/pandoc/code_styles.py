"""Adds styles to the code blocks that `filters/code_blocks.lua` has marked. The style of a code block has the name of
its language. In OpenDocument texts, each code block also gets a frame."""
import re

from engines.tools.pandoc.highlights import STYLES_END

MARKED = re.compile(r'<!--code (\w+)-->((?:(?!<!--code ).)*)<!--code end-->', re.DOTALL)
PARAGRAPH_STYLE = 'Source Code'
# Colours of pandoc's default style by token class, and whether they are bold and italic.
TOKENS = {
    'al': ('ff0000', True, False),
    'an': ('60a0b0', True, True),
    'at': ('7d9029', False, False),
    'bn': ('40a070', False, False),
    'bu': ('008000', False, False),
    'cf': ('007020', True, False),
    'ch': ('4070a0', False, False),
    'cn': ('880000', False, False),
    'co': ('60a0b0', False, True),
    'cv': ('60a0b0', True, True),
    'do': ('ba2121', False, True),
    'dt': ('902000', False, False),
    'dv': ('40a070', False, False),
    'er': ('ff0000', True, False),
    'ex': ('000000', False, False),
    'fl': ('40a070', False, False),
    'fu': ('06287e', False, False),
    'im': ('008000', True, False),
    'in': ('60a0b0', True, True),
    'kw': ('007020', True, False),
    'op': ('666666', False, False),
    'ot': ('007020', False, False),
    'pp': ('bc7a00', False, False),
    'sc': ('4070a0', False, False),
    'ss': ('bb6688', False, False),
    'st': ('4070a0', False, False),
    'va': ('19177c', False, False),
    'vs': ('4070a0', False, False),
    'wa': ('60a0b0', True, True),
}
# With `style:join-border="false"`, adjacent blocks have separate frames.
FRAME = (
    '<style:paragraph-properties fo:margin-top="0.08in" fo:margin-bottom="0.12in" fo:padding="0.06in" fo:border="0.5pt solid #d0d7de" '
    'fo:background-color="#f6f8fa" style:join-border="false" fo:text-align="start" />'
)


def token_css() -> str:
    """Returns CSS rules for the classes that pandoc assigns to tokens."""
    rules = []
    for name, (colour, is_bold, is_italic) in TOKENS.items():
        bold = ' font-weight: bold;' if is_bold else ''
        italic = ' font-style: italic;' if is_italic else ''
        rules.append(f'code span.{name} {{ color: #{colour};{bold}{italic} }}\n')
    return ''.join(rules)


def in_word(content: str, styles: str) -> tuple[str, str]:
    """Returns the two parts of a Word document with styled code. `content` and `styles` are the XML of the
    parts `document.xml` and `styles.xml`."""
    languages: dict[str, None] = {}

    def styled(code: re.Match) -> str:
        languages[code[1]] = None
        return code[2].replace('<w:pStyle w:val="SourceCode" />', f'<w:pStyle w:val="SourceCode-{code[1]}" />')

    content = MARKED.sub(styled, content)
    added = ''.join(
        f'<w:style w:type="paragraph" w:customStyle="1" w:styleId="SourceCode-{language}"><w:name w:val="{PARAGRAPH_STYLE} {language}" />'
        '<w:basedOn w:val="SourceCode" /></w:style>'
        for language in languages
    )
    return content, styles.replace('</w:styles>', added + '</w:styles>')


def in_open_document(content: str, styles: str) -> tuple[str, str]:
    """Adds styles to the code in an OpenDocument text, and returns the changed `content.xml` and `styles.xml`.
    `content` and `styles` are the original XML of `content.xml` and `styles.xml`."""
    languages: dict[str, None] = {}

    def styled(code: re.Match) -> str:
        languages[code[1]] = None
        return code[2].replace('text:style-name="code"', f'text:style-name="Source_20_Code_20_{code[1]}"')

    content = MARKED.sub(styled, content)
    used = [name for name in TOKENS if f'"code-{name}"' in content]
    content = content.replace(STYLES_END, ''.join(map(_token_style, used)) + STYLES_END, 1)
    named = ''.join(
        f'<style:style style:name="Source_20_Code_20_{language}" style:display-name="{PARAGRAPH_STYLE} {language}" style:family="paragraph" '
        'style:parent-style-name="Source_20_Code" />'
        for language in languages
    )
    if named:
        named = (
            f'<style:style style:name="Source_20_Code" style:display-name="{PARAGRAPH_STYLE}" style:family="paragraph" '
            f'style:parent-style-name="Preformatted_20_Text">{FRAME}</style:style>{named}'
        )
    return content, styles.replace('</office:styles>', named + '</office:styles>', 1)


def _token_style(name: str) -> str:
    colour, is_bold, is_italic = TOKENS[name]
    bold = ' fo:font-weight="bold"' if is_bold else ''
    italic = ' fo:font-style="italic"' if is_italic else ''
    return (
        f'<style:style style:name="code-{name}" style:family="text">'
        f'<style:text-properties fo:color="#{colour}"{bold}{italic} /></style:style>'
    )
