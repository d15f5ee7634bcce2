"""Converts a PDF to HTML with running text: lines become headings, paragraphs, lists and tables again."""
import base64
import json
import os
import re
import sys
from collections import Counter

from engines.poppler.pdf_lines import read_pdf
from engines.runtime.html_page import html_page, READABLE

BULLET = re.compile(r'^\s*([\u2022\u25cf\u25aa\u25e6\u2023\u2043\u2219\u25a0\uf0b7\u00b7]|[-\u2013*](?=\s))[\s\u200b]*')
NUMBER = re.compile(r'^\s*\(?(\d{1,3})[.)][\s\u200b]+')


def main():
    step = json.loads(sys.argv[1])
    lines, outline = read_pdf(step['input'], step['work'])
    if not lines:
        sys.exit('its pages are empty')
    blocks = list(grouped(lines, Rules(lines, dict(outline))))
    body = '\n'.join(joined_lists(blocks))
    title = next((text for kind, text in blocks if kind.startswith('h')), '')
    with open(step['output'], 'w', encoding='utf-8') as file:
        file.write(html_page(re.sub('<[^>]*>', '', title) or 'Untitled', body, READABLE))


class Rules:
    """Classifies lines by the statistics of the document."""

    def __init__(self, lines, outline):
        texts = [line for line in lines if not line.image]
        weights = Counter()
        self.spans = {}
        for line in texts:
            weights[round(line.size)] += len(line.text)
            self.spans.setdefault(line.page, []).append((line.left, line.right))
        body = weights.most_common(1)[0][0] if weights else 0
        # A size in which a good part of the document is written is no heading, however large.
        rare = [size for size in weights if weights[size] < 0.15 * weights.total() or len(texts) < 30]
        larger = sorted((size for size in rare if size > body * 1.12), reverse=True)
        self.levels = {size: min(level, 6) for level, size in enumerate(larger, 1)}
        self.outline = outline

    def level(self, line):
        """The level of a heading, 0 for other lines."""
        text = ' '.join(line.text.split())
        if line.image or len(line.cells) > 1 or len(text) > 160:
            return 0
        return self.outline.get(text) or self.levels.get(round(line.size), 0)

    def continues(self, block, line):
        """Whether `line` continues the paragraph or item of the lines `block`."""
        before = block[-1]
        if line.image or is_item(line) or line.page != before.page or round(line.size) != round(before.size):
            return False
        # Only the first line of a paragraph, or an item's bullet, may be indented differently.
        start = len(block) == 1
        indent = (line.left - before.left) / line.height
        aligned = -0.3 < indent < (2.5 if start else 0.3) or (start and not is_item(before) and -3 < indent < 0)
        if not aligned or not 0 < line.top - before.top < 1.75 * before.height:
            return False
        # If the first word would have fitted on the line before, the line break was intended.
        word = line.text.split()[0]
        width = (line.right - line.left) * (len(word) + 1) / max(len(line.text), 1)
        return before.right + 1.5 * width > self.edge(before)

    def edge(self, line):
        """The right edge of the column."""
        near = 3 * line.height
        return max(right for left, right in self.spans[line.page] if abs(left - line.left) < near)


def grouped(lines, rules):
    """Yields (kind, HTML) of each block."""
    at = 0
    while at < len(lines):
        line = lines[at]
        rows = table_rows(lines, at)
        if line.image:
            yield 'p', picture(line.image)
            at += 1
        elif rows:
            yield 'table', '\n'.join(f'<tr>{"".join(f"<td>{cell.html.strip()}</td>" for cell in row.cells)}</tr>' for row in rows)
            at += len(rows)
        else:
            end = block_end(lines, at, rules)
            yield as_block(lines[at:end], rules)
            at = end


def table_rows(lines, at):
    """The lines from `at` on whose cells are aligned; empty if there are fewer than two."""
    rows = []
    for line in lines[at:]:
        fits = len(line.cells) > 1 and (
            not rows
            or line.page == rows[0].page
            and len(line.cells) == len(rows[0].cells)
            and all(below(cell, other) for cell, other in zip(line.cells, rows[0].cells))
        )
        if not fits:
            break
        rows.append(line)
    return rows if len(rows) > 1 else []


def below(cell, other):
    return cell.left < other.right + 8 and other.left < cell.right + 8


def block_end(lines, at, rules):
    level = rules.level(lines[at])
    end = at + 1
    while end < len(lines) and rules.level(lines[end]) == level and rules.continues(lines[at:end], lines[end]):
        end += 1
    return end


def is_item(line):
    return bool(BULLET.match(line.text) or NUMBER.match(line.text))


def as_block(lines, rules):
    html = merge_tags(joined_lines([line.html.strip() for line in lines])).strip()
    first = lines[0]
    level = rules.level(first)
    if level:
        return f'h{level}', re.sub('</?b>', '', html)
    if BULLET.match(first.text):
        return 'ul', without_mark(html, BULLET)
    if NUMBER.match(first.text):
        return f'ol {NUMBER.match(first.text)[1]}', without_mark(html, NUMBER)
    return 'p', html


def merge_tags(html):
    """Merges tags that were split at line ends, and drops links that pdftohtml ends within a word."""
    html = re.sub(r'</(b|i)>(\s*)<\1>', r'\2', html)
    html = re.sub(r'(?<=\w)<a [^>]*>(\w[^<]*)</a>|<a [^>]*>([^<]*\w)</a>(?=\w)', r'\1\2', html)
    return re.sub(r'<a [^>]*>(\W*)</a>', r'\1', html)


def without_mark(html, mark):
    tags = re.match(r'(?:<[^>]*>)*', html)[0]
    return tags + mark.sub('', html[len(tags):], count=1)


def joined_lines(parts):
    """Joins lines by spaces, and words that were hyphenated."""
    text = parts[0]
    for part in parts[1:]:
        divided = re.search(r'[a-z\u00df-\u00ff][-\u00ad\u2010]$', text) and re.match(r'[a-z\u00df-\u00ff]', part)
        text = text[:-1] + part if divided else f'{text} {part}'
    return text


def picture(file):
    kind = 'jpeg' if file.endswith('.jpg') else 'png'
    with open(os.path.join(os.path.dirname(file), os.path.basename(file)), 'rb') as image:
        return f'<img alt="" src="data:image/{kind};base64,{base64.b64encode(image.read()).decode()}">'


def joined_lists(blocks):
    before = ''
    for kind, html in blocks:
        tag, _, number = kind.partition(' ')
        if before != tag and before in ('ul', 'ol'):
            yield f'</{before}>'
        if tag in ('ul', 'ol'):
            if before != tag:
                yield f'<{tag} start="{number}">' if number not in ('', '1') else f'<{tag}>'
            yield f'<li>{html}</li>'
        else:
            yield f'<{tag}>{html}</{tag}>'
        before = tag
    if before in ('ul', 'ol'):
        yield f'</{before}>'


if __name__ == '__main__':
    main()
