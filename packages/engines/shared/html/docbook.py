"""Rewrites DocBook for pandoc's reader, which drops the titles of most blocks, bibliography entries, callout marks and
start numbers of lists."""
import re

TITLED = ('itemizedlist|orderedlist|variablelist|simplelist|calloutlist|qandaset|procedure|blockquote|epigraph|sidebar|example|'
          'equation|task|screenshot|msgset')
TITLE = re.compile(rf'(<(?:{TITLED})\b[^>]*>)\s*(?:<(?:info|blockinfo)>\s*)?<title\b[^>]*>(.*?)</title>(?:\s*</(?:info|blockinfo)>)?', re.DOTALL)
START = re.compile(r'(<orderedlist\b[^>]*?)\s+startingnumber="(\d+)"([^>]*>\s*<listitem\b)')
CALLOUT = re.compile(r'<co\b(?:[^>]*?\bid="[^"]*?(\d+)")?[^>]*?(?:/>|>\s*</co>)')
# Asciidoctor's checkbox characters.
BOX = re.compile(r'(<listitem>\s*<simpara>)&#(10003|10063); ')
STRUCK = re.compile(r'<(emphasis|phrase)\s+role="line-through">(.*?)</\1>', re.DOTALL)
# Patterns and their replacements. The title of a block becomes a paragraph before the block.
REPLACED = (
    (TITLE, r'<para><emphasis role="strong">\2</emphasis></para>\1'),
    (START, r'\1\3 override="\2"'),
    (BOX, lambda item: f'{item[1]}{"☒" if item[2] == "10003" else "☐"} '),
    (CALLOUT, lambda mark: f'({mark[1] or "*"})'),
    (STRUCK, r'<emphasis role="strikethrough">\2</emphasis>'),
    (re.compile(r'<(/?)bibliomixed\b[^>]*>'), r'<\1para>'),
    (re.compile(r'</?(?:bibliomisc|bibliodiv)\b[^>]*>'), ''),
    (re.compile(r'<(/?)calloutlist\b[^>]*>'), r'<\1orderedlist>'),
    (re.compile(r'<(/?)callout\b[^>]*>'), r'<\1listitem>'),
    # Page break of Asciidoctor. `tools/pandoc/filters/page_breaks.lua` recognizes this paragraph as a page break.
    (re.compile(r'<\?asciidoc-pagebreak\?>'), '<simpara><phrase role="page-break"></phrase></simpara>'),
    # Steps become an ordered list, because pandoc would write them as paragraphs without numbers.
    (re.compile(r'<(/?)(?:procedure|substeps)\b[^>]*>'), r'<\1orderedlist>'),
    (re.compile(r'<(/?)step\b[^>]*>'), r'<\1listitem>'),
)


def readable(text: str) -> str:
    for pattern, replacement in REPLACED:
        text = pattern.sub(replacement, text)
    return text
