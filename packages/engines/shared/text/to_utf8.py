"""Checks and rewrites a text file for tools that do not check their input. Converts plain text to HTML that looks like
the plain text."""
import html
import json
import os
import re
import sys

from engines.shared.html import article, centring, docbook, jats, markup_bounds, mermaid, print_styles, shown_page, xml_entities
from engines.shared.html.tables import large_tables, row_headers
from engines.shared.office.embedded_pictures import taken_out
from engines.shared.html.end_tags import lacks_end_tags, lacks_head, with_end_tags, written_whole
from engines.shared.encoding.text_encoding import decode, NotText
from engines.shared.runner.warn import warn

# Root elements of each XML format. pandoc would convert other root elements to an empty document.
ROOTS = {
    'docbook': 'article book part chapter section sect1 preface appendix reference refentry glossary set'.split(),
    'jats': ['article'],
    'opml': ['opml'],
}


def main():
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        data = file.read()
    text = decode(data)
    if 'mermaid' in text:
        text = mermaid.as_code(text, step['from'])
    if step['from'] in ROOTS and root_of(text) not in ROOTS[step['from']]:
        raise NotText(f'the file is not {step["from"]}')
    if step['from'] in ROOTS:
        text = xml_entities.resolved(text)
    markup_bounds.check(text, step['from'])
    if step['from'] == 'docbook':
        text = docbook.readable(text)
    if step['from'] == 'jats':
        text = jats.readable(text)
    text = taken_out(text.replace('\r\n', '\n').replace('\r', '\n'), step['work'])
    # The modules `jira` and `mediawiki` are imported on demand, because few formats need these modules.
    if step['from'] == 'jira':
        from engines.shared.text import jira

        text = jira.readable(text)
    if step['from'] == 'mediawiki':
        from engines.shared.text import mediawiki

        text = mediawiki.shown(text)
    # Removes the declared encoding, because the text is now UTF-8, which is the default.
    text = re.sub(r'^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*("[^"]*"|\'[^\']*\')', r'\1', text)
    if step.get('largeTables'):
        text = large_tables.settled(text, step['to'], step['work'])
    if step['from'] == 'tex':
        # The module `tex_numbers` is imported on demand for LaTeX.
        from engines.shared.text.tex import tex_numbers

        text = tex_numbers.numbered(text, step)
        markup_bounds.check(text, step['from'])
    if step.get('page'):
        if step['to'] in ('docx', 'odt'):
            text = centring.as_divisions(text)
        unparsed = text
        if step['to'] in ('docx', 'odt', 'rtf'):
            text = print_styles.marked(text, step['from'])
        text = row_headers.marked(page_for_readers(text, step))
        if text is not unparsed:
            markup_bounds.check(text, step['from'])
    # Writes to standard output if the step has no output file for the text.
    with open(step.get('text', 1), 'w', encoding='utf-8', newline='\n') as file:
        file.write(as_html(text) if step['from'] == 'txt' else text)


def page_for_readers(text, step):
    """Returns the page as browsers show it, because the programs that read the page drop some visible parts and show
    hidden parts."""
    has_article = step['page'] == 'article' and article.has_hint(text)
    is_rewritten = shown_page.needs_rewriting(text)
    if not has_article and not is_rewritten:
        # pandoc would move text after an unclosed cell out of the table, and treat a title outside the head as text.
        is_short = step['from'] == 'html' and (lacks_end_tags(text) or lacks_head(text))
        return with_end_tags(text) if is_short else text
    root = shown_page.parsed(text, step['from'])
    if is_rewritten:
        shown = shown_for(step)
        shown.rewrite(root)
        if shown.hid_text:
            warn(step, 'hidden_text')
        if shown.has_marked:
            # Creates the empty file that enables the filter numbers.lua, which processes the marked list items.
            with open(os.path.join(step['work'], 'numbers'), 'w'):
                pass
    around = article.article_of(root) if has_article else None
    if around is not None:
        warn(step, 'around_left_out')
        return around
    # Parses the page again, because the search for the article has changed the parsed tree.
    if has_article:
        root = shown_page.parsed(text, step['from'])
        if is_rewritten:
            shown_for(step).rewrite(root)
    return written_whole(root) if is_rewritten or lacks_end_tags(text) or lacks_head(text) else text


def shown_for(step):
    return shown_page.Shown(text_only=step.get('textOnly', False), for_pandoc=True)


def root_of(xml):
    prolog = r'<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>'
    first = re.search(r'<(?:[\w.-]+:)?([A-Za-z][\w.-]*)', re.sub(prolog, '', xml, flags=re.DOTALL))
    return first[1] if first else None


def as_html(text):
    """Converts each block of lines to a paragraph. Keeps line breaks and indentation, and preformats aligned
    columns."""
    blocks = re.split(r'(?:[ \t]*\n){2,}|\f', text.expandtabs(8).strip('\n'))
    return '\n'.join(as_block(block.strip('\n')) for block in blocks if block.strip())


def as_block(block):
    if re.search(r'\S {3,}\S|[\u2500-\u257f]', block):
        return f'<pre>{html.escape(block)}</pre>'
    lines = (re.sub(r'^ +| {2,}', lambda gap: '\u00a0' * len(gap[0]), line) for line in block.split('\n'))
    return '<p>' + '<br>\n'.join(html.escape(line.rstrip(' ')) for line in lines) + '</p>'


if __name__ == '__main__':
    try:
        main()
    except NotText as error:
        sys.exit(str(error))
